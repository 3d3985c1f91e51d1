import type { ReceivingServer } from "#kernel/mailbox.ts";
import { type Dns, DnsFailure } from "#kernel/net.ts";
import { dkimTags } from "#shared/mail/dkim.ts";
import type { HeaderField } from "#shared/mail/headers.ts";
import { ONE_CLICK_FIELDS } from "#shared/mail/one-click.ts";
import type { Reason } from "../attempts/reasons.ts";
import { authResultOf } from "./auth-results.ts";

/** Maximum key lookups per message: more signatures than that are an attack on a DNS server. */
const MAX_KEYS = 10;

/** Maximum signatures checked per message: each may require hashing the whole body again. */
const MAX_SIGNATURES = 10;
/**
 * Maximum bytes per line. The library concatenates the chunks of a line repeatedly, in time quadratic in its length; RFC 5322
 * §2.1.1 allows 998.
 */
const MAX_LINE_LENGTH = 64 * 1024;

/** Maximum lines of a header section: the library joins folded lines in time quadratic in their number. */
const MAX_HEADER_LINES = 4_000;
/** Maximum bytes of a DKIM-Signature field, whose patterns in the library take quadratic time; real ones have about a thousand. */
const MAX_SIGNATURE_LENGTH = 8 * 1024;
/** Maximum bytes of a header section. */
const MAX_HEADER_BYTES = 256 * 1024;

export interface Signed {
	raw: Uint8Array;
	fields: readonly HeaderField[];
	/** When the mailbox's server received the message: a signature that has expired since was valid then. */
	receivedAt: Date;
	receiver: ReceivingServer | null;
}

/**
 * Whether a passing DKIM signature (RFC 6376) covers the headers of the one-click URL, as RFC 8058 §3 requires: verified
 * here, or else reported by the server that received the message (RFC 8601).
 * @returns null when one does, otherwise the reason
 */
export async function signatureProblem(dns: Pick<Dns, "txt">, message: Signed): Promise<Reason | null> {
	const found = await checkSignatures(dns, message);
	if (found === null || authResultOf(message.receiver, message.fields, ONE_CLICK_FIELDS)) return null;
	return found;
}

/** DNS names of the keys for a message's signatures (RFC 6376 §3.6.2.1), deduplicated. */
export function keyNamesOf(fields: readonly HeaderField[]): string[] {
	const names = new Set<string>();
	for (const { name, raw } of fields) {
		if (name !== "dkim-signature" || names.size >= MAX_KEYS) continue;
		const { d, s } = dkimTags(raw);
		if (d !== undefined && s !== undefined) names.add(`${s}._domainkey.${d}`);
	}
	return [...names];
}

async function checkSignatures(dns: Pick<Dns, "txt">, { raw, fields, receivedAt }: Signed): Promise<Reason | null> {
	const count = fields.filter(({ name }) => name === "dkim-signature").length;
	if (count === 0) return "no-dkim";
	if (hasLongHeader(raw)) return "too-large";
	if (count > MAX_SIGNATURES || hasLongLine(raw)) return "dkim-failed";
	const message = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
	// Imported lazily to keep startup fast.
	const { dkimVerify } = await import("mailauth/lib/dkim/verify.js");
	let keys = 0;
	const { results } = await dkimVerify(withCrlf(message), {
		strict: true,
		curTime: receivedAt,
		async resolver(name, type) {
			if (type !== "TXT" || ++keys > MAX_KEYS) throw new DnsFailure("More keys than are looked up");
			const records = await dns.txt(name);
			if (records.length === 0) throw Object.assign(new Error("There is no key"), { code: "ENODATA" });
			return records;
		},
	});
	// RFC 6376 §3.6.1: a key in testing mode counts as unsigned.
	const signatures = results.filter(({ status }) => status.result !== "none" && status.testing !== true);
	const passing = signatures.filter(({ status }) => status.result === "pass");
	if (passing.some(({ signingHeaders }) => covers(signingHeaders?.headers ?? []))) return null;
	if (passing.length > 0) return "dkim-not-covering";
	if (signatures.some(({ status }) => status.result === "temperror")) return "dkim-unknown";
	if (signatures.some(({ status }) => status.result === "neutral" && status.comment === "no key")) return "dkim-no-key";
	return signatures.length > 0 ? "dkim-failed" : "no-dkim";
}

function hasLongLine(raw: Uint8Array): boolean {
	for (let at = 0; raw.length - at > MAX_LINE_LENGTH; ) {
		const newline = raw.lastIndexOf(LINE_FEED, at + MAX_LINE_LENGTH);
		if (newline < at) return true;
		at = newline + 1;
	}
	return false;
}

/** Whether the header section, or a signature in it, exceeds what the library may be given. */
function hasLongHeader(raw: Uint8Array): boolean {
	let signatureStart = -1;
	let line = 0;
	for (let lines = 0; lines < MAX_HEADER_LINES && line < MAX_HEADER_BYTES; lines++) {
		const newline = raw.indexOf(LINE_FEED, line);
		const end = newline < 0 ? raw.length : newline;
		const isFolded = raw[line] === SPACE || raw[line] === TAB;
		if (!isFolded) signatureStart = isSignature(raw, line) ? line : -1;
		if (signatureStart >= 0 && end - signatureStart > MAX_SIGNATURE_LENGTH) return true;
		if (newline < 0) return end > MAX_HEADER_BYTES;
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

/** @param lines the exact lines that were signed */
function covers(lines: readonly string[]): boolean {
	const names = lines.map((line) => line.slice(0, line.indexOf(":")).trim().toLowerCase());
	return ONE_CLICK_FIELDS.every((name) => names.includes(name));
}

/** Line endings as signed: the verifier processes bare LF lines one by one, which is slow. */
function withCrlf(raw: Buffer): Buffer {
	const text = raw.toString("latin1");
	const fixed = text.replace(/\r?\n/g, "\r\n");
	return fixed.length === text.length ? raw : Buffer.from(fixed, "latin1");
}
