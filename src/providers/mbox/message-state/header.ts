/** Reads the header fields that contain a message's original state. */

import { textBefore } from "#shared/trim.ts";

/** Bytes of header that are read: state fields are near the top, and hostile headers can be huge. */
const HEADER_LIMIT = 256 * 1024;
const LF = 10;
const CR = 13;

/**
 * First values of the state fields, unfolded, by lower-case name.
 * @param raw a message, LF or CRLF
 */
export function stateFields(raw: Buffer): Map<string, string> {
	const header = raw.toString("latin1", 0, endOfHeader(raw.subarray(0, HEADER_LIMIT)));
	const found = new Map<string, string>();
	const fields = /^(x-gmail-labels|x-gm-thrid|status|x-status|x-mozilla-status)[ \t]*:([^\n]*(?:\n[ \t][^\n]*)*)/gim;
	for (const [, name = "", value = ""] of header.matchAll(fields)) {
		const key = name.toLowerCase();
		if (!found.has(key)) found.set(key, value.replace(/\r?\n/g, "").trim());
	}
	return found;
}

/** Index after the line end of the last field; the bytes' length if there is no empty line. */
function endOfHeader(bytes: Buffer): number {
	for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) {
		const next = bytes[at + 1] === CR ? at + 2 : at + 1;
		if (bytes[next] === LF) return at + 1;
	}
	return bytes.length;
}

const ENCODED_WORD = /=\?([^?\s]+)\?([bq])\?([^?]*)\?=/gi;

/**
 * Decodes RFC 2047 encoded words leniently: Takeout splits characters between words and leaves spaces inside them, so
 * adjacent words of one charset are joined before decoding.
 * @param value one character per byte, as from `stateFields`
 */
export function decodeWords(value: string): string {
	const words = value.replace(/=\?([^?\s]+)\?([bq])\?([^?]*)\?=/gi, (word) => word.replace(/[ \t]/g, "_"));
	const joined = words.replace(/(\?=)[ \t]+(?==\?)/g, "$1");
	let text = "";
	let last = 0;
	let pending: { charset: string; bytes: Buffer[] } | null = null;
	const flush = (): void => {
		if (pending) text += decodeBytes(Buffer.concat(pending.bytes), pending.charset);
		pending = null;
	};
	for (const match of joined.matchAll(ENCODED_WORD)) {
		const [encodedWord, charset = "utf-8", encoding = "q", payload = ""] = match;
		if (match.index > last) {
			flush();
			text += decodeBytes(Buffer.from(joined.slice(last, match.index), "latin1"), "utf-8");
		}
		const bytes =
			encoding.toLowerCase() === "b"
				? Buffer.from(payload, "base64")
				: Buffer.from(
						payload
							.replace(/_/g, " ")
							.replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
						"latin1",
					);
		if (pending && (pending as { charset: string }).charset !== charset.toLowerCase()) flush();
		pending ??= { charset: charset.toLowerCase(), bytes: [] };
		pending.bytes.push(bytes);
		last = match.index + encodedWord.length;
	}
	flush();
	return text + decodeBytes(Buffer.from(joined.slice(last), "latin1"), "utf-8");
}

function decodeBytes(bytes: Buffer, charset: string): string {
	try {
		return new TextDecoder(textBefore(charset, "*")).decode(bytes);
	} catch {
		// Unknown charset: one character per byte loses nothing.
		return bytes.toString("latin1");
	}
}
