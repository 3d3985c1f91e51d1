import { type Dns, DnsFailure } from "#server/dns/dns.ts";
import type { HeaderField } from "#shared/mail/headers.ts";
import type { Reason } from "./reasons.ts";
import { type Receiver, verdictOf } from "./receiver.ts";

/** Keys that are looked up for one message: more signatures than that are an attack on somebody's DNS. */
const MOST_KEYS = 10;

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

async function checkSignatures(dns: Pick<Dns, "txt">, { raw, receivedAt }: Signed): Promise<Reason | null> {
	// Loaded when it is needed: the program starts without it.
	const { dkimVerify } = await import("mailauth/lib/dkim/verify.js");
	let keys = 0;
	const { results } = await dkimVerify(Buffer.from(raw), {
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
