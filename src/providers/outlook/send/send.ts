import { z } from "zod";
import { OutcomeUnknown } from "#providers/shared/retries.ts";
import { DeliveryUncertain, NotFound } from "#server/mail/provider/errors.ts";
import type { OutgoingMessage, SendOptions, SendResult, SentAnswer, SentQuery } from "#server/mail/provider/sending.ts";
import { parseMessageId } from "#shared/mail/message-ids.ts";
import { GraphRejection } from "../api/errors.ts";
import { destroy } from "../messages/modify.ts";
import type { OutlookSession } from "../session.ts";
import { createDraft, findIn, IN_ONE_REQUEST } from "./drafts.ts";

/** Attempts when the outcome of a request is unknown. */
const MAX_TRIES = 5;
/** A draft that was submitted this long ago is no longer being sent. */
const MAX_SENDING_MS = 300_000;

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
	const id =
		(isFirstAttempt ? null : await earlierDraft(session, { raw, messageId }, signal)) ??
		(await createDraft(session, raw, signal));
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

/** The unsent draft of an earlier attempt. One whose files were uploaded after it may be incomplete, and is deleted. */
async function earlierDraft(
	session: OutlookSession,
	{ raw, messageId }: Pick<OutgoingMessage, "raw" | "messageId">,
	signal: AbortSignal,
): Promise<string | null> {
	const drafts = await findIn(session, "drafts", messageId, signal);
	if (raw.length <= IN_ONE_REQUEST) return drafts[0] ?? null;
	await destroy(session, drafts);
	return null;
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
	const id = reference ?? (await findIn(session, "sentitems", messageId, signal))[0];
	if (id === undefined) return { state: "unknown" };
	try {
		const { isDraft, internetMessageId, conversationId } = await read(session, id, signal);
		if (isDraft) return { state: session.environment.now() - submittedAt > MAX_SENDING_MS ? "unsent" : "unknown" };
		return { state: "sent", id, messageId: parseMessageId(internetMessageId ?? ""), threadId: conversationId ?? null };
	} catch (cause) {
		if (!(cause instanceof NotFound)) throw cause;
		const [copy] = await findIn(session, "sentitems", messageId, signal);
		return copy === undefined ? { state: "unknown" } : { state: "sent", id: copy, messageId, threadId: null };
	}
}

const pathOf = (id: string): string => `/messages/${encodeURIComponent(id)}`;

async function read(session: OutlookSession, id: string, signal: AbortSignal): Promise<z.infer<typeof saved>> {
	return saved.parse(await session.client.call({ verb: "GET", path: `${pathOf(id)}?${SAVED}` }, signal));
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
