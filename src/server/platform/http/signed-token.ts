import { createHmac, timingSafeEqual } from "node:crypto";
import { type Config, deriveKey } from "../../config.ts";

/**
 * Tokens in links that work without sign-in: an unsubscribe link, a tracked one. They cannot be forged or changed, and are
 * not encrypted: they carry ids, never an address.
 */

/** 128 bits of the MAC. */
const MAC_BYTES = 16;
/** Longer ones are not checked. */
const MAX_LENGTH = 512;

/**
 * @param purpose a token for one purpose is none for another
 * @param parts ids and numbers, without dots
 */
export function signToken(config: Config, purpose: string, parts: readonly string[]): string {
	const bad = parts.find((part) => !/^[\w-]+$/.test(part));
	if (bad !== undefined) throw new Error(`A token's part cannot be “${bad}”`);
	return [...parts, macOf(config, purpose, parts).toString("base64url")].join(".");
}

/** @returns the parts; null: the server did not make this token, or for another purpose */
export function readToken(config: Config, purpose: string, token: string): string[] | null {
	if (token.length > MAX_LENGTH) return null;
	const parts = token.split(".");
	const given = Buffer.from(parts.pop() ?? "", "base64url");
	const expected = macOf(config, purpose, parts);
	return given.length === expected.length && timingSafeEqual(given, expected) ? parts : null;
}

function macOf(config: Config, purpose: string, parts: readonly string[]): Buffer {
	return createHmac("sha256", deriveKey(config, `token:${purpose}`))
		.update(parts.join("."))
		.digest()
		.subarray(0, MAC_BYTES);
}
