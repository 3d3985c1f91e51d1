import type { AddedMessages } from "#providers/shared/added-messages.ts";
import type { Overlay } from "#providers/shared/overlay.ts";
import type { DraftReference } from "#server/mail/provider/provider.ts";
import type { OutgoingMessage, SendOptions, SendResult, SentAnswer, SentQuery } from "#server/mail/provider/sending.ts";
import { parseHeaderBlock } from "#shared/mail/headers.ts";
import { parseMessageId } from "#shared/mail/message-ids.ts";
import { headerOf } from "./generated.ts";
import { OWNER } from "./mail/people.ts";

const UNREAD = { read: false, starred: false, important: false, answered: false };

/** Mail stays in the demo mailbox: it appears in Sent, and in the inbox when its owner is a recipient. */
export async function send(
	outbox: AddedMessages,
	{ raw, messageId, envelope }: OutgoingMessage,
	{ signal, onSubmit }: SendOptions,
	now: number,
): Promise<SendResult> {
	signal.throwIfAborted();
	const isToOwner = envelope.to.some((address) => address.toLowerCase() === OWNER.email);
	await onSubmit(null);
	const [id = null] = await outbox.addAll([
		{ folderId: "sent", raw },
		...(isToOwner ? [{ folderId: "inbox", raw: withoutBcc(raw), initial: { flags: UNREAD, receivedAt: now } }] : []),
	]);
	const recipients = envelope.to.map((address) => ({ address, state: "accepted" as const, status: null, reply: null }));
	return { id, messageId, threadId: null, recipients };
}

/** Storing the copy is the sending: a message that is not there was not sent. */
export async function findSent(
	outbox: AddedMessages,
	{ messageId }: Pick<SentQuery, "messageId">,
): Promise<SentAnswer> {
	for (const { id } of (await outbox.all()).filter(({ folderId }) => folderId === "sent").reverse()) {
		if (messageIdOf(await outbox.read(id)) === messageId) return { state: "sent", id, messageId, threadId: null };
	}
	return { state: "unsent" };
}

/** Ids of a draft's copies that are in Drafts now. */
export async function findDrafts(
	outbox: AddedMessages,
	overlay: Pick<Overlay, "apply">,
	{ id, messageId }: DraftReference,
): Promise<string[]> {
	const drafts = (await overlay.apply(await outbox.all())).filter(({ folderId }) => folderId === "drafts");
	const found: string[] = [];
	for (const draft of drafts)
		if (draft.id === id || messageIdOf(await outbox.read(draft.id)) === messageId) found.push(draft.id);
	return found;
}

/** Message-ID without angle brackets; null: none. */
function messageIdOf(raw: Uint8Array | null): string | null {
	const head = Buffer.from(headerOf(raw ?? new Uint8Array())).toString("latin1");
	const field = parseHeaderBlock(head).fields.find(({ name }) => name === "message-id");
	return field === undefined ? null : parseMessageId(field.raw);
}

/** Other recipients do not see Bcc (RFC 5322 §3.6.3). */
function withoutBcc(raw: Uint8Array): Buffer {
	const head = headerOf(raw);
	const otherFields = Buffer.from(head)
		.toString("latin1")
		.replace(/^bcc[ \t]*:.*(?:\r?\n[ \t].*)*\r?\n/gim, "");
	return Buffer.concat([Buffer.from(otherFields, "latin1"), Buffer.from(raw).subarray(head.length)]);
}
