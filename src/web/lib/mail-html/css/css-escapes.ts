/** An escaped character in CSS: its code point in hexadecimal, or the character itself. */
export const cssEscape = /\\(?:([0-9a-f]{1,6})[ \t\r\n\f]?|([^\r\n\f0-9a-f]))/gi;

/** The character that an escape represents. */
export function escapedCharacter(hex: string | undefined, sign: string | undefined): string {
	return hex === undefined ? (sign ?? "") : String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff));
}

/** Where the symbols of names are moved to: a private use area, whose characters are letters to CSS. */
const SYMBOLS = 0xe000;
const symbol = /[^\w\u0080-\uffff-]/g;

/** A class or id without characters that have a meaning in selectors. */
export function plainName(name: string): string {
	return name.replace(symbol, (character) => String.fromCharCode(SYMBOLS + character.charCodeAt(0)));
}

/** Selectors without escapes, so that they can be taken apart: `.md\:x` has its class as `plainName` returns it. */
export function plainNames(selectors: string): string {
	return selectors.replace(cssEscape, (_, hex?: string, sign?: string) => plainName(escapedCharacter(hex, sign)));
}
