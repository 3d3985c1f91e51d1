import { NotFound } from "#server/mail/provider/errors.ts";
import type { AppendedMessage } from "#server/mail/provider/provider.ts";
import { parseHeaderBlock } from "#shared/mail/headers.ts";
import { parseMessageIds } from "#shared/mail/message-ids.ts";
import type { Call, RequestOptions } from "./api.ts";
import { listIds } from "./ids.ts";
import { created, createdDraft } from "./resources.ts";
import type { GmailSession } from "./session.ts";
import { differenceFor } from "./system-labels.ts";

/** Largest message sent as JSON; larger ones are uploaded. */
const LARGEST_IN_JSON = 3_000_000;
/** References searched to find the thread; in a long list the last ones are the most likely to exist. */
const MAX_LOOKED_FOR = 5;

/** @throws Unavailable when the outcome is unknown */
export async function send(session: GmailSession, raw: Uint8Array): Promise<{ id: string }> {
	session.requireFull();
	const requestOptions = session.requestOptions("hand");
	const reply = await session.api.call(await callWith(session, raw, "messages.send", requestOptions), requestOptions);
	return { id: created.parse(reply).id };
}

export async function saveDraft(session: GmailSession, raw: Uint8Array): Promise<{ id: string }> {
	session.requireFull();
	const requestOptions = session.requestOptions("hand");
	const reply = await session.api.call(await callWith(session, raw, "drafts.create", requestOptions), requestOptions);
	return { id: createdDraft.parse(reply).message.id };
}

/** The received date is the message's Date field: Gmail accepts no other. */
export async function append(session: GmailSession, message: AppendedMessage): Promise<{ id: string }> {
	session.requireFull();
	const requestOptions = session.requestOptions("hand");
	const difference = differenceFor(message.folderId);
	if (difference === null) throw new NotFound("Gmail has no such folder.");
	const labelIds = [
		...difference.add,
		...(message.isSent ? ["SENT"] : []),
		...(message.flags.read ? [] : ["UNREAD"]),
		...(message.flags.starred ? ["STARRED"] : []),
		...(message.flags.important ? ["IMPORTANT"] : []),
		...(await session.labels.ensure(message.labels, requestOptions)),
	];
	const bytes = Buffer.from(message.raw);
	const base = { method: "messages.insert", verb: "POST", isOnce: true } as const;
	const path = "/messages?internalDateSource=dateHeader";
	const call: Call =
		bytes.length <= LARGEST_IN_JSON
			? { ...base, path, body: { labelIds, raw: bytes.toString("base64url") } }
			: { ...base, path: `${path}&uploadType=multipart`, upload: relatedParts(JSON.stringify({ labelIds }), bytes) };
	return { id: created.parse(await session.api.call(call, requestOptions)).id };
}

async function callWith(
	session: GmailSession,
	raw: Uint8Array,
	method: "messages.send" | "drafts.create",
	requestOptions: RequestOptions,
): Promise<Call> {
	const bytes = Buffer.from(raw);
	const threadId = await threadOf(session, bytes, requestOptions);
	const path = method === "messages.send" ? "/messages/send" : "/drafts";
	const about = threadId === undefined ? {} : { threadId };
	const wrap = (message: object): object => (method === "messages.send" ? message : { message });
	const base = { method, verb: "POST", isOnce: true } as const;
	if (bytes.length <= LARGEST_IN_JSON)
		return { ...base, path, body: wrap({ ...about, raw: bytes.toString("base64url") }) };
	const upload = relatedParts(JSON.stringify(wrap(about)), bytes);
	return { ...base, path: `${path}?uploadType=multipart`, upload };
}

/** https://developers.google.com/workspace/gmail/api/guides/uploads#multipart */
function relatedParts(about: string, message: Buffer): NonNullable<Call["upload"]> {
	const boundary = `part_${crypto.randomUUID()}`;
	const head = `--${boundary}\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n${about}\r\n--${boundary}\r\nContent-Type: message/rfc822\r\n\r\n`;
	return {
		contentType: `multipart/related; boundary=${boundary}`,
		bytes: Buffer.concat([Buffer.from(head), message, Buffer.from(`\r\n--${boundary}--\r\n`)]),
	};
}

/**
 * The thread of the message replied to: Gmail adds the reply to it if the subject matches as well
 * (https://developers.google.com/workspace/gmail/api/guides/threads).
 */
async function threadOf(
	session: GmailSession,
	bytes: Buffer,
	requestOptions: RequestOptions,
): Promise<string | undefined> {
	const { fields } = parseHeaderBlock(
		bytes
			.subarray(0, 65_536)
			.toString("latin1")
			.split(/\r?\n\r?\n/, 1)[0] ?? "",
	);
	const idsIn = (name: string): string[] =>
		fields.filter((field) => field.name === name).flatMap(({ raw }) => parseMessageIds(raw));
	const answered = [...new Set([...idsIn("in-reply-to"), ...idsIn("references").reverse()])];
	for (const id of answered.slice(0, MAX_LOOKED_FOR)) {
		if (/[\s"(){}]/.test(id)) continue;
		const { messages } = await listIds(session, { query: `rfc822msgid:${id}` }, requestOptions);
		if (messages[0] !== undefined) return messages[0].threadId;
	}
	return undefined;
}
