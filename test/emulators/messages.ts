import PostalMime, { type Attachment, decodeWords, type Email } from "postal-mime";

/** What an emulator of a mail service reads of a message. */
export interface MessageHeader {
	/** In header order, unfolded, not decoded. */
	fields: { name: string; value: string }[];
	/** First field of that name; empty when there is none. */
	first(name: string): string;
}

/** Reads the header section (RFC 5322 §2.2). */
export function headOf(raw: Uint8Array): MessageHeader {
	const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
	const ends = [bytes.indexOf("\r\n\r\n"), bytes.indexOf("\n\n")].filter((offset) => offset >= 0);
	const section = bytes.subarray(0, ends.length > 0 ? Math.min(...ends) : bytes.length);
	const isUtf8 = Buffer.from(section.toString("utf8"), "utf8").equals(section);
	const fields = section
		.toString(isUtf8 ? "utf8" : "latin1")
		.replace(/\r?\n(?=[ \t])/g, "")
		.split(/\r?\n/)
		.flatMap((line) => {
			const colon = line.indexOf(":");
			return colon > 0 ? [{ name: line.slice(0, colon), value: line.slice(colon + 1).trim() }] : [];
		});
	return {
		fields,
		first: (name) => fields.find((field) => field.name.toLowerCase() === name.toLowerCase())?.value ?? "",
	};
}

/** Message-IDs named in a field, without the angle brackets. */
export function idsIn(value: string): string[] {
	return [...value.matchAll(/<([^<>\s]+)>/g)].map((match) => match[1] ?? "");
}

/** Addresses in a field, lowercase. */
export function addressesIn(value: string): string[] {
	return [...value.matchAll(/[^\s<>,;:"()]+@[^\s<>,;:"()]+/g)].map(([address]) => address.toLowerCase());
}

/** Epoch milliseconds of `Date`; null when it is missing or invalid. */
export function dateOf(head: MessageHeader): number | null {
	const time = Date.parse(head.first("date").replace(/\([^)]*\)/g, ""));
	return Number.isNaN(time) ? null : time;
}

/** The subject without reply prefixes. */
export function bareSubject(head: MessageHeader): string {
	return head
		.first("subject")
		.replace(/^(\s*(re|fwd?|aw|wg)\s*:)+/i, "")
		.trim()
		.toLowerCase();
}

/** Parses a message with a parser other than the product's. */
export async function messageParts(raw: Uint8Array): Promise<Email & { attachments: Attachment[] }> {
	return PostalMime.parse(Uint8Array.from(raw), { attachmentEncoding: "arraybuffer" });
}

/** A field's decoded value: encoded words (RFC 2047) decoded, display names quoted where necessary. */
export function readable({ name, value }: { name: string; value: string }): string {
	const isAddress = /^(from|to|cc|bcc|sender|reply-to)$/i.test(name);
	return value.replace(/=\?[^?\s]+\?[bq]\?[^?]*\?=(\s+=\?[^?\s]+\?[bq]\?[^?]*\?=)*/gi, (words) => {
		const text = decodeWords(words);
		return isAddress && /[(),:;<>@[\]".\\]/.test(text) ? JSON.stringify(text) : text;
	});
}

/** All recipients of a message. */
export function recipientsOf(head: MessageHeader): string[] {
	return ["to", "cc", "bcc"].flatMap((name) => addressesIn(head.first(name)));
}

/** The message without its Bcc field. */
export function withoutBcc(raw: Buffer): Buffer {
	const text = raw.toString("latin1");
	const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length;
	const head = text.slice(0, end).replace(/^bcc:.*(\r?\n[ \t].*)*\r?\n?/gim, "");
	return Buffer.from(head + text.slice(end), "latin1");
}
