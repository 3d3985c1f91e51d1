import { readDomainName } from "#kernel/addresses.ts";
import { decodePercent } from "#shared/mail/percent.ts";

/** The message that a mailto URI describes. */
export interface UnsubscribeMessage {
	/** A single address, with its domain in ASCII. */
	to: string;
	/** A single line. */
	subject: string;
	/** Lines end with \n. */
	body: string;
}

/** Longer URIs are rejected: no list needs them. */
const MAX_SUBJECT_LENGTH = 2_000;
const MAX_BODY_LENGTH = 20_000;
/** RFC 5321 §4.5.3.1.3, without the angle brackets. */
const MAX_ADDRESS_LENGTH = 254;

/** Default where the URI has none: legacy list managers look for it, and people understand it. */
const USUAL_SUBJECT = "unsubscribe";

/**
 * Parses a mailto URI (RFC 6068) for unsubscribing. Only the first recipient, `subject` and `body` are used: a message to
 * others, or with other header fields, is not what the user requested. A `+` is a plus.
 * @returns null when there is no valid recipient, or when it is longer than any list needs
 */
export function readMailto(address: string): UnsubscribeMessage | null {
	const [, path = "", query = ""] = /^mailto:\/*([^?#]*)(?:\?([^#]*))?/i.exec(address) ?? [];
	const fields = new Map<string, string>();
	const recipients = path.split(",");
	for (const pair of query.split(/&amp;|&/i)) {
		const [name = "", ...value] = pair.split("=");
		const key = decodePercent(name).toLowerCase();
		if (key === "to") recipients.push(...value.join("=").split(","));
		else if (!fields.has(key)) fields.set(key, decodePercent(value.join("=")));
	}
	const to = recipients.map(decodedAddress).find((one) => one !== null) ?? null;
	const subject = oneLine(fields.get("subject") ?? "") || USUAL_SUBJECT;
	const body = plainText(fields.get("body") ?? "");
	if (to === null || subject.length > MAX_SUBJECT_LENGTH || body.length > MAX_BODY_LENGTH) return null;
	return { to, subject, body };
}

/** Text may be damaged, but not a recipient, which would be another one. */
function decodedAddress(text: string): string | null {
	try {
		return plainAddress(decodeURIComponent(text));
	} catch {
		return null;
	}
}

/** A dot-atom before the @ and a domain name with a dot after it (RFC 5321 §4.1.2): what all mail programs read alike. */
function plainAddress(text: string): string | null {
	const written = text.trim();
	if (written.length > MAX_ADDRESS_LENGTH * 2) return null;
	const [, local = "", domain = ""] = /^([^@\s]+)@([^@\s]+)$/.exec(written) ?? [];
	const host = readDomainName(domain)?.ascii ?? "";
	if (!/^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i.test(local)) return null;
	if (!host.includes(".")) return null;
	const address = `${local}@${host}`;
	return address.length > MAX_ADDRESS_LENGTH ? null : address;
}

function oneLine(text: string): string {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not get into a header
	return text.replace(/[\x00-\x1f\x7f\u2028\u2029]+/g, " ").trim();
}

function plainText(text: string): string {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: all but tab and line feed are removed
	return text.replace(/\r\n?/g, "\n").replace(/[\x00-\x08\x0b-\x1f\x7f]+/g, "");
}
