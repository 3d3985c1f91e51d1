import { type Recipients, recipientsOf, withRecipients } from "#server/mail/send/recipient-headers.ts";
import { addressKey, asciiDomain } from "#shared/mail/address-key.ts";
import { domainOf } from "#shared/mail/addresses.ts";
import { parseHeaderBlock } from "#shared/mail/headers.ts";
import type { Address } from "#shared/mail/message.ts";
import { parseMessageId } from "#shared/mail/message-ids.ts";

/** The content of a message that the kernel composes. */
export interface Content {
	subject: string;
	text: string;
	html?: string;
	replyTo?: Address;
	/** Further header fields. */
	headers?: Record<string, string>;
	attachments?: OutgoingAttachment[];
	/** The same for programs, such as `text/calendar; method=REPLY` (RFC 6047). */
	alternatives?: { contentType: string; content: string }[];
}

export interface OutgoingAttachment {
	filename: string;
	contentType: string;
	content: Buffer;
	/** Content-ID without angle brackets, of a part that the HTML shows (RFC 2392). */
	contentId?: string;
}

/** Where the message belongs in a conversation. */
export interface ThreadOptions {
	/** Message-ID of the message that it answers, without angle brackets. */
	inReplyTo?: string;
	/** Oldest first, without angle brackets; absent: `inReplyTo` alone. */
	references?: readonly string[];
	/** The provider's thread; absent: the provider finds it. */
	providerThreadId?: string;
}

/** The Message-ID of a new message, without angle brackets. @param id unique */
export function newMessageId(id: string, from: Address): string {
	return `${id}@${asciiDomain(domainOf(from.email)) || "localhost"}`;
}

/** A complete message. */
export interface Composed {
	raw: Buffer;
	/** Without angle brackets. */
	messageId: string;
	subject: string;
	recipients: Recipients;
}

/** Composes a message (RFC 5322) with Bcc, which providers remove for the other recipients. */
export async function composeMessage(
	{ from, recipients }: { from: Address; recipients: Recipients },
	content: Content,
	{ inReplyTo, references }: ThreadOptions,
	{ messageId, date }: { messageId: string; date: Date },
): Promise<Composed> {
	// Objects, so that an address cannot be parsed as several.
	const objects = (list: readonly Address[]) => list.map(({ name, email }) => ({ name, address: email }));
	const chain = references ?? (inReplyTo === undefined ? [] : [inReplyTo]);
	// Imported lazily to keep startup fast.
	const { default: MailComposer } = await import("nodemailer/lib/mail-composer");
	const node = new MailComposer({
		from: { name: from.name, address: from.email },
		to: objects(recipients.to),
		cc: objects(recipients.cc),
		bcc: objects(recipients.bcc),
		subject: foldable(content.subject),
		text: content.text,
		...(content.html !== undefined && { html: content.html }),
		...(content.replyTo && { replyTo: { name: content.replyTo.name, address: content.replyTo.email } }),
		...(content.headers && { headers: content.headers }),
		...(content.attachments && { attachments: content.attachments.map(asPart) }),
		...(content.alternatives && { alternatives: content.alternatives }),
		...(inReplyTo !== undefined && { inReplyTo: `<${inReplyTo}>` }),
		...(chain.length > 0 && { references: chain.map((one) => `<${one}>`) }),
		messageId: `<${messageId}>`,
		date,
		disableFileAccess: true,
		disableUrlAccess: true,
	}).compile();
	node.keepBcc = true;
	return { raw: await node.build(), messageId, subject: content.subject, recipients };
}

/** Longer words make lines longer than the 998 bytes that servers take (RFC 5322 §2.1.1). */
const MAX_WORD_LENGTH = 900;
/** Bytes whose encoded word (RFC 2047 §2) has at most 75 characters. */
const ENCODED_BYTES = 45;

/** Text of a header that can be folded: encoded where a word is too long for a line. */
function foldable(text: string): string {
	if (!text.split(/[ \t]/).some((word) => word.length > MAX_WORD_LENGTH)) return text;
	const words: string[] = [];
	let part = "";
	for (const letter of text) {
		if (Buffer.byteLength(part + letter) > ENCODED_BYTES) {
			words.push(part);
			part = "";
		}
		part += letter;
	}
	return [...words, part].map((word) => `=?UTF-8?B?${Buffer.from(word).toString("base64")}?=`).join(" ");
}

function asPart({ contentId, ...attachment }: OutgoingAttachment) {
	return contentId === undefined
		? { ...attachment, contentDisposition: "attachment" as const }
		: { ...attachment, cid: contentId, contentDisposition: "inline" as const };
}

/**
 * A message that the caller has composed. It gets a Message-ID when it has none.
 * @param bcc recipients that its header does not name
 */
export function readComposed(
	raw: Uint8Array,
	bcc: readonly Address[],
	{ id, from }: { id: string; from: Address },
): Composed {
	const { header, body } = split(raw);
	const { fields } = parseHeaderBlock(header);
	const fieldOf = (wanted: string): string => fields.find(({ name }) => name === wanted)?.raw ?? "";
	const given = parseMessageId(fieldOf("message-id"));
	const messageId = given ?? newMessageId(id, from);
	const named = recipientsOf(header);
	const recipients = { ...named, bcc: [...named.bcc, ...bcc] };
	let head = given === null ? `Message-ID: <${messageId}>\r\n${header}` : header;
	if (bcc.length > 0) head = withRecipients(head, recipients);
	return { raw: joined(head, body), messageId, subject: fieldOf("subject"), recipients };
}

/** The message with only these of its recipients. @param isAllowed whether an address, as `addressKey` spells it, remains */
export function restrictRecipients(raw: Uint8Array, isAllowed: (address: string) => boolean): Buffer {
	const { header, body } = split(raw);
	const { to, cc, bcc } = recipientsOf(header);
	const allowed = (list: readonly Address[]): Address[] => list.filter(({ email }) => isAllowed(addressKey(email)));
	return joined(withRecipients(header, { to: allowed(to), cc: allowed(cc), bcc: allowed(bcc) }), body);
}

/** @returns the header section with one code unit per byte, ending with CRLF, and the rest from the empty line on */
function split(raw: Uint8Array): { header: string; body: Buffer } {
	const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
	const end = bytes.indexOf("\r\n\r\n");
	if (end < 0) return { header: `${bytes.toString("latin1").trimEnd()}\r\n`, body: Buffer.from("\r\n") };
	return { header: bytes.toString("latin1", 0, end + 2), body: bytes.subarray(end + 2) };
}

function joined(header: string, body: Buffer): Buffer {
	return Buffer.concat([Buffer.from(header, "latin1"), body]);
}
