/** Decodes bytes in any charset that mail declares, including labels that browsers do not know. */

import { textBefore } from "../trim.ts";
import { utf16Order } from "./utf16-order.ts";

/** Labels seen in mail that the Encoding Standard does not list, mapped to the charset they mean. */
const ALIASES = new Map([
	["utf8mb4", "utf-8"],
	["utf_8", "utf-8"],
	["unicode-1-1-utf-8", "utf-8"],
	["cp65001", "utf-8"],
	["cp932", "shift_jis"],
	["cp943", "shift_jis"],
	["windows-932", "shift_jis"],
	["cp936", "gbk"],
	["windows-936", "gbk"],
	["gb_2312", "gbk"],
	["cp949", "euc-kr"],
	["ms949", "euc-kr"],
	["ks_c_5601", "euc-kr"],
	["ksc5601", "euc-kr"],
	["cp950", "big5"],
	["windows-950", "big5"],
	["cp874", "windows-874"],
	["iso-latin-1", "windows-1252"],
	["latin-1", "windows-1252"],
	["iso_8859_1", "windows-1252"],
	["iso-8859-1-i", "windows-1252"],
	["ansi", "windows-1252"],
	["windows1252", "windows-1252"],
	["windows1251", "windows-1251"],
	["win-1251", "windows-1251"],
	["win1251", "windows-1251"],
	["windows-31j", "shift_jis"],
	["iso-2022-jp-1", "iso-2022-jp"],
	["iso-2022-jp-2", "iso-2022-jp"],
	["iso-2022-jp-ms", "iso-2022-jp"],
	["cp50220", "iso-2022-jp"],
	["cp50221", "iso-2022-jp"],
	["iso-8859-8-e", "iso-8859-8"],
	["iso-10646-ucs-2", "utf-16be"],
	["ucs-2", "utf-16be"],
	["ucs2", "utf-16be"],
	["x-mac-ce", "macintosh"],
	["mac", "macintosh"],
]);

/** Labels without information: the charset is guessed from the bytes. */
const UNSPECIFIED = new Set([
	"",
	"us-ascii",
	"ascii",
	"ansi_x3.4-1968",
	"unknown",
	"unknown-8bit",
	"x-unknown",
	"default",
	"none",
	"7bit",
	"8bit",
	"binary",
	"_autodetect",
	"_autodetect_all",
	"us_ascii",
	"usascii",
	"x-user-defined",
]);

const CP437 =
	"ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";
const CP850 =
	"ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0";
/** Upper halves of single-byte charsets missing from the Encoding Standard. */
const UPPER_HALVES = new Map([
	["cp437", CP437],
	["ibm437", CP437],
	["437", CP437],
	["cp850", CP850],
	["ibm850", CP850],
	["850", CP850],
]);

/** windows-1252 at 0x80–0x9F; mail labeled ISO-8859-1 means these too. */
const WINDOWS_1252 = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

/** Maximum characters read of a label; the longest known one has 23. */
const MAX_LABEL_LENGTH = 200;

export interface DecodedText {
	text: string;
	/** What went wrong, as text; null if every byte was decoded. */
	problem: string | null;
}

const decoders = new Map<string, TextDecoder | null>();
const strictUtf8 = new TextDecoder("utf-8", { fatal: true });

function decoderFor(label: string): TextDecoder | null {
	const known = decoders.get(label);
	if (known !== undefined) return known;
	let decoder: TextDecoder | null = null;
	try {
		decoder = new TextDecoder(label);
	} catch {
		// A RangeError means an unknown label; the caller reports it.
	}
	if (decoders.size < 500) decoders.set(label, decoder);
	return decoder;
}

/** @returns the label in lower case without quotes, spaces and RFC 2231 language; aliases resolved; "" if it carries no information. */
export function canonicalCharset(label: string | null | undefined): string {
	const named = (label ?? "").slice(0, MAX_LABEL_LENGTH).toLowerCase();
	// A label in an encoded word.
	const word = /^\s*"?=\?[^?]{1,40}\?q\?([^?]{1,60})\?=/.exec(named)?.[1];
	const written = textBefore(word ?? named, "*");
	// Another parameter may follow without its semicolon.
	const [first = ""] = written
		.replace(/["'<>]+/g, " ")
		.split("=")
		.map((part) => part.trim())
		.join("=")
		.split(/\s+/);
	const bare = textBefore(first.replace(/^charset=/, ""), ";")
		.replace(/^(cp|ibm|koi8)-?(?=\d|[ru]$)/, (_, set) => (set === "koi8" ? "koi8-" : set))
		.replace(/^koi8-8$/, "koi8-r");
	if (UNSPECIFIED.has(bare)) return "";
	return ALIASES.get(bare) ?? ALIASES.get(bare.replace(/^x-/, "")) ?? (bare === "utf8" ? "utf-8" : bare);
}

/** Decodes as windows-1252, one character per byte: never fails. */
export function decodeWindows1252(bytes: Uint8Array): string {
	return mapBytes(bytes, WINDOWS_1252_UNITS);
}

const WINDOWS_1252_UNITS = unitsOf((byte) =>
	byte >= 0x80 && byte < 0xa0 ? WINDOWS_1252.charCodeAt(byte - 0x80) : byte,
);

/** Maps a string of bytes (code units 0–255) to its windows-1252 text. */
export function windows1252FromBinary(binary: string): string {
	return /[\x80-\x9f]/.test(binary) ? decodeWindows1252(bytesOfBinary(binary)) : binary;
}

const utf16 = new TextDecoder("utf-16le", { ignoreBOM: true });

/** The UTF-16 code unit of each byte. */
function unitsOf(unitOf: (byte: number) => number): Uint16Array {
	return Uint16Array.from({ length: 256 }, (_, byte) => unitOf(byte));
}

/** Builds a string of one UTF-16 code unit per byte. A table and one decoding are many times faster than a regular expression. */
function mapBytes(bytes: Uint8Array, table: Uint16Array): string {
	const units = new Uint16Array(bytes.length);
	for (let i = 0; i < bytes.length; i++) units[i] = table[bytes[i] as number] as number;
	return utf16.decode(units);
}

/** @returns a string with one code unit (0–255) per byte. */
export function binaryString(bytes: Uint8Array): string {
	let out = "";
	for (let at = 0; at < bytes.length; at += 8192) {
		out += String.fromCharCode(...bytes.subarray(at, at + 8192));
	}
	return out;
}

/** @returns the bytes of a string made by `binaryString`; code units above 255 lose their upper half. */
export function bytesOfBinary(binary: string): Uint8Array {
	const bytes = new Uint8Array(binary.length);
	for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
	return bytes;
}

/** Decodes bytes of unknown charset: UTF-8 if they are valid UTF-8, otherwise windows-1252. */
export function guessText(bytes: Uint8Array): string {
	try {
		return strictUtf8.decode(bytes);
	} catch {
		return decodeWindows1252(bytes);
	}
}

/**
 * Decodes text in the charset that a message declares. Never throws: an unknown charset is guessed and reported.
 * @param label as written in `charset=` or an encoded word; empty or missing means unknown
 */
export function decodeCharset(bytes: Uint8Array, label: string | null | undefined): DecodedText {
	const name = canonicalCharset(label);
	const marked = decodeMarked(bytes);
	if (marked !== null) return { text: marked, problem: null };
	if (name === "") return { text: guessText(bytes), problem: null };
	if (name !== "utf-8" && isSurelyUtf8(bytes, name)) return { text: guessText(bytes), problem: null };
	if (name === "windows-1252" || name === "iso-8859-1") return { text: decodeWindows1252(bytes), problem: null };
	if (name === "utf-7" || name === "unicode-1-1-utf-7" || name === "utf7")
		return { text: decodeUtf7(bytes), problem: null };
	if (name === "hz-gb-2312" || name === "hz") return { text: decodeHz(bytes), problem: null };
	if (name === "iso-2022-kr") return { text: decodeIso2022Kr(bytes), problem: null };
	const upper = UPPER_HALVES.get(name);
	if (upper)
		return {
			text: mapBytes(
				bytes,
				unitsOf((byte) => (byte < 128 ? byte : upper.charCodeAt(byte - 128))),
			),
			problem: null,
		};
	const decoder = decoderFor(name === "utf-16" || name === "unicode" ? utf16Order(bytes) : name);
	if (!decoder || decoder.encoding === "replacement") {
		return { text: guessText(bytes), problem: `Unknown character set "${name.slice(0, 40)}"` };
	}
	if (decoder.encoding === "windows-1252") return { text: decodeWindows1252(bytes), problem: null };
	const text = decoder.decode(bytes);
	if (!text.includes("\ufffd")) return { text, problem: null };
	if (decoder.encoding !== "utf-8") {
		return { text, problem: isCutAtEnd(text) ? null : "Text has characters that cannot be read" };
	}
	const problem = "Text is not in the character set it names (UTF-8)";
	// Without any multi-byte sequence: mislabeled Latin-1.
	if (!hasUtf8(bytes)) return { text: decodeWindows1252(bytes), problem };
	return { text, problem: isCutAtEnd(text) || isUtf8(bytes) ? null : problem };
}

/** Whether all that a decoder replaced is a character at the end, which is cut off. */
function isCutAtEnd(text: string): boolean {
	return text.indexOf("\ufffd") === text.length - 1;
}

/** Text that begins with a byte-order mark, which decides whatever the label; null if there is none. */
function decodeMarked(bytes: Uint8Array): string | null {
	const [first, second, third, fourth] = bytes;
	if (first === 0xef && second === 0xbb && third === 0xbf) return isUtf8(bytes) ? strictUtf8.decode(bytes) : null;
	if (first === 0xfe && second === 0xff) return decoderFor("utf-16be")?.decode(bytes) ?? null;
	// With zeros behind it, it is the mark of UTF-32.
	if (first !== 0xff || second !== 0xfe || (third === 0 && fourth === 0)) return null;
	return decoderFor("utf-16le")?.decode(bytes) ?? null;
}

/** Labels of two-byte charsets, in which a few bytes may be valid UTF-8 by chance. */
const TWO_BYTES = /^(?:gb|big5|euc-|shift_jis|sjis|windows-949|x-sjis|ks_c)/;
const NOT_ASCII_BASED = /^(?:utf-?16|utf-?32|unicode|ucs|iso-10646|csunicode)/;
/** Sequences of UTF-8 that no other text has by chance. */
const SURE_SEQUENCES = 6;

/** Whether text is UTF-8 whatever it names: valid, with more such sequences than chance would give. */
function isSurelyUtf8(bytes: Uint8Array, name: string): boolean {
	if (NOT_ASCII_BASED.test(name)) return false;
	const sequences = countUtf8(bytes);
	if (sequences < (TWO_BYTES.test(name) ? SURE_SEQUENCES : 1)) return false;
	return isUtf8(bytes);
}

function isUtf8(bytes: Uint8Array): boolean {
	try {
		strictUtf8.decode(bytes);
		return true;
	} catch {
		return false;
	}
}

/** Lead bytes of UTF-8 with a byte that continues them. */
function countUtf8(bytes: Uint8Array): number {
	let count = 0;
	for (let i = 1; i < bytes.length && count < SURE_SEQUENCES; i++) {
		const lead = bytes[i - 1] as number;
		if (lead >= 0xc2 && lead <= 0xf4 && ((bytes[i] as number) & 0xc0) === 0x80) count++;
	}
	return count;
}

function hasUtf8(bytes: Uint8Array): boolean {
	for (let i = 1; i < bytes.length; i++) {
		const lead = bytes[i - 1] ?? 0;
		if (lead >= 0xc2 && lead <= 0xf4 && ((bytes[i] ?? 0) & 0xc0) === 0x80) return true;
	}
	return false;
}

const BASE64 = new Uint8Array(128).fill(255);
for (let i = 0; i < 64; i++)
	BASE64["ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".charCodeAt(i)] = i;

/** RFC 2152. Bytes above 127 are decoded as windows-1252. */
function decodeUtf7(bytes: Uint8Array): string {
	const out = new Uint16Array(bytes.length);
	let length = 0;
	for (let i = 0; i < bytes.length; i++) {
		const byte = bytes[i] as number;
		if (byte !== PLUS) {
			out[length++] = byte >= 0x80 && byte < 0xa0 ? WINDOWS_1252.charCodeAt(byte - 0x80) : byte;
			continue;
		}
		const start = i + 1;
		let bits = 0;
		let bitCount = 0;
		let at = start;
		for (; at < bytes.length; at++) {
			const value = BASE64[bytes[at] as number] ?? 255;
			if (value === 255) break;
			bits = ((bits << 6) | value) & 0x3fffff;
			bitCount += 6;
			if (bitCount < 16) continue;
			bitCount -= 16;
			out[length++] = (bits >> bitCount) & 0xffff;
		}
		const isClosed = bytes[at] === MINUS;
		// `+-` is a literal plus.
		if (at === start) out[length++] = PLUS;
		i = isClosed ? at : at - 1;
	}
	return utf16.decode(out.subarray(0, length));
}

const PLUS = 43;
const MINUS = 45;
const TILDE = 126;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SHIFT_OUT = 14;
const SHIFT_IN = 15;

/** RFC 1843: `~{` … `~}` enclose 7-bit GB 2312. These bytes get their high bit set, then everything is decoded at once. */
function decodeHz(bytes: Uint8Array): string {
	const eightBit = new ShiftedText(bytes.length);
	for (let i = 0; i < bytes.length; i++) {
		const byte = bytes[i] as number;
		const next = bytes[i + 1];
		if (byte !== TILDE) eightBit.add(byte);
		else if (next === LINE_FEED) i++;
		else if (next === CARRIAGE_RETURN && bytes[i + 2] === LINE_FEED) i += 2;
		else if (!eightBit.isShifted && next === TILDE) {
			eightBit.add(TILDE);
			i++;
		} else if (next === 123 || next === 125) {
			eightBit.shift(next === 123);
			i++;
		} else eightBit.add(byte);
	}
	return eightBit.decode("gbk");
}

/** RFC 1557: shift-out / shift-in switch to 7-bit KS X 1001. */
function decodeIso2022Kr(bytes: Uint8Array): string {
	const eightBit = new ShiftedText(bytes.length);
	for (let i = 0; i < bytes.length; i++) {
		const byte = bytes[i] as number;
		if (byte === SHIFT_OUT || byte === SHIFT_IN) eightBit.shift(byte === SHIFT_OUT);
		// The designator ESC $ ) C.
		else if (byte === 27 && bytes[i + 1] === 36 && bytes[i + 2] === 41 && bytes[i + 3] === 67) i += 3;
		else eightBit.add(byte);
	}
	return eightBit.decode("euc-kr");
}

/** Converts the bytes of a charset that shifts between one and two bytes to their 8-bit form. */
class ShiftedText {
	isShifted = false;
	private readonly out: Uint8Array;
	private length = 0;
	/** Bytes since the last shift or character outside the set. */
	private run = 0;

	constructor(capacity: number) {
		this.out = new Uint8Array(capacity);
	}

	add(byte: number): void {
		const isWide = this.isShifted && byte > 0x20;
		if (!isWide) this.dropHalf();
		this.out[this.length++] = isWide ? byte | 0x80 : byte;
		if (isWide) this.run++;
	}

	shift(to: boolean): void {
		this.dropHalf();
		this.isShifted = to;
	}

	decode(label: string): string {
		this.dropHalf();
		const bytes = this.out.subarray(0, this.length);
		return decoderFor(label)?.decode(bytes) ?? binaryString(bytes);
	}

	/** Half a character would consume the next one. */
	private dropHalf(): void {
		if (this.run % 2 === 1) this.length--;
		this.run = 0;
	}
}
