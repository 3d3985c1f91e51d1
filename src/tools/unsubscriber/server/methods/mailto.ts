import { domainToASCII } from "node:url";
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

/** Text may be damaged, a recipient must not be: it would be somebody else. */
function decodedAddress(text: string): string | null {
	try {
		return soundAddress(decodeURIComponent(text));
	} catch {
		return null;
	}
}

/** A dot-atom before the @ and a host name after it (RFC 5321 §4.1.2), so that it cannot be parsed as anything else. */
function soundAddress(text: string): string | null {
	const written = text.trim();
	if (written.length > MAX_ADDRESS_LENGTH * 2) return null;
	const [, local = "", domain = ""] = /^([^@\s]+)@([^@\s]+)$/.exec(written) ?? [];
	const host = domainToASCII(domain).toLowerCase();
	if (!/^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i.test(local)) return null;
	if (!isHostName(host)) return null;
	const address = `${local}@${host}`;
	return address.length > MAX_ADDRESS_LENGTH ? null : address;
}

/** At least two labels of letters, digits and inner hyphens; the last one is not numeric (RFC 1123 §2.1). */
function isHostName(host: string): boolean {
	const labels = host.split(".");
	const top = labels.pop() ?? "";
	if (labels.length === 0 || !/^[a-z0-9-]+$/.test(top) || !/[a-z]/.test(top)) return false;
	return labels.every((label) => /^[a-z0-9-]+$/.test(label) && !label.startsWith("-") && !label.endsWith("-"));
}

function oneLine(text: string): string {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not get into a header
	return text.replace(/[\x00-\x1f\x7f\u2028\u2029]+/g, " ").trim();
}

function plainText(text: string): string {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: all but tab and line feed are removed
	return text.replace(/\r\n?/g, "\n").replace(/[\x00-\x08\x0b-\x1f\x7f]+/g, "");
}
