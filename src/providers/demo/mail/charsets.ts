/** Encoders for the legacy character sets that some correspondents use. */

import { memoize } from "#shared/memoize.ts";

export type Charset = "us-ascii" | "utf-8" | "iso-8859-1" | "windows-1251" | "iso-2022-jp";

/** JIS X 0208 has 94 rows of 94 characters (RFC 1468). */
const JIS = Array.from({ length: 94 }, (_, index) => 0x21 + index);
const BYTES = Array.from({ length: 256 }, (_, byte) => byte);

/** Each character's bytes: the platform's decoder, inverted. */
const tableOf = memoize(2, (charset): ReadonlyMap<string, readonly number[]> => {
	const decoder = new TextDecoder(charset);
	if (charset === "windows-1251")
		return new Map(BYTES.toReversed().map((byte) => [decoder.decode(Uint8Array.of(byte)), [byte]]));
	const pairs = JIS.toReversed().flatMap((row) => JIS.toReversed().map((cell) => [row, cell]));
	return new Map(pairs.map((pair) => [decoder.decode(Uint8Array.of(0x1b, 0x24, 0x42, ...pair)), pair]));
});

/** Two bytes a character, and escape sequences between them and ASCII. */
function withShifts(characters: readonly (readonly number[])[]): number[] {
	let isShifted = false;
	const bytes = characters.flatMap((character) => {
		const isPair = character.length === 2;
		const shift = isPair === isShifted ? [] : [0x1b, isPair ? 0x24 : 0x28, 0x42];
		isShifted = isPair;
		return [...shift, ...character];
	});
	return isShifted ? [...bytes, 0x1b, 0x28, 0x42] : bytes;
}

/** The text's bytes. @throws RangeError for a character that the charset lacks */
export function encodeText(text: string, charset: Charset): Buffer {
	if (charset === "utf-8" || isAscii(text)) return Buffer.from(text);
	const limit = charset === "iso-8859-1" ? 0xff : 0x7f;
	const characters = Array.from(text, (character) => {
		const code = character.codePointAt(0) as number;
		if (code <= limit) return [code];
		const bytes = /^(?:windows|iso-2022)/.test(charset) ? tableOf(charset).get(character) : undefined;
		if (bytes === undefined) throw new RangeError(`"${character}" cannot be written in ${charset}`);
		return bytes;
	});
	return Buffer.from(charset === "iso-2022-jp" ? withShifts(characters) : characters.flat());
}

/** True when the text needs no more than ASCII. */
export const isAscii = (text: string): boolean => /^[\0-\x7e]*$/.test(text);

/** True when the charset has every character of the text. */
export function canEncode(text: string, charset: Charset): boolean {
	try {
		encodeText(text, charset);
		return true;
	} catch (error) {
		if (error instanceof RangeError) return false;
		throw error;
	}
}
