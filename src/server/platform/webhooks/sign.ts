import { createHmac, randomBytes } from "node:crypto";

/**
 * Signatures of Standard Webhooks (https://www.standardwebhooks.com): HMAC-SHA256 over id, timestamp and body.
 */

const PREFIX = "whsec_";

/** A new secret: the key in base64 behind `whsec_`. */
export function createSecret(): string {
	return PREFIX + randomBytes(32).toString("base64");
}

/**
 * The headers of a delivery.
 * @param secrets the current one first; after a change the previous one signs as well
 * @param now epoch milliseconds
 */
export function signedHeaders(
	{ id, body, now }: { id: string; body: string; now: number },
	secrets: readonly string[],
): Record<string, string> {
	const timestamp = String(Math.floor(now / 1_000));
	const signatures = secrets.map((secret) => {
		const key = Buffer.from(secret.slice(PREFIX.length), "base64");
		return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
	});
	return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") };
}
