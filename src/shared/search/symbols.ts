/**
 * Symbols and emoji as search tokens. One code point is one token, so the parts of a joined emoji (family, profession)
 * are found individually; a flag is a pair of regional indicators. Skin tones and variation selectors are not tokens:
 * a search for an emoji finds all its variants.
 */

/** Currency, math and other symbols, and emoji that Unicode puts into other categories. */
const SYMBOL = /^[\p{Sc}\p{Sm}\p{So}\p{Extended_Pictographic}]$/u;
/** Placeholders for unreadable or missing characters; the last one is blank. */
const PLACEHOLDERS = new Set(["\ufffc", "\ufffd", "\u2800"]);
const REGIONAL_INDICATOR_A = 0x1f1e6;
const REGIONAL_INDICATOR_Z = 0x1f1ff;

/** `#`, `%` and `+` attach to the preceding word: `C++`, `C#`, `100%`. */
const SUFFIX_CODES = new Set([35, 37, 43]);
const MAX_SUFFIX_LENGTH = 3;
/** A token from `addTokens` for a symbol, or for a word with its suffix; may have a field prefix. */
const SYMBOL_TOKEN =
	/^(?:[ftsa]:)?(?:[\p{Sc}\p{Sm}\p{So}\p{Extended_Pictographic}]|\p{RI}\p{RI}|[\p{L}\p{N}\p{M}]+[+#%]{1,3})$/u;

/** @param character one code point of folded text */
export function isSymbol(character: string): boolean {
	return SYMBOL.test(character) && !PLACEHOLDERS.has(character);
}

/** Whether a token comes from a symbol: indexes built before symbols were searchable do not contain it. */
export function isSymbolToken(token: string): boolean {
	return SYMBOL_TOKEN.test(token);
}

/** The symbol at an index of folded text, two indicators for a flag; null if there is none. */
export function symbolAt(text: string, at: number): string | null {
	const code = text.codePointAt(at) ?? 0;
	const character = String.fromCodePoint(code);
	if (!isSymbol(character)) return null;
	if (!isIndicator(code)) return character;
	const next = text.codePointAt(at + character.length) ?? 0;
	return isIndicator(next) ? character + String.fromCodePoint(next) : character;
}

/**
 * The end of a word's suffix; `at` if it has none. Before a letter or digit these characters join or encode (`a%20b`,
 * `page#top`), except in versions such as `C++20`.
 * @param at the end of the word
 */
export function suffixEnd(text: string, at: number): number {
	// Runs for every word of a message.
	if (!SUFFIX_CODES.has(text.charCodeAt(at))) return at;
	let end = at + 1;
	while (end - at <= MAX_SUFFIX_LENGTH && SUFFIX_CODES.has(text.charCodeAt(end))) end++;
	if (end - at > MAX_SUFFIX_LENGTH) return at;
	const joins = text.slice(at, end) === "++" ? /^\p{Script=Latin}/u : /^[\p{Script=Latin}\p{N}]/u;
	return joins.test(text.slice(end, end + 2)) ? at : end;
}

function isIndicator(code: number): boolean {
	return code >= REGIONAL_INDICATOR_A && code <= REGIONAL_INDICATOR_Z;
}
