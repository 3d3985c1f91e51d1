import { type Dns, DnsFailure } from "#server/dns/dns.ts";
import type { HeaderField } from "#shared/mail/headers.ts";
import type { Reason } from "./reasons.ts";
import { type Receiver, tagsOf, verdictOf } from "./receiver.ts";

/** Keys that are looked up for one message: more signatures than that are an attack on somebody's DNS. */
const MOST_KEYS = 10;

/** Bytes of header section and characters of one signature that are looked at: real ones are far shorter. */
const LONGEST_HEADER = 512 * 1024;
const LONGEST_SIGNATURE = 20_000;

/** The header fields that RFC 8058 §3 wants signed. */
const NEEDED = ["list-unsubscribe", "list-unsubscribe-post"];

export interface Signed {
	raw: Uint8Array;
	fields: readonly HeaderField[];
	/** When the mailbox's server got it: a signature that has run out since was good then. */
	receivedAt: Date;
	receiver: Receiver | null;
}

/**
 * Whether a passing DKIM signature (RFC 6376) covers what the one-click address rests on, as RFC 8058 §3 asks: found by
 * checking it, or else told by the server that received the message (RFC 8601).
 * @returns null when one does, or why not
 */
export async function whyNotSigned(dns: Pick<Dns, "txt">, message: Signed): Promise<Reason | null> {
	const found = await checkSignatures(dns, message);
	if (found === null || verdictOf(message.receiver, message.fields, NEEDED)) return null;
	return found;
}

/** Names in the DNS of the keys that a message's signatures name (RFC 6376 §3.6.2.1), each once. */
export function keyNamesOf(fields: readonly HeaderField[]): string[] {
	const names = new Set<string>();
	for (const { name, raw } of fields) {
		if (name !== "dkim-signature" || names.size >= MOST_KEYS) continue;
		const { d, s } = tagsOf(raw.slice(0, LONGEST_SIGNATURE));
		if (d !== undefined && s !== undefined) names.add(`${s}._domainkey.${d}`);
	}
	return [...names];
}

async function checkSignatures(dns: Pick<Dns, "txt">, { raw, fields, receivedAt }: Signed): Promise<Reason | null> {
	if (!fields.some(({ name }) => name === "dkim-signature")) return "no-dkim";
	const message = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
	if (headerEnd(message) > LONGEST_HEADER) return "too-large";
	// Loaded when it is needed: the program starts without it.
	const { dkimVerify } = await import("mailauth/lib/dkim/verify.js");
	let keys = 0;
	const { results } = await dkimVerify(withCrlf(message), {
		strict: true,
		curTime: receivedAt,
		async resolver(name, type) {
			if (type !== "TXT" || ++keys > MOST_KEYS) throw new DnsFailure("More keys than are looked up");
			return dns.txt(name);
		},
	});
	// RFC 6376 §3.6.1: a key that is only being tried out is no signature yet.
	const signatures = results.filter(({ status }) => status.result !== "none" && status.testing !== true);
	const passing = signatures.filter(({ status }) => status.result === "pass");
	if (passing.some(({ signingHeaders }) => covers(signingHeaders?.headers ?? []))) return null;
	if (passing.length > 0) return "dkim-not-covering";
	if (signatures.some(({ status }) => status.result === "temperror")) return "dkim-unknown";
	return signatures.length > 0 ? "dkim-failed" : "no-dkim";
}

/** @param lines the very lines that were signed */
function covers(lines: readonly string[]): boolean {
	const names = lines.map((line) => line.slice(0, line.indexOf(":")).trim().toLowerCase());
	return NEEDED.every((name) => names.includes(name));
}

/** Where the body begins. */
function headerEnd(raw: Buffer): number {
	const ends = [raw.indexOf("\r\n\r\n"), raw.indexOf("\n\n")].filter((at) => at >= 0);
	return ends.length === 0 ? raw.length : Math.min(...ends);
}

/** Line ends as they were signed: the verifier takes each line by itself where they are bare, which is slow. */
function withCrlf(raw: Buffer): Buffer {
	const text = raw.toString("latin1");
	const fixed = text.replace(/\r?\n/g, "\r\n");
	return fixed.length === text.length ? raw : Buffer.from(fixed, "latin1");
}
