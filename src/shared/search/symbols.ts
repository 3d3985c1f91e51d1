/**
 * Symbols and emoji as search tokens. One code point is one token, so the parts of a joined emoji (family, profession) are
 * found one by one; a flag is the pair of its regional indicators. Skin tones and variation selectors are not tokens:
 * a search for an emoji finds all its variants.
 */

/** Signs of currency, mathematics and other kinds, and emoji that Unicode counts elsewhere. */
const SYMBOL = /^[\p{Sc}\p{Sm}\p{So}\p{Extended_Pictographic}]$/u;
/** Stand for what could not be read or shown; the last one is a blank. */
const PLACEHOLDERS = new Set(["\ufffc", "\ufffd", "\u2800"]);
const REGIONAL_INDICATOR_A = 0x1f1e6;
const REGIONAL_INDICATOR_Z = 0x1f1ff;

/** `#`, `%` and `+` belong to the word before them: `C++`, `C#`, `100%`. */
const SUFFIX_CODES = new Set([35, 37, 43]);
const LONGEST_SUFFIX = 3;
/** A token that `addTokens` makes for a symbol, or for a word with its suffix; its field's prefix may lead. */
const SYMBOL_TOKEN =
	/^(?:[ftsa]:)?(?:[\p{Sc}\p{Sm}\p{So}\p{Extended_Pictographic}]|\p{RI}\p{RI}|[\p{L}\p{N}\p{M}]+[+#%]{1,3})$/u;

/** @param character one code point of folded text */
export function isSymbol(character: string): boolean {
	return SYMBOL.test(character) && !PLACEHOLDERS.has(character);
}

/** Whether a token comes from a symbol: indexes made before symbols were searchable do not hold it. */
export function isSymbolToken(token: string): boolean {
	return SYMBOL_TOKEN.test(token);
}

/** The symbol that begins at an index of folded text, two indicators for a flag; null when there is none. */
export function symbolAt(text: string, at: number): string | null {
	const code = text.codePointAt(at) ?? 0;
	const character = String.fromCodePoint(code);
	if (!isSymbol(character)) return null;
	if (!isIndicator(code)) return character;
	const next = text.codePointAt(at + character.length) ?? 0;
	return isIndicator(next) ? character + String.fromCodePoint(next) : character;
}

/**
 * Where a word's suffix ends; `at` when it has none. Before a letter or digit the signs join or encode (`a%20b`, `page#top`),
 * except in versions such as `C++20`.
 * @param at the end of the word
 */
export function suffixEnd(text: string, at: number): number {
	// Runs for every word of a message.
	if (!SUFFIX_CODES.has(text.charCodeAt(at))) return at;
	let end = at + 1;
	while (end - at <= LONGEST_SUFFIX && SUFFIX_CODES.has(text.charCodeAt(end))) end++;
	if (end - at > LONGEST_SUFFIX) return at;
	const joins = text.slice(at, end) === "++" ? /^\p{Script=Latin}/u : /^[\p{Script=Latin}\p{N}]/u;
	return joins.test(text.slice(end, end + 2)) ? at : end;
}

function isIndicator(code: number): boolean {
	return code >= REGIONAL_INDICATOR_A && code <= REGIONAL_INDICATOR_Z;
}
