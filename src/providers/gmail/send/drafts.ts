import { NotFound } from "#server/mail/provider/errors.ts";
import type { DraftReference } from "#server/mail/provider/provider.ts";
import { requireProgress } from "#server/progress.ts";
import type { Call, RequestOptions } from "../api/call.ts";
import { createdDraft, draftList } from "../api/resources.ts";
import type { GmailSession } from "../session.ts";
import { callWith } from "./send.ts";

/**
 * Gmail's drafts have their own id, which stays when one is replaced; that of the message in it changes
 * (https://developers.google.com/workspace/gmail/api/guides/drafts).
 */
export async function saveDraft(
	session: GmailSession,
	raw: Uint8Array,
	replaces?: DraftReference,
): Promise<{ id: string }> {
	session.requireFull();
	const requestOptions = session.requestOptions("interactive");
	const [kept, ...others] = replaces === undefined ? [] : await findDrafts(session, replaces, requestOptions);
	const create = { method: "drafts.create", verb: "POST", path: "/drafts", isOnce: true } as const;
	const save = async (target: Pick<Call, "method" | "verb" | "path" | "isOnce">): Promise<string> => {
		const reply = await session.api.call(await callWith(session, raw, { target, requestOptions }), requestOptions);
		return createdDraft.parse(reply).message.id;
	};
	let id: string;
	try {
		id = await save(kept === undefined ? create : { method: "drafts.update", verb: "PUT", path: pathOf(kept) });
	} catch (cause) {
		// It was sent or deleted meanwhile.
		if (kept === undefined || !(cause instanceof NotFound)) throw cause;
		id = await save(create);
	}
	for (const other of others) await remove(session, other, requestOptions);
	return { id };
}

export async function removeDraft(session: GmailSession, draft: DraftReference): Promise<void> {
	session.requireFull();
	const requestOptions = session.requestOptions("interactive");
	for (const id of await findDrafts(session, draft, requestOptions)) await remove(session, id, requestOptions);
}

const pathOf = (draftId: string): string => `/drafts/${encodeURIComponent(draftId)}`;

async function remove({ api }: GmailSession, draftId: string, requestOptions: RequestOptions): Promise<void> {
	try {
		await api.call({ method: "drafts.delete", verb: "DELETE", path: pathOf(draftId) }, requestOptions);
	} catch (cause) {
		if (!(cause instanceof NotFound)) throw cause;
	}
}

/** Ids of drafts: that of a message comes first. The search by Message-ID may miss what was saved a moment ago. */
async function findDrafts(
	session: GmailSession,
	{ id, messageId }: DraftReference,
	requestOptions: RequestOptions,
): Promise<string[]> {
	const found = new Set<string>();
	const progress = requireProgress("Looking for a draft");
	for (let token: string | undefined, isOver = id === null; !isOver; ) {
		const { drafts, nextPageToken } = await list(session, { token }, requestOptions);
		const draft = drafts.find(({ message }) => message.id === id);
		if (draft !== undefined) found.add(draft.id);
		isOver = draft !== undefined || nextPageToken === undefined;
		if (nextPageToken !== undefined) progress(nextPageToken);
		token = nextPageToken;
	}
	if (/[\s"(){}]/.test(messageId)) return [...found];
	const query = `rfc822msgid:${messageId}`;
	for (const draft of (await list(session, { query }, requestOptions)).drafts) found.add(draft.id);
	return [...found];
}

async function list(
	{ api, limits }: GmailSession,
	{ token, query }: { token?: string | undefined; query?: string },
	requestOptions: RequestOptions,
) {
	const parameters = new URLSearchParams({ maxResults: String(limits.ids) });
	if (token !== undefined) parameters.set("pageToken", token);
	if (query !== undefined) parameters.set("q", query);
	const call = { method: "drafts.list", verb: "GET", path: `/drafts?${parameters}` } as const;
	return draftList.parse(await api.call(call, requestOptions));
}
