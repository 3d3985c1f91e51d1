import { type Dns, DnsFailure } from "#server/platform/net/dns.ts";
import type { HeaderField } from "#shared/mail/headers.ts";
import type { Reason } from "./reasons.ts";
import { type Receiver, tagsOf, verdictOf } from "./receiver.ts";

/** Keys that are looked up for one message: more signatures than that are an attack on somebody's DNS. */
const MOST_KEYS = 10;

/** Signatures of one message that are checked: each may want the whole body hashed once more. */
const MOST_SIGNATURES = 10;
/**
 * Bytes of one line. The library joins the pieces of a line again and again, in time quadratic to its length; RFC 5322
 * §2.1.1 allows 998.
 */
const LONGEST_LINE = 64 * 1024;

/** Lines of a header section: the library joins folded ones in time quadratic to their number. */
const MOST_HEADER_LINES = 4_000;
/** Bytes of a DKIM-Signature field, for which the library's patterns take time quadratic to the length; real ones have a thousand. */
const LONGEST_SIGNATURE = 8 * 1024;
/** Bytes of a whole header section. */
const MOST_HEADER_BYTES = 256 * 1024;

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
export async function signatureProblem(dns: Pick<Dns, "txt">, message: Signed): Promise<Reason | null> {
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
	const count = fields.filter(({ name }) => name === "dkim-signature").length;
	if (count === 0) return "no-dkim";
	if (hasLongHeader(raw)) return "too-large";
	if (count > MOST_SIGNATURES || hasLongLine(raw)) return "dkim-failed";
	const message = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
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

function hasLongLine(raw: Uint8Array): boolean {
	for (let at = 0; raw.length - at > LONGEST_LINE; ) {
		const newline = raw.lastIndexOf(LINE_FEED, at + LONGEST_LINE);
		if (newline < at) return true;
		at = newline + 1;
	}
	return false;
}

/** Whether the header section, or a signature in it, is longer than what the library is given. */
function hasLongHeader(raw: Uint8Array): boolean {
	let signatureStart = -1;
	let line = 0;
	for (let lines = 0; lines < MOST_HEADER_LINES && line < MOST_HEADER_BYTES; lines++) {
		const newline = raw.indexOf(LINE_FEED, line);
		const end = newline < 0 ? raw.length : newline;
		const isFolded = raw[line] === SPACE || raw[line] === TAB;
		if (!isFolded) signatureStart = isSignature(raw, line) ? line : -1;
		if (signatureStart >= 0 && end - signatureStart > LONGEST_SIGNATURE) return true;
		if (newline < 0) return end > MOST_HEADER_BYTES;
		if (newline === line || (newline === line + 1 && raw[line] === CARRIAGE_RETURN)) return false;
		line = newline + 1;
	}
	return true;
}

function isSignature(raw: Uint8Array, line: number): boolean {
	return /^dkim-signature/i.test(String.fromCharCode(...raw.subarray(line, line + "dkim-signature".length)));
}

const TAB = 9;
const SPACE = 32;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** @param lines the very lines that were signed */
function covers(lines: readonly string[]): boolean {
	const names = lines.map((line) => line.slice(0, line.indexOf(":")).trim().toLowerCase());
	return NEEDED.every((name) => names.includes(name));
}

/** Line ends as they were signed: the verifier takes each line by itself where they are bare, which is slow. */
function withCrlf(raw: Buffer): Buffer {
	const text = raw.toString("latin1");
	const fixed = text.replace(/\r?\n/g, "\r\n");
	return fixed.length === text.length ? raw : Buffer.from(fixed, "latin1");
}
