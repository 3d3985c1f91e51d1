import { z } from "zod";
import { DeliveryUncertain, NotFound, Unsupported } from "#server/mail/provider/errors.ts";
import type { OutgoingMessage, SendOptions, SendResult, SentAnswer, SentQuery } from "#server/mail/provider/sending.ts";
import { parseHeaderBlock } from "#shared/mail/headers.ts";
import { parseMessageId, parseMessageIds } from "#shared/mail/message-ids.ts";
import { GraphRejection } from "./errors.ts";
import { created } from "./resources.ts";
import { OutcomeUnknown } from "./retry.ts";
import type { OutlookSession } from "./session.ts";

/** Graph accepts 4 MB requests with the message in base64 (https://learn.microsoft.com/graph/outlook-send-mime-message). */
export const LARGEST = 3_000_000;
/** Attempts when the outcome of a request is unknown. */
const MAX_TRIES = 5;
const HEADER_BYTES = 65_536;
/** A draft that was submitted this long ago is no longer being sent. */
const SETTLED_MS = 300_000;

const found = z.object({ value: z.array(z.object({ id: z.string() })) });
const saved = z.object({
	id: z.string(),
	isDraft: z.boolean(),
	internetMessageId: z.string().nullish(),
	conversationId: z.string().nullish(),
});
const SAVED = "$select=id,isDraft,internetMessageId,conversationId";

/**
 * Outlook reads the recipients from the header, and accepts or refuses a message as a whole. The message is first saved as
 * a draft, which becomes the copy in Sent under the same id: this makes a lost response recoverable
 * (https://learn.microsoft.com/graph/outlook-immutable-id).
 */
export async function send(
	session: OutlookSession,
	{ raw, messageId, envelope }: OutgoingMessage,
	{ signal: given, isFirstAttempt, onSubmit }: SendOptions,
): Promise<SendResult> {
	session.requireFull();
	const signal = AbortSignal.any([given, session.signal()]);
	const earlier = isFirstAttempt ? null : await findIn(session, "drafts", messageId, signal);
	const { id } = earlier === null ? await saveDraft(session, raw) : { id: earlier };
	const path = pathOf(id);
	try {
		const { internetMessageId, conversationId } = await read(session, id, signal);
		await onSubmit(id);
		await sendDraft(session, id, signal);
		const recipients = envelope.to.map((address) => ({
			address,
			state: "accepted" as const,
			status: null,
			reply: null,
		}));
		return {
			id,
			messageId: parseMessageId(internetMessageId ?? "") ?? messageId,
			threadId: conversationId ?? null,
			recipients,
		};
	} catch (cause) {
		if (cause instanceof OutcomeUnknown || signal.aborted)
			throw new DeliveryUncertain("Outlook did not confirm that it sent the message.", { cause });
		// Remove the unsent draft.
		await session.client.call({ verb: "DELETE", path }, signal).catch(() => undefined);
		if (!(cause instanceof GraphRejection)) throw cause;
		const refused = { state: "rejected" as const, status: "5.0.0", reply: cause.detail };
		return {
			id: null,
			messageId: null,
			threadId: null,
			recipients: envelope.to.map((address) => ({ address, ...refused })),
		};
	}
}

/** @throws OutcomeUnknown when the outcome is unknown */
async function sendDraft(session: OutlookSession, id: string, signal: AbortSignal): Promise<void> {
	for (let retryState = 1; ; retryState++) {
		try {
			await session.client.call({ verb: "POST", path: `${pathOf(id)}/send`, isOnce: true }, signal);
			return;
		} catch (cause) {
			if (!(cause instanceof OutcomeUnknown)) throw cause;
			if (await isSent(session, id, signal)) return;
			if (retryState >= MAX_TRIES) throw cause;
		}
	}
}

/** The draft itself becomes the copy in Sent; a user who saves no copies has neither. */
export async function findSent(
	session: OutlookSession,
	{ reference, messageId, submittedAt, signal: given }: SentQuery,
): Promise<SentAnswer> {
	const signal = AbortSignal.any([given, session.signal()]);
	const id = reference ?? (await findIn(session, "sentitems", messageId, signal));
	if (id === null) return { state: "unknown" };
	try {
		const { isDraft, internetMessageId, conversationId } = await read(session, id, signal);
		if (isDraft) return { state: session.environment.now() - submittedAt > SETTLED_MS ? "unsent" : "unknown" };
		return { state: "sent", id, messageId: parseMessageId(internetMessageId ?? ""), threadId: conversationId ?? null };
	} catch (cause) {
		if (!(cause instanceof NotFound)) throw cause;
		const copy = await findIn(session, "sentitems", messageId, signal);
		return copy === null ? { state: "unknown" } : { state: "sent", id: copy, messageId, threadId: null };
	}
}

const pathOf = (id: string): string => `/messages/${encodeURIComponent(id)}`;

async function read(session: OutlookSession, id: string, signal: AbortSignal): Promise<z.infer<typeof saved>> {
	return saved.parse(await session.client.call({ verb: "GET", path: `${pathOf(id)}?${SAVED}` }, signal));
}

/** @throws Unsupported for a message that is too large for Graph */
export async function saveDraft(session: OutlookSession, raw: Uint8Array): Promise<{ id: string }> {
	session.requireFull();
	if (raw.length > LARGEST)
		throw new Unsupported(`Outlook takes messages of up to ${LARGEST / 1_000_000} MB from other programs.`);
	const signal = session.signal();
	for (let retryState = 1; ; retryState++) {
		try {
			const call = { verb: "POST", path: "/messages?$select=id", mime: raw, isOnce: true } as const;
			return { id: created.parse(await session.client.call(call, signal)).id };
		} catch (cause) {
			if (!(cause instanceof OutcomeUnknown)) throw cause;
			const id = await findDraft(session, raw, signal);
			if (id !== null) return { id };
			if (retryState >= MAX_TRIES) throw cause;
		}
	}
}

async function isSent(session: OutlookSession, id: string, signal: AbortSignal): Promise<boolean> {
	try {
		return !(await read(session, id, signal)).isDraft;
	} catch (cause) {
		// It is being sent, or the user saves no copies.
		if (cause instanceof NotFound) return true;
		throw cause;
	}
}

/** Finds the draft saved by an attempt without a response, by its Message-ID. */
async function findDraft(session: OutlookSession, raw: Uint8Array, signal: AbortSignal): Promise<string | null> {
	const head =
		Buffer.from(raw.subarray(0, HEADER_BYTES))
			.toString("latin1")
			.split(/\r?\n\r?\n/, 1)[0] ?? "";
	const field = parseHeaderBlock(head).fields.find(({ name }) => name === "message-id");
	const [messageId] = field === undefined ? [] : parseMessageIds(field.raw);
	return messageId === undefined ? null : findIn(session, "drafts", messageId, signal);
}

/** @returns the newest message of a folder with this Message-ID; null: none */
async function findIn(
	session: OutlookSession,
	folder: "drafts" | "sentitems",
	messageId: string,
	signal: AbortSignal,
): Promise<string | null> {
	const filter = encodeURIComponent(`internetMessageId eq '<${messageId.replaceAll("'", "''")}>'`);
	const path = `/mailFolders/${folder}/messages?$select=id&$top=1&$filter=${filter}`;
	return found.parse(await session.client.call({ verb: "GET", path }, signal)).value[0]?.id ?? null;
}
