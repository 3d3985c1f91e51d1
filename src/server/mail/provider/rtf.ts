import { decompressRTF } from "@kenjiuno/decompressrtf";
import { deEncapsulateSync } from "rtf-stream-parser";
import { decodeCharset } from "#shared/mail/charsets.ts";

/** A message body that Outlook wrote as RTF, or inside TNEF. */
export interface MessageBody {
	/** The HTML that was put into the RTF ([MS-OXRTFEX]); null if there is none. */
	html: string | null;
	text: string;
}

/** Bytes of compressed RTF that are read; each two expand to at most 17. */
const MAX_COMPRESSED = 1024 * 1024;
const MAX_DEPTH = 100;
const BACKSLASH = 92;
const OPEN = 123;
const CLOSE = 125;
/** Bytes before the compressed data ([MS-OXRTFCP] §2.1.3.1); the size in it does not count its own field. */
const HEADER_BYTES = 16;
const SIZE_BYTES = 4;

/** The body in a compressed RTF stream ([MS-OXRTFCP]); null if it cannot be read. */
export function readCompressedRtf(stream: Uint8Array): MessageBody | null {
	if (stream.length < HEADER_BYTES || stream.length > MAX_COMPRESSED) return null;
	const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
	// The library trusts this size.
	if (view.getUint32(0, true) + SIZE_BYTES > stream.length) return null;
	try {
		return readRtf(Buffer.from(decompressRTF([...stream])));
	} catch {
		// A malformed stream: the attachment remains.
		return null;
	}
}

/** The body in RTF: the HTML or text that it encapsulates, otherwise its words. */
export function readRtf(rtf: Buffer): MessageBody {
	if (isDeep(rtf)) return { html: null, text: wordsOf(rtf.toString("latin1")) };
	try {
		const decode = (bytes: Buffer, encoding: string): string => decodeCharset(bytes, encoding).text;
		const { mode, text } = deEncapsulateSync(rtf, { decode, warn: () => undefined });
		return mode === "html" ? { html: `${text}`, text: "" } : { html: null, text: `${text}` };
	} catch {
		return { html: null, text: wordsOf(rtf.toString("latin1")) };
	}
}

/** Whether groups are nested deeper than any program writes: the library takes time quadratic in their depth. */
function isDeep(rtf: Buffer): boolean {
	let depth = 0;
	for (let at = 0; at < rtf.length; at++) {
		if (rtf[at] === BACKSLASH) at++;
		else if (rtf[at] === OPEN && ++depth > MAX_DEPTH) return true;
		else if (rtf[at] === CLOSE) depth--;
	}
	return false;
}

/** Groups whose content is not text. */
const SKIPPED = /^(?:\*|fonttbl|colortbl|stylesheet|info|pict|header|footer|object|themedata|listtable|generator)$/;
const BREAKS: Record<string, string> = { par: "\n", line: "\n", sect: "\n", row: "\n", tab: "\t", cell: "\t" };
const TOKEN = /\\(?:'([0-9a-f]{2})|([a-z]{1,32})(-?\d{1,10})? ?|([^a-z]))|[{}]|[^\\{}\r\n]+/giy;

/** Code pages of the character sets that a font may have. */
const CHARSETS: Readonly<Record<string, string>> = {
	...{ 128: "shift_jis", 129: "cp949", 134: "gbk", 136: "big5", 161: "windows-1253", 162: "windows-1254" },
	...{ 163: "windows-1258", 177: "windows-1255", 178: "windows-1256", 186: "windows-1257", 204: "windows-1251" },
	...{ 222: "windows-874", 238: "windows-1250" },
};
const FONT = /\\f(\d{1,5})(?:\\[a-z]{1,32}-?\d{0,10} ?){0,8}?\\fcharset(\d{1,3})/g;

/** The words of RTF that encapsulates nothing. One pass. */
function wordsOf(rtf: string): string {
	const page = /\\ansicpg(\d{3,5})/.exec(rtf.slice(0, 4_096))?.[1];
	const ofDocument = page === undefined ? "windows-1252" : page === "65001" ? "utf-8" : `cp${page}`;
	const fonts = new Map([...rtf.matchAll(FONT)].map(([, font = "", charset = ""]) => [font, CHARSETS[charset]]));
	let charset = ofDocument;
	let out = "";
	let bytes: number[] = [];
	let depth = 0;
	/** Characters that stand for the one before in programs without Unicode, and how many of them each has. */
	let fallback = 0;
	let fallbacks = 1;
	/** Depth of the outermost group that is skipped; 0: none. */
	let skipping = 0;
	const flush = () => {
		if (bytes.length > 0) out += decodeCharset(Buffer.from(bytes), charset).text;
		bytes = [];
	};
	for (const [token, hex, word, number, symbol] of tokensOf(rtf)) {
		if (hex !== undefined) {
			if (fallback > 0) fallback--;
			else if (skipping === 0) bytes.push(Number.parseInt(hex, 16));
			continue;
		}
		flush();
		if (token === "{") depth++;
		else if (token === "}") {
			if (depth === skipping) skipping = 0;
			depth--;
		} else if (skipping > 0) continue;
		else if (SKIPPED.test(word ?? symbol ?? "")) skipping = depth;
		else if (word === "u") {
			out += String.fromCharCode((Number(number) + 65_536) % 65_536);
			fallback = fallbacks;
			continue;
		} else if (word === "uc") fallbacks = Number(number ?? 1);
		else if (word === "f") charset = fonts.get(number ?? "") ?? ofDocument;
		else if (word !== undefined) out += BREAKS[word] ?? "";
		else if (symbol !== undefined) out += symbol === "~" ? " " : /[\\{}]/.test(symbol) ? symbol : "";
		else out += fallback > 0 ? token.slice(fallback) : token;
		fallback = 0;
	}
	flush();
	return out.replaceAll("\0", "").trim();
}

function* tokensOf(rtf: string): Generator<RegExpExecArray> {
	const pattern = new RegExp(TOKEN);
	for (let at = 0; at < rtf.length; ) {
		pattern.lastIndex = at;
		const match = pattern.exec(rtf);
		if (match === null) at++;
		else {
			yield match;
			at = pattern.lastIndex;
		}
	}
}
