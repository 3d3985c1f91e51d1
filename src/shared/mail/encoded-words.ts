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
	let pending: Run | null = null;
	WORD.lastIndex = 0;
	for (let match = WORD.exec(text); match; match = WORD.exec(text)) {
		const [encodedWord, charset = "", encoding = "", payload = ""] = match;
		const between = text.slice(end, match.index);
		const name = canonicalCharset(charset);
		const isNeighbour = pending !== null && between.trim() === "";
		const before: Piece | undefined = isNeighbour && pending?.charset === name ? pending.pieces.at(-1) : undefined;
		const piece = readPiece(encoding, payload, before);
		if (pending && before && (before.isCut || !STATEFUL.test(name))) {
			pending.pieces.push(piece);
		} else {
			if (pending) out += flush(pending);
			if (!isNeighbour) out += between;
			pending = { charset: name, pieces: [piece] };
		}
		end = match.index + encodedWord.length;
	}
	if (pending) out += flush(pending);
	return out + text.slice(end);
}

/** The payload of a word. */
interface Piece {
	isBase64: boolean;
	payload: string;
	/** Base64 digits since the last group that certainly ended. */
	digits: number;
	/**
	 * It ends inside a group of base64, because a mailer cut the line and not the text: a single digit is left, or bits that are no
	 * padding.
	 */
	isCut: boolean;
}

/** Neighbouring words in one charset. */
interface Run {
	charset: string;
	pieces: Piece[];
}

function readPiece(encoding: string, payload: string, before: Piece | undefined): Piece {
	if (encoding === "Q" || encoding === "q") return { isBase64: false, payload, digits: 0, isCut: false };
	const own = payload.replace(/[^\w+/-]+/g, "");
	const digits = (before?.isCut ? before.digits : 0) + own.length;
	const rest = digits % 4;
	const last = BASE64_DIGITS.indexOf(own.at(-1) ?? "A");
	const isInsideGroup = rest === 1 || (rest === 2 && last % 16 !== 0) || (rest === 3 && last % 4 !== 0);
	return { isBase64: true, payload, digits, isCut: isInsideGroup && !payload.endsWith("=") };
}

const BASE64_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

function flush({ charset, pieces }: Run): string {
	const text = decodePieces(pieces, charset, ({ isCut }) => isCut);
	if (!text.includes("\ufffd") || pieces.length === 1) return text;
	// The cut is where no bits tell of it.
	const joined = decodePieces(pieces, charset, ({ payload }) => !payload.endsWith("="));
	return joined.includes("\ufffd") ? text : joined;
}

/** @param goesOn whether the base64 of a word goes on in the next */
function decodePieces(pieces: readonly Piece[], charset: string, goesOn: (piece: Piece) => boolean): string {
	const decoded: Uint8Array[] = [];
	let open = "";
	for (const [i, piece] of pieces.entries()) {
		if (!piece.isBase64) {
			decoded.push(decodeQ(piece.payload));
			continue;
		}
		open += piece.payload;
		if (goesOn(piece) && pieces[i + 1]?.isBase64) continue;
		decoded.push(decodeBase64(open));
		open = "";
	}
	return decodeCharset(joinBytes(decoded), charset).text.replaceAll("\0", "");
}

function joinBytes(pieces: readonly Uint8Array[]): Uint8Array {
	const joined = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
	let at = 0;
	for (const piece of pieces) {
		joined.set(piece, at);
		at += piece.length;
	}
	return joined;
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
