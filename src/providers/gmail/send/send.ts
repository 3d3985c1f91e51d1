import { DeliveryUncertain, NotFound, Unavailable } from "#server/mail/provider/errors.ts";
import type { AppendedMessage } from "#server/mail/provider/provider.ts";
import type {
	OutgoingMessage,
	RecipientResult,
	SendOptions,
	SendResult,
	SentAnswer,
	SentCopy,
	SentQuery,
} from "#server/mail/provider/sending.ts";
import { parseHeaderBlock } from "#shared/mail/headers.ts";
import { parseMessageId, parseMessageIds, parseReferences } from "#shared/mail/message-ids.ts";
import type { Call, RequestOptions } from "../api/call.ts";
import { GmailRejection } from "../api/errors.ts";
import { created, type GmailMessage, message } from "../api/resources.ts";
import { listIds } from "../listing/ids.ts";
import { getCall, threadIdOf, threadName } from "../messages/messages.ts";
import { differenceFor, differenceForFlags } from "../messages/system-labels.ts";
import type { GmailSession } from "../session.ts";

/** Largest message sent as JSON; larger ones are uploaded. */
const MAX_BYTES_IN_JSON = 3_000_000;
/** References searched to find the thread; in a long list the last ones are the most likely to exist. */
const MAX_LOOKED_FOR = 5;
/** Newest sent messages compared when Gmail may have replaced the Message-ID. */
const MAX_COMPARED = 100;
const CLOCK_SKEW_MS = 120_000;
/** Gmail ends its requests within a minute (`TIMEOUT_MS` in api.ts); a multiple of that. */
const MAX_SENDING_MS = 300_000;

/** Gmail reads the recipients from the header and saves the copy in Sent itself; it refuses a message as a whole. */
export async function send(
	session: GmailSession,
	{ raw, messageId, envelope, threadId }: OutgoingMessage,
	{ signal, onSubmit }: SendOptions,
): Promise<SendResult> {
	session.requireFull();
	const requestOptions = session.requestOptions("interactive", signal);
	const call = await callWith(session, raw, {
		target: { method: "messages.send", verb: "POST", path: "/messages/send", isOnce: true },
		requestOptions,
		known: threadId && threadIdOf(threadId),
	});
	await onSubmit(null);
	let copy: GmailMessage;
	try {
		copy = message.parse(await session.api.call(call, requestOptions));
	} catch (cause) {
		if (cause instanceof GmailRejection) return { ...NO_COPY, recipients: refusedBy(cause, envelope.to) };
		if (cause instanceof Unavailable || signal.aborted)
			throw new DeliveryUncertain("Gmail did not confirm that it sent the message.", { cause });
		throw cause;
	}
	const recipients = envelope.to.map((address) => ({ address, state: "accepted" as const, status: null, reply: null }));
	return {
		...(await copyOf(session, copy.id, requestOptions, messageId)),
		threadId: threadName(copy.threadId),
		recipients,
	};
}

const NO_COPY = { id: null, messageId: null, threadId: null };

function refusedBy(cause: GmailRejection, addresses: readonly string[]): RecipientResult[] {
	return addresses.map((address) => ({ address, state: "rejected", status: "5.0.0", reply: cause.detail }));
}

/** Gmail may replace the Message-ID. The message has been sent: not learning its new one is no error. */
async function copyOf(
	session: GmailSession,
	id: string,
	requestOptions: RequestOptions,
	messageId: string,
): Promise<SentCopy> {
	try {
		const found = await headersOf(session, id, requestOptions);
		return { id, messageId: found?.messageId ?? messageId, threadId: found?.threadId ?? null };
	} catch {
		return { id, messageId: null, threadId: null };
	}
}

/**
 * Looks for the message in Sent: by its Message-ID, then, because Gmail may have replaced that one, by the header in which
 * it keeps the original. Gmail saves the copy with the sending, so a message that is not there after a while was not sent.
 */
export async function findSent(
	session: GmailSession,
	{ messageId, submittedAt, signal }: SentQuery,
): Promise<SentAnswer> {
	const requestOptions = session.requestOptions("interactive", signal);
	const isQueryable = !/[\s"(){}]/.test(messageId);
	const byId = isQueryable
		? (await listIds(session, { label: "SENT", query: `rfc822msgid:${messageId}` }, requestOptions)).messages
		: [];
	const newest = byId.length > 0 ? byId : (await listIds(session, { label: "SENT" }, requestOptions)).messages;
	for (const { id } of newest.slice(0, MAX_COMPARED)) {
		const found = await headersOf(session, id, requestOptions);
		if (found === null) continue;
		if (found.messageId === messageId || found.originalId === messageId)
			return { state: "sent", id, messageId: found.messageId, threadId: found.threadId };
		if (found.date < submittedAt - CLOCK_SKEW_MS) break;
	}
	return { state: session.environment.now() - submittedAt > MAX_SENDING_MS ? "unsent" : "unknown" };
}

interface SentHeaders {
	messageId: string | null;
	/** Before Gmail replaced it. */
	originalId: string | null;
	threadId: string;
	/** Epoch milliseconds. */
	date: number;
}

async function headersOf(
	session: GmailSession,
	id: string,
	requestOptions: RequestOptions,
): Promise<SentHeaders | null> {
	const { path } = getCall(id, "metadata");
	const headers = ["Message-ID", "X-Google-Original-Message-ID"].map((name) => `&metadataHeaders=${name}`).join("");
	const call = { method: "messages.get", verb: "GET", path: path + headers } as const;
	let reply: unknown;
	try {
		reply = await session.api.call(call, requestOptions);
	} catch (cause) {
		if (cause instanceof NotFound) return null;
		throw cause;
	}
	const { payload, threadId, internalDate } = message.parse(reply);
	const idIn = (name: string): string | null =>
		parseMessageId(payload?.headers.find((field) => field.name.toLowerCase() === name)?.value ?? "");
	return {
		messageId: idIn("message-id"),
		originalId: idIn("x-google-original-message-id"),
		threadId: threadName(threadId),
		date: Number(internalDate ?? 0),
	};
}

/** The received date is the message's Date field: Gmail accepts no other. */
export async function append(session: GmailSession, appended: AppendedMessage): Promise<{ id: string }> {
	session.requireFull();
	const requestOptions = session.requestOptions("interactive");
	const difference = differenceFor(appended.folderId);
	if (difference === null) throw new NotFound("Gmail has no such folder.");
	const labelIds = [
		...difference.add,
		...(appended.isSent ? ["SENT"] : []),
		...differenceForFlags({ read: false, ...appended.flags }).add,
		...(await session.labels.ensure(appended.labels, requestOptions)),
	];
	const bytes = Buffer.from(appended.raw);
	const base = { method: "messages.insert", verb: "POST", isOnce: true } as const;
	const path = "/messages?internalDateSource=dateHeader";
	const call: Call =
		bytes.length <= MAX_BYTES_IN_JSON
			? { ...base, path, body: { labelIds, raw: bytes.toString("base64url") } }
			: { ...base, path: `${path}&uploadType=multipart`, upload: relatedParts(JSON.stringify({ labelIds }), bytes) };
	return { id: created.parse(await session.api.call(call, requestOptions)).id };
}

/** The call that passes a whole message, and the thread of what it answers. @param known its thread, where it is known */
export async function callWith(
	session: GmailSession,
	raw: Uint8Array,
	{
		target: { method, verb, path, isOnce },
		requestOptions,
		known,
	}: {
		target: Pick<Call, "method" | "verb" | "path" | "isOnce">;
		requestOptions: RequestOptions;
		known?: string | undefined;
	},
): Promise<Call> {
	const bytes = Buffer.from(raw);
	const threadId = known ?? (await threadOf(session, bytes, requestOptions));
	const about = threadId === undefined ? {} : { threadId };
	const wrap = (message: object): object => (method === "messages.send" ? message : { message });
	const base = { method, verb, ...(isOnce && { isOnce }) };
	if (bytes.length <= MAX_BYTES_IN_JSON)
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
	const valuesOf = (name: string): string[] => fields.filter((field) => field.name === name).map(({ raw }) => raw);
	const references = valuesOf("references").flatMap(parseReferences).reverse();
	const answered = [...new Set([...valuesOf("in-reply-to").flatMap(parseMessageIds), ...references])];
	for (const id of answered.slice(0, MAX_LOOKED_FOR)) {
		if (/[\s"(){}]/.test(id)) continue;
		const { messages } = await listIds(session, { query: `rfc822msgid:${id}` }, requestOptions);
		if (messages[0] !== undefined) return messages[0].threadId;
	}
	return undefined;
}
