/** Text from bytes in whatever character set a mail claims, including labels that browsers do not know. */

/** Labels seen in mail that the Encoding Standard does not list, and what they mean. */
const ALIASES: Record<string, string> = {
	utf8mb4: "utf-8",
	utf_8: "utf-8",
	"unicode-1-1-utf-8": "utf-8",
	cp65001: "utf-8",
	cp932: "shift_jis",
	cp943: "shift_jis",
	"windows-932": "shift_jis",
	cp936: "gbk",
	"windows-936": "gbk",
	gb_2312: "gbk",
	cp949: "euc-kr",
	ms949: "euc-kr",
	ks_c_5601: "euc-kr",
	ksc5601: "euc-kr",
	cp950: "big5",
	"windows-950": "big5",
	cp874: "windows-874",
	"iso-latin-1": "windows-1252",
	"latin-1": "windows-1252",
	iso_8859_1: "windows-1252",
	"iso-8859-1-i": "windows-1252",
	ansi: "windows-1252",
	windows1252: "windows-1252",
	windows1251: "windows-1251",
	"win-1251": "windows-1251",
	win1251: "windows-1251",
	"windows-31j": "shift_jis",
	"iso-2022-jp-1": "iso-2022-jp",
	"iso-2022-jp-2": "iso-2022-jp",
	"iso-2022-jp-ms": "iso-2022-jp",
	cp50220: "iso-2022-jp",
	cp50221: "iso-2022-jp",
	"iso-8859-8-e": "iso-8859-8",
	"iso-10646-ucs-2": "utf-16be",
	"ucs-2": "utf-16be",
	ucs2: "utf-16be",
	"x-mac-ce": "macintosh",
	mac: "macintosh",
};

/** Labels that say nothing: the bytes are looked at instead. */
const SILENT = new Set([
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
/** Upper halves of single-byte sets that the Encoding Standard left out. */
const UPPER_HALVES: Record<string, string> = {
	cp437: CP437,
	ibm437: CP437,
	"437": CP437,
	cp850: CP850,
	ibm850: CP850,
	"850": CP850,
};

/** What windows-1252 has at 0x80–0x9F; ISO-8859-1 mail means these too. */
const WINDOWS_1252 = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

export interface DecodedText {
	text: string;
	/** What went wrong, in words; null when every byte had a meaning. */
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
		// A RangeError says that the label is unknown; the caller reports it in words.
	}
	if (decoders.size < 500) decoders.set(label, decoder);
	return decoder;
}

/** @returns the label in lower case without quotes, blanks and RFC 2231 language; aliases resolved; "" when it says nothing. */
export function canonicalCharset(label: string | null | undefined): string {
	const bare = (label ?? "")
		.toLowerCase()
		.replace(/\*.*$/, "")
		.replace(/[\s"'<>]+/g, "")
		.replace(/^charset=/, "")
		.replace(/;.*$/, "");
	if (SILENT.has(bare)) return "";
	return ALIASES[bare] ?? ALIASES[bare.replace(/^x-/, "")] ?? (bare === "utf8" ? "utf-8" : bare);
}

/** One character a byte, as windows-1252: never fails. */
export function decodeWindows1252(bytes: Uint8Array): string {
	return windows1252FromBinary(binaryString(bytes));
}

/** Maps a string of bytes (code units 0–255) to what windows-1252 means by them. */
export function windows1252FromBinary(binary: string): string {
	return binary.replace(/[\x80-\x9f]/g, (c) => WINDOWS_1252[c.charCodeAt(0) - 0x80] ?? c);
}

/** @returns a string with one code unit (0–255) a byte. */
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

/** Bytes of unknown set: UTF-8 where they are valid UTF-8, otherwise windows-1252. */
export function guessText(bytes: Uint8Array): string {
	try {
		return strictUtf8.decode(bytes);
	} catch {
		return decodeWindows1252(bytes);
	}
}

/**
 * Decodes text in the character set that a mail names. Never throws: an unknown set is guessed and reported.
 * @param label as written in `charset=` or an encoded word; empty or missing means unknown
 */
export function decodeCharset(bytes: Uint8Array, label: string | null | undefined): DecodedText {
	const name = canonicalCharset(label);
	if (name === "") return { text: guessText(bytes), problem: null };
	if (name === "windows-1252" || name === "iso-8859-1") return { text: decodeWindows1252(bytes), problem: null };
	if (name === "utf-7" || name === "unicode-1-1-utf-7" || name === "utf7")
		return { text: decodeUtf7(bytes), problem: null };
	if (name === "hz-gb-2312" || name === "hz") return { text: decodeHz(bytes), problem: null };
	if (name === "iso-2022-kr") return { text: decodeIso2022Kr(bytes), problem: null };
	const upper = UPPER_HALVES[name];
	if (upper)
		return {
			text: binaryString(bytes).replace(/[\x80-\xff]/g, (c) => upper[c.charCodeAt(0) - 128] ?? c),
			problem: null,
		};
	const decoder = decoderFor(name);
	if (!decoder || decoder.encoding === "replacement") {
		return { text: guessText(bytes), problem: `Unknown character set "${name.slice(0, 40)}"` };
	}
	if (decoder.encoding === "windows-1252") return { text: decodeWindows1252(bytes), problem: null };
	const text = decoder.decode(bytes);
	if (decoder.encoding === "utf-8" && text.includes("\ufffd") && !hasUtf8(bytes)) {
		// Claims UTF-8 but holds no multi-byte sequence at all: Latin-1 under a wrong label.
		return { text: decodeWindows1252(bytes), problem: "Text is not in the character set it names (UTF-8)" };
	}
	return { text, problem: null };
}

function hasUtf8(bytes: Uint8Array): boolean {
	for (let i = 1; i < bytes.length; i++) {
		const lead = bytes[i - 1] ?? 0;
		if (lead >= 0xc2 && lead <= 0xf4 && ((bytes[i] ?? 0) & 0xc0) === 0x80) return true;
	}
	return false;
}

/** RFC 2152. Bytes above 127 are taken as windows-1252. */
function decodeUtf7(bytes: Uint8Array): string {
	return decodeWindows1252(bytes).replace(/\+([A-Za-z0-9+/]*)-?/g, (_, run: string) => {
		if (run === "") return "+";
		let bits = 0;
		let held = 0;
		let out = "";
		for (const c of run) {
			bits = ((bits << 6) | "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".indexOf(c)) & 0x3fffff;
			held += 6;
			if (held >= 16) {
				held -= 16;
				out += String.fromCharCode((bits >> held) & 0xffff);
			}
		}
		return out;
	});
}

/** RFC 1843: `~{` … `~}` hold GB 2312 in seven bits. */
function decodeHz(bytes: Uint8Array): string {
	const gb = decoderFor("gbk");
	return binaryString(bytes)
		.replace(/~\r?\n/g, "")
		.replace(/~\{([\s\S]*?)(?:~\}|$)|~~/g, (whole, run: string | undefined) =>
			run === undefined ? whole.slice(1) : (gb?.decode(highBits(run)) ?? run),
		);
}

/** RFC 1557: shift-out / shift-in switch to KS X 1001 in seven bits. */
function decodeIso2022Kr(bytes: Uint8Array): string {
	const kr = decoderFor("euc-kr");
	return binaryString(bytes)
		.replaceAll("\x1b$)C", "")
		.split("\x0e")
		.map((piece, i) => {
			if (i === 0) return piece;
			const [shifted = "", plain = ""] = piece.split("\x0f", 2);
			return (kr?.decode(highBits(shifted)) ?? shifted) + plain;
		})
		.join("");
}

function highBits(run: string): Uint8Array {
	const bytes = bytesOfBinary(run);
	for (let i = 0; i < bytes.length; i++) if ((bytes[i] ?? 0) > 0x20) bytes[i] = (bytes[i] ?? 0) | 0x80;
	return bytes;
}
