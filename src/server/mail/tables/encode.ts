import type { Encoding } from "#shared/contracts/tables.ts";

/** Text in the encoding of a file. A letter that the encoding has not becomes a question mark. */
export function encodeText(text: string, encoding: Encoding): Buffer {
	if (encoding === "utf-8") return Buffer.from(text);
	if (encoding === "utf-16le") return Buffer.from(text, "utf16le");
	if (encoding === "utf-16be") return Buffer.from(text, "utf16le").swap16();
	const codes = codesOf(encoding);
	const bytes: number[] = [];
	for (const letter of text) {
		const code = letter < "\x80" ? letter.charCodeAt(0) : (codes.get(letter) ?? QUESTION_MARK);
		if (code > 0xff) bytes.push(code >> 8);
		bytes.push(code & 0xff);
	}
	return Buffer.from(bytes);
}

const QUESTION_MARK = 63;
/** First bytes of letters with two. */
const FIRST_LEAD = 0x81;
/** The lowest second byte of a letter. */
const FIRST_TRAIL = 0x40;

const known = new Map<Encoding, ReadonlyMap<string, number>>();

/** The bytes of each letter beyond ASCII, as a number, found by decoding all of one and two bytes. */
function codesOf(encoding: Encoding): ReadonlyMap<string, number> {
	const found = known.get(encoding);
	if (found !== undefined) return found;
	const decoder = new TextDecoder(encoding, { fatal: true });
	const codes = new Map<string, number>();
	const add = (code: number, bytes: Uint8Array): void => {
		try {
			const letter = decoder.decode(bytes);
			if ([...letter].length === 1 && !codes.has(letter)) codes.set(letter, code);
		} catch {
			// No letter.
		}
	};
	for (let byte = 0x80; byte <= 0xff; byte++) add(byte, Uint8Array.of(byte));
	if (codes.size < FIRST_TRAIL)
		for (let lead = FIRST_LEAD; lead < 0xff; lead++)
			for (let trail = FIRST_TRAIL; trail < 0xff; trail++) add(lead * 256 + trail, Uint8Array.of(lead, trail));
	known.set(encoding, codes);
	return codes;
}
