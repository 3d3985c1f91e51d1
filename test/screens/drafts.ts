import { conflict, notFound } from "#server/errors.ts";
import type { Draft, DraftContent, SaverId, Sender } from "#tools/composer/contract.ts";
import type { ContractServer } from "./contract-server.ts";

/** Drafts in memory, with what the server refuses. */
export interface Drafts {
	/** Discarded ones are missing. */
	list(): Draft[];
	/** What was handed over to be sent, as it was then. */
	sent: Draft[];
	/** Waits before an operation takes place, by its id. */
	before: Record<string, () => Promise<unknown>>;
	/** The same before the answer: the operation has taken place. */
	beforeAnswer: Record<string, () => Promise<unknown>>;
}

export const ONE = "0190f5a0-0000-7000-8000-0000000000d1";
export const TWO = "0190f5a0-0000-7000-8000-0000000000d2";
/** Milliseconds to undo sending; a test does not wait for the end. */
const UNDO_MS = 60_000;

const sender = (accountId: string, name: string): Sender => ({
	...{ accountId, name, email: `${name.toLowerCase()}@example.org`, fromName: name, obstacle: null },
	...{ maxMessageBytes: null, isLocal: false, signature: `<div>Dr ${name}</div>` },
});

const empty: Omit<Draft, "id" | "kind"> = {
	...{ accountId: ONE, emailId: null, to: [], cc: [], bcc: [], subject: "", preview: "", hasAttachments: false },
	...{ state: "editing", sendAt: null, problem: null, waiting: null, nextTryAt: null, recipients: [] },
	...{ outgoingId: null, copyProblem: null, isDamaged: false, version: 1, updatedAt: new Date().toISOString() },
	...{ html: null, text: "", quote: null, remindAfterDays: null, attachments: [], suppressed: [] },
};

interface Call {
	params: { id: string };
	query: { section?: string };
	body: Partial<DraftContent> & {
		kind?: Draft["kind"];
		emailId?: string | undefined;
		version?: number;
		saver?: SaverId;
	};
}

/** The composer's routes answer from memory until the end of the test. There are two mailboxes to send from. */
export function keepDrafts(server: ContractServer, format: "rich" | "plain" = "rich"): Drafts {
	const stored = new Map<string, Draft & { saver?: SaverId | undefined; isDiscarded?: boolean }>();
	const drafts: Drafts = {
		list: () => [...stored.values()].filter(({ isDiscarded }) => !isDiscarded),
		...{ sent: [], before: {}, beforeAnswer: {} },
	};
	const found = ({ params: { id } }: Call) => stored.get(id) ?? fail(notFound("The draft"));
	const editable = (call: Call) => {
		const draft = found(call);
		if (draft.isDiscarded) throw notFound("The draft");
		if (draft.state !== "editing") throw conflict("already-sent", "This message has been sent.");
		return draft;
	};
	const current = (call: Call, isKnown = false) => {
		const draft = editable(call);
		const { version } = call.body;
		if (!isKnown && version !== undefined && version !== draft.version)
			throw conflict("draft-changed", "This draft was changed in another window.");
		return draft;
	};
	const routes: Record<string, (call: Call) => unknown> = {
		createDraft({ body: { emailId = null, ...body } }) {
			const id = `0190f5a0-0000-7000-8000-${String(stored.size + 1).padStart(12, "0")}`;
			const answered = emailId !== null && body.kind !== "forward" ? [{ name: "Sue", email: "sue@example.net" }] : [];
			const subject = emailId === null ? "" : "About the plans";
			stored.set(id, { ...empty, to: answered, subject, ...body, id, kind: body.kind ?? "new", emailId });
			return stored.get(id);
		},
		updateDraft(call) {
			const { version: _, saver, ...change } = call.body;
			const draft = current(call, saver !== undefined && found(call).saver?.id === saver.id);
			Object.assign(draft, change, { saver, version: draft.version + 1 });
			return { version: draft.version, updatedAt: draft.updatedAt, suppressed: [] };
		},
		getDraft: (call) => (found(call).isDiscarded ? fail(notFound("The draft")) : found(call)),
		discardDraft: (call) => void Object.assign(editable(call), { isDiscarded: true }),
		restoreDraft: (call) => Object.assign(found(call), { isDiscarded: false }),
		sendDraft(call) {
			const draft = current(call);
			drafts.sent.push({ ...draft });
			const [updatedAt, sendAt] = [0, UNDO_MS].map((ms) => new Date(Date.now() + ms).toISOString());
			return Object.assign(draft, { state: "scheduled", updatedAt, sendAt });
		},
		reopenDraft: (call) => Object.assign(found(call), { state: "editing", sendAt: null }),
		copyDraft(call) {
			const { emailId, saver: _, isDiscarded: __, ...own } = found(call);
			return routes.createDraft?.({ ...call, body: { ...own, ...call.body, emailId: emailId ?? undefined } });
		},
		findUsualAddress: () => ({ usual: null }),
		listSenders: () => ({ items: [sender(ONE, "One"), sender(TWO, "Two")] }),
		getComposerSettings: () => ({ undoSeconds: 10, format, defaultAccountId: null }),
		listDrafts({ query: { section } }) {
			const items = section === "drafts" ? drafts.list() : [];
			return { items, total: items.length, nextCursor: null };
		},
	};
	for (const [id, route] of Object.entries(routes))
		server.answers[id] = async (_, input) => {
			await drafts.before[id]?.();
			const answer = structuredClone(route(input as unknown as Call));
			await drafts.beforeAnswer[id]?.();
			return answer;
		};
	return drafts;
}

function fail(error: Error): never {
	throw error;
}
