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

/** The words of RTF that encapsulates nothing. One pass. */
function wordsOf(rtf: string): string {
	let out = "";
	let bytes: number[] = [];
	let depth = 0;
	/** Depth of the outermost group that is skipped; 0: none. */
	let skipping = 0;
	const flush = () => {
		if (bytes.length > 0) out += decodeCharset(Buffer.from(bytes), "windows-1252").text;
		bytes = [];
	};
	for (const [token, hex, word, number, symbol] of tokensOf(rtf)) {
		if (hex !== undefined) {
			if (skipping === 0) bytes.push(Number.parseInt(hex, 16));
			continue;
		}
		flush();
		if (token === "{") depth++;
		else if (token === "}") {
			if (depth === skipping) skipping = 0;
			depth--;
		} else if (skipping > 0) continue;
		else if (SKIPPED.test(word ?? symbol ?? "")) skipping = depth;
		else if (word === "u") out += String.fromCharCode((Number(number) + 65_536) % 65_536);
		else if (word !== undefined) out += BREAKS[word] ?? "";
		else if (symbol !== undefined) out += symbol === "~" ? " " : /[\\{}]/.test(symbol) ? symbol : "";
		else out += token;
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
