/** Parses ManageSieve responses (RFC 5804 §4): lines of atoms, strings and literals. */

/** One token of a line. `code`: the response code after OK, NO or BYE, such as `QUOTA/MAXSIZE`. */
export interface Token {
	kind: "word" | "string" | "code";
	text: string;
}

/** A line, and its length in bytes. */
export interface ReadLine {
	tokens: Token[];
	bytes: number;
}

/** The server's data is not ManageSieve, or exceeds the size limit. */
export class NoSieve extends Error {
	override name = "NoSieve";
}

/** Of a literal: scripts are a few kilobytes; servers allow a megabyte by default. */
const MAX_BYTES = 4_000_000;
/** Of any other token, which RFC 5804 §4 limits to 1,024 bytes. */
const MAX_TOKEN_BYTES = 64 * 1024;
const MAX_TOKENS = 100;
const LF = 0x0a;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Parses one line, including literals, from the start of the buffer.
 * @returns null: incomplete
 * @throws NoSieve
 */
export function readLine(bytes: Buffer): ReadLine | null {
	const tokens: Token[] = [];
	let at = 0;
	while (at < bytes.length) {
		const sign = String.fromCharCode(bytes[at] as number);
		if (sign === "\n") return { tokens, bytes: at + 1 };
		if (/\s/.test(sign)) at++;
		else {
			const read = readToken(bytes, at, sign);
			// What is read from its beginning again with every packet is short; a literal is skipped.
			if (read === null) {
				if (sign !== "{" && bytes.length - at > MAX_TOKEN_BYTES) throw tooMuch();
				return null;
			}
			tokens.push(read.token);
			if (tokens.length > MAX_TOKENS) throw tooMuch();
			at = read.end;
		}
	}
	return null;
}

const tooMuch = () => new NoSieve("The server sent more data than requested");

function readToken(bytes: Buffer, at: number, sign: string): { token: Token; end: number } | null {
	if (sign === '"') return readQuoted(bytes, at + 1);
	if (sign === "{") return readLiteral(bytes, at);
	if (sign === "(") return readCode(bytes, at + 1);
	let end = at;
	while (end < bytes.length && !/[\s"{(]/.test(String.fromCharCode(bytes[end] as number))) end++;
	if (end === bytes.length) return null;
	return { token: { kind: "word", text: bytes.toString("utf8", at, end) }, end };
}

function readQuoted(bytes: Buffer, start: number): { token: Token; end: number } | null {
	const parts: number[] = [];
	for (let at = start; at < bytes.length; at++) {
		const byte = bytes[at] as number;
		if (byte === QUOTE) return { token: { kind: "string", text: Buffer.from(parts).toString() }, end: at + 1 };
		if (byte === BACKSLASH) at++;
		if (at < bytes.length) parts.push(bytes[at] as number);
	}
	return null;
}

/** `{12}` or `{12+}`, CRLF, and that many bytes. */
function readLiteral(bytes: Buffer, at: number): { token: Token; end: number } | null {
	const lineEnd = bytes.indexOf(LF, at);
	if (lineEnd < 0 && bytes.length - at > MAX_TOKEN_BYTES) throw tooMuch();
	if (lineEnd < 0) return null;
	const [, count] = /^\{(\d{1,9})\+?\}\r?$/.exec(bytes.toString("latin1", at, lineEnd)) ?? [];
	if (count === undefined) throw new NoSieve("The server sends a literal without its length");
	const end = lineEnd + 1 + Number(count);
	if (end - at > MAX_BYTES) throw tooMuch();
	if (end > bytes.length) return null;
	return { token: { kind: "string", text: bytes.toString("utf8", lineEnd + 1, end) }, end };
}

/** A code may contain strings: `(REFERRAL "sieve://other.example")`. */
function readCode(bytes: Buffer, start: number): { token: Token; end: number } | null {
	let isQuoted = false;
	for (let at = start; at < bytes.length; at++) {
		const byte = bytes[at] as number;
		if (byte === QUOTE) isQuoted = !isQuoted;
		else if (byte === BACKSLASH && isQuoted) at++;
		else if (byte === 0x29 && !isQuoted)
			return { token: { kind: "code", text: bytes.toString("utf8", start, at) }, end: at + 1 };
	}
	return null;
}

/** Encodes a string: quoted where allowed, else as a non-synchronizing literal. */
export function written(text: string): string {
	const clean = text.toWellFormed();
	const size = Buffer.byteLength(clean);
	if (size <= 1000 && !/[\0\r\n]/.test(clean)) return `"${clean.replace(/[\\"]/g, "\\$&")}"`;
	return `{${size}+}\r\n${clean}`;
}
