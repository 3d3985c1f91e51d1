import { storable } from "../../db/storable.ts";
import { type AppError, badRequest } from "../../errors.ts";

/** Far deeper than anything a screen or documented call sends. */
const MAX_DEPTH = 64;

/**
 * Parses a JSON body. Deep nesting is rejected before parsing, since recursing into it would exhaust the stack.
 * @param options.nul whether U+0000 in strings, which PostgreSQL cannot store, is rejected or removed
 * @throws AppError 400 `invalid-json`, `json-too-deep` or `invalid-text`
 */
export function parseJson(text: string, options: { nul: "refuse" | "strip" }): unknown {
	if (isDeeperThan(text, MAX_DEPTH))
		throw badRequest("json-too-deep", `The body nests arrays and objects more than ${MAX_DEPTH} levels deep.`);
	try {
		return JSON.parse(text, (key, value: unknown) => {
			const given = typeof value === "string" ? value : "";
			if (key.includes("\0") || (options.nul === "refuse" && given.includes("\0"))) throw invalidText();
			return typeof value === "string" ? storable(value) : value;
		});
	} catch (cause) {
		if (!(cause instanceof SyntaxError)) throw cause;
		throw badRequest("invalid-json", "The body is not valid JSON.");
	}
}

/** The error for text with U+0000, which PostgreSQL cannot store. */
export function invalidText(): AppError {
	return badRequest("invalid-text", "Text must not contain the character U+0000.");
}

/** Counts brackets outside strings; the text may be invalid JSON. */
function isDeeperThan(text: string, max: number): boolean {
	let depth = 0;
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code === 0x22) {
			for (at++; at < text.length && text.charCodeAt(at) !== 0x22; at++) if (text.charCodeAt(at) === 0x5c) at++;
		} else if (code === 0x5b || code === 0x7b) {
			if (++depth > max) return true;
		} else if (code === 0x5d || code === 0x7d) depth--;
	}
	return false;
}
