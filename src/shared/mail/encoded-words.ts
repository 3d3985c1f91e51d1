import { bytesOfBinary, canonicalCharset, decodeCharset, guessText } from "./charsets.ts";
import { decodeBase64, decodeQ } from "./transfer-encoding.ts";

/** RFC 2047 §2, lenient: accepts spaces inside a Q word, folded words and missing padding. */
const WORD = /=\?([^\s?"=]{1,60})\?([QqBb])\?([^?]{0,4000}|[^\r\n]{0,200}?)\?=/g;

/** Stateful charsets, where each word starts in the initial state: joining their bytes would corrupt them. */
const STATEFUL = /^(?:iso-2022|utf-?7|hz|unicode-1-1-utf-7)/;

/**
 * Decodes encoded words (RFC 2047, RFC 2231 §5) in unfolded header text.
 * Adjacent words in one charset are joined before decoding, because senders split multi-byte characters.
 * Never throws; what cannot be decoded is left as is.
 */
export function decodeWords(text: string): string {
	if (!text.includes("=?")) return text;
	let out = "";
	let end = 0;
	let pending: { charset: string; bytes: Uint8Array[] } | null = null;
	WORD.lastIndex = 0;
	for (let match = WORD.exec(text); match; match = WORD.exec(text)) {
		const [encodedWord, charset = "", encoding = "", payload = ""] = match;
		const between = text.slice(end, match.index);
		const bytes = encoding === "Q" || encoding === "q" ? decodeQ(payload) : decodeBase64(payload);
		const name = canonicalCharset(charset);
		const isNeighbour = pending !== null && between.trim() === "";
		if (pending && isNeighbour && pending.charset === name && !STATEFUL.test(name)) {
			pending.bytes.push(bytes);
		} else {
			if (pending) out += flush(pending);
			if (!isNeighbour) out += between;
			pending = { charset: name, bytes: [bytes] };
		}
		end = match.index + encodedWord.length;
	}
	if (pending) out += flush(pending);
	return out + text.slice(end);
}

function flush(pending: { charset: string; bytes: Uint8Array[] }): string {
	const [first = new Uint8Array(0)] = pending.bytes;
	let joined = first;
	if (pending.bytes.length > 1) {
		joined = new Uint8Array(pending.bytes.reduce((sum, piece) => sum + piece.length, 0));
		let at = 0;
		for (const piece of pending.bytes) {
			joined.set(piece, at);
			at += piece.length;
		}
	}
	return decodeCharset(joined, pending.charset).text.replaceAll("\0", "");
}

/**
 * Decodes non-ASCII header bytes: UTF-8 (RFC 6532) if valid, else windows-1252.
 * @param binary one code unit per byte
 */
export function decodeRawHeader(binary: string): string {
	// Code units above 255: the text is already decoded.
	if (!/[\x80-\xff]/.test(binary) || /[\u0100-\uffff]/.test(binary)) return binary;
	return guessText(bytesOfBinary(binary));
}
