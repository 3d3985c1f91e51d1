import { dkimTags, signsFields } from "./dkim.ts";
import type { HeaderField } from "./headers.ts";

/**
 * Whether a message that announces one-click requests (RFC 8058) meets their requirements, as far as it says itself:
 * `covered`: a DKIM signature covers both header fields. Whether the signature is valid takes its key, from the DNS.
 */
export type OneClickCheck = "covered" | "not_covered" | "unsigned" | "repeated" | "malformed";

/** Header fields that RFC 8058 §4 requires to be signed. */
export const ONE_CLICK_FIELDS = ["list-unsubscribe", "list-unsubscribe-post"] as const;

/** Signatures read per message. */
const MAX_SIGNATURES = 10;

/** RFC 8058 §3.1: one of each field, and this exact value; §4: a signature that covers both. */
export function checkOneClick(fields: readonly HeaderField[]): OneClickCheck {
	const named = (name: string): string[] => fields.flatMap((field) => (field.name === name ? [field.raw] : []));
	const [unsubscribe, posts] = ONE_CLICK_FIELDS.map(named) as [string[], string[]];
	if (unsubscribe.length > 1 || posts.length > 1) return "repeated";
	// ABNF literals are case-insensitive (RFC 5234 §2.3).
	if (posts[0]?.trim().toLowerCase() !== "list-unsubscribe=one-click") return "malformed";
	const signatures = named("dkim-signature").slice(0, MAX_SIGNATURES).map(dkimTags);
	const complete = signatures.filter(({ d = "", s = "", b = "" }) => d !== "" && s !== "" && b !== "");
	if (complete.length === 0) return "unsigned";
	return complete.some((tags) => signsFields(tags, ONE_CLICK_FIELDS)) ? "covered" : "not_covered";
}
