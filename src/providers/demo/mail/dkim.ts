/** DKIM signatures (RFC 6376, RFC 8463) of the demo's senders, whose key the demo publishes itself: see `senders.ts`. */

import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";
import { headerLine } from "./compose.ts";
import { DEMO_SEED } from "./prng.ts";

export const SELECTOR = "s1";

/** Header fields that are signed, where a message has them. */
const FIELDS = ["from", "to", "subject", "date", "message-id", "list-unsubscribe", "list-unsubscribe-post"];

/** What precedes the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410 §7). */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");

/** All senders share one key. It comes from the demo's seed, so that every process signs, and verifies, the same bytes. */
let privateKey: KeyObject | null = null;
function signingKey(): KeyObject {
	const seed = createHash("sha256").update(`${DEMO_SEED} dkim`).digest();
	privateKey ??= createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: "der", type: "pkcs8" });
	return privateKey;
}

/** TXT record of the key (RFC 8463 §4). */
export function keyRecord(): string {
	const { x = "" } = createPublicKey(signingKey()).export({ format: "jwk" });
	return `v=DKIM1; k=ed25519; p=${Buffer.from(x, "base64url").toString("base64")}`;
}

/**
 * The DKIM-Signature field of a message.
 * @param message complete, lines end in CRLF
 * @param domain that signs it
 * @param at epoch milliseconds
 */
export function dkimSignature(message: Buffer, domain: string, at: number): string {
	const end = message.indexOf("\r\n\r\n");
	const fields = fieldsOf(message.toString("latin1", 0, end));
	const signed = FIELDS.filter((name) => fields.has(name));
	const tags = [
		...["v=1", "a=ed25519-sha256", "c=relaxed/simple", `d=${domain}`, `s=${SELECTOR}`, `t=${Math.floor(at / 1000)}`],
		...[`h=${signed.join(":")}`, `bh=${bodyHash(message.subarray(end + 4))}`, "b="],
	].join("; ");
	const lines = [...signed.map((name) => `${name}:${fields.get(name)}\r\n`), `dkim-signature:${tags}`].join("");
	const hash = createHash("sha256").update(lines, "latin1").digest();
	return headerLine("DKIM-Signature", tags + sign(null, hash, signingKey()).toString("base64"));
}

/** Values by lower-case name, with whitespace as in the relaxed form (RFC 6376 §3.4.2). */
function fieldsOf(head: string): Map<string, string> {
	const fields = new Map<string, string>();
	for (const line of head.replaceAll(/\r\n[ \t]+/g, " ").split("\r\n")) {
		const colon = line.indexOf(":");
		const value = line.slice(colon + 1).replaceAll(/[ \t]+/g, " ");
		fields.set(line.slice(0, colon).toLowerCase(), value.trim());
	}
	return fields;
}

/** Of the simple form: empty lines at the end are ignored (RFC 6376 §3.4.3). */
function bodyHash(body: Buffer): string {
	let end = body.length;
	while (end >= 2 && body.toString("latin1", end - 2, end) === "\r\n") end -= 2;
	return createHash("sha256").update(body.subarray(0, end)).update("\r\n").digest("base64");
}
