/** Encoders for the legacy character sets that some correspondents use. */

export type Charset = "us-ascii" | "utf-8" | "iso-8859-1" | "windows-1251" | "iso-2022-jp";

/** Inverts the platform's decoder: maps each character to the byte that decodes to it. */
function singleByteTable(label: string): Map<string, number> {
	const decoder = new TextDecoder(label);
	const table = new Map<string, number>();
	for (let byte = 255; byte >= 0; byte--) table.set(decoder.decode(Uint8Array.of(byte)), byte);
	return table;
}

/** JIS X 0208, inverted in the same way: 94 rows of 94 characters (RFC 1468). */
function japaneseTable(): Map<string, [number, number]> {
	const decoder = new TextDecoder("iso-2022-jp");
	const table = new Map<string, [number, number]>();
	for (let row = 0x21; row <= 0x7e; row++) {
		for (let cell = 0x21; cell <= 0x7e; cell++) {
			const character = decoder.decode(Uint8Array.of(0x1b, 0x24, 0x42, row, cell, 0x1b, 0x28, 0x42));
			if (character.length === 1 && character !== "\ufffd" && !table.has(character)) table.set(character, [row, cell]);
		}
	}
	return table;
}

const once = <T>(make: () => T): (() => T) => {
	let made: { value: T } | null = null;
	return () => {
		made ??= { value: make() };
		return made.value;
	};
};
const cyrillic = once(() => singleByteTable("windows-1251"));
const japanese = once(japaneseTable);

function encodeJapanese(text: string): Buffer {
	const bytes: number[] = [];
	let shifted = false;
	const shift = (to: boolean): void => {
		if (to !== shifted) bytes.push(0x1b, to ? 0x24 : 0x28, 0x42);
		shifted = to;
	};
	for (const character of text) {
		const code = character.codePointAt(0) as number;
		if (code < 0x80) {
			shift(false);
			bytes.push(code);
			continue;
		}
		const pair = japanese().get(character);
		if (!pair) throw new RangeError(`"${character}" cannot be written in iso-2022-jp`);
		shift(true);
		bytes.push(...pair);
	}
	shift(false);
	return Buffer.from(bytes);
}

/** The text's bytes. @throws RangeError for a character that the charset lacks */
export function encodeText(text: string, charset: Charset): Buffer {
	if (charset === "utf-8") return Buffer.from(text, "utf8");
	if (charset === "iso-2022-jp") return encodeJapanese(text);
	const limit = charset === "us-ascii" ? 0x7f : 0xff;
	return Buffer.from(
		Array.from(text, (character) => {
			const code = charset === "windows-1251" ? cyrillic().get(character) : character.codePointAt(0);
			if (code === undefined || code > limit) throw new RangeError(`"${character}" cannot be written in ${charset}`);
			return code;
		}),
	);
}

/** True when the text needs no more than ASCII. */
export function isAscii(text: string): boolean {
	for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7e) return false;
	return true;
}

/** True when the charset has every character of the text. */
export function canEncode(text: string, charset: Charset): boolean {
	if (charset === "utf-8") return true;
	try {
		encodeText(text, charset);
		return true;
	} catch (error) {
		if (error instanceof RangeError) return false;
		throw error;
	}
}
