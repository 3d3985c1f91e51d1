import { bytesOfBinary, decodeCharset } from "./charsets.ts";
import { decodeRawHeader, decodeWords } from "./encoded-words.ts";

export interface ParameterizedHeader {
	/** In lower case without comments, e.g. `text/plain` or `attachment`; empty if missing. */
	value: string;
	/** By lower-case name, decoded. */
	params: Record<string, string>;
}

interface Piece {
	section: number;
	value: string;
	extended: boolean;
}

/**
 * Parses Content-Type and Content-Disposition values (RFC 2045 §5.1, RFC 2183) with RFC 2231 continuations and
 * charsets, and the encoded words that mailers use there although RFC 2047 forbids them. Never throws.
 * @param raw unfolded, one code unit per byte
 */
export function parseParameters(raw: string): ParameterizedHeader {
	const text = stripValueComments(raw);
	const semicolon = endOfValue(text);
	const value = text.slice(0, semicolon).replace(/\s+/g, "").toLowerCase();
	const pieces = new Map<string, Piece[]>();
	let at = semicolon;
	while (at < text.length) {
		const [name, written, next] = readParameter(text, at);
		at = next;
		if (name === "" || written === null) continue;
		const parts = /^([^*]+)(?:\*(\d{1,4}))?(\*)?/.exec(name);
		if (!parts) continue;
		const key = (parts[1] ?? "").trim();
		const list = pieces.get(key) ?? [];
		if (list.length === 0) pieces.set(key, list);
		// The first of several equal parameters wins.
		const section = Number(parts[2] ?? 0);
		if (!list.some((piece) => piece.section === section)) {
			list.push({ section, value: written, extended: parts[3] === "*" });
		}
	}
	const params: Record<string, string> = {};
	for (const [name, list] of pieces) params[name] = assemble(list);
	return { value, params };
}

function endOfValue(text: string): number {
	const semicolon = text.indexOf(";");
	if (semicolon >= 0) return semicolon;
	// `application/pdf filename="x"`: the semicolon is missing.
	const start = skip(text, 0, BLANK);
	const end = skip(text, start, /[^\s;=]/);
	const slash = text.indexOf("/", start + 1);
	if (slash < 0 || slash >= end - 1 || !BLANK.test(text[end] ?? "")) return text.length;
	const name = skip(text, end, BLANK);
	const nameEnd = skip(text, name, /[^\s=;/]/);
	return nameEnd > name && text[skip(text, nameEnd, BLANK)] === "=" ? name : text.length;
}

const BLANK = /\s/;
const TOKEN = /[\w!#$&+\-.^`|~]/;

/** The first index from `at` whose character does not match. @param kind matches single characters */
function skip(text: string, at: number, kind: RegExp): number {
	let end = at;
	while (end < text.length && kind.test(text[end] as string)) end++;
	return end;
}

/** Like `skip`, over comments too. */
function skipComments(text: string, from: number, kind: RegExp): number {
	let at = skip(text, from, kind);
	for (let end = commentEnd(text, at); end > at; end = commentEnd(text, at)) at = skip(text, end, kind);
	return at;
}

/** @returns name in lower case, value as written (null: none), and the index to continue at */
function readParameter(text: string, from: number): [string, string | null, number] {
	const start = skipComments(text, from, /[;\s]/);
	let at = start;
	while (at < text.length && text[at] !== "=" && text[at] !== ";") at++;
	const name = text
		.slice(start, at)
		.replace(/\([^()]*\)|\s+/g, "")
		.toLowerCase();
	if (text[at] !== "=") return [name, null, at];
	at = skip(text, at + 1, BLANK);
	const quote = skipComments(text, at, BLANK);
	if (text[quote] === '"') at = quote;
	if (text[at] === '"') {
		let value = "";
		for (at++; at < text.length && text[at] !== '"'; at++) {
			if (text[at] === "\\" && at + 1 < text.length) at++;
			value += text[at];
		}
		return [name, value, at + 1];
	}
	const end = endOfToken(text, at, FILE_NAME.test(name));
	const value = withoutComments(text.slice(at, end).trim(), name);
	return [name, value === "" ? null : value, end];
}

/** An unquoted value ends at `;`, or at another `name=` after a space if the `;` is missing. */
function endOfToken(text: string, at: number, isFileName: boolean): number {
	let semicolon = at;
	while (semicolon < text.length && text[semicolon] !== ";") {
		semicolon = Math.max(semicolon + 1, isFileName ? 0 : commentEnd(text, semicolon));
	}
	const value = text.slice(at, semicolon);
	let from = 0;
	while (from < value.length) {
		const gap = skip(value, from, /\S/);
		const name = skip(value, gap, BLANK);
		const nameEnd = skip(value, name, TOKEN);
		const equals = skip(value, nameEnd, /[*\d]/);
		if (nameEnd > name && value[equals] === "=" && !/[?=]/.test(value[equals + 1] ?? "")) return at + gap;
		from = name;
	}
	return at + value.length;
}

function assemble(list: Piece[]): string {
	list.sort((a, b) => a.section - b.section);
	const [first] = list;
	if (!first) return "";
	if (!list.some((piece) => piece.extended)) {
		return decodeWords(decodeRawHeader(list.map((piece) => piece.value).join("")));
	}
	const head = /^([^']*)'[^']*'([\s\S]*)$/.exec(first.value);
	const charset = head?.[1] ?? "";
	let binary = "";
	for (const piece of list) {
		let value = piece === first && head ? (head[2] ?? "") : piece.value;
		// Some senders repeat the charset in every segment.
		if (piece !== first && charset !== "" && value.toLowerCase().startsWith(`${charset.toLowerCase()}'`)) {
			value = value.slice(charset.length + 1);
		}
		binary += piece.extended ? percentDecode(value) : value;
	}
	return decodeCharset(bytesOfBinary(binary), charset).text.replaceAll("\0", "");
}

function percentDecode(value: string): string {
	return value.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Removes the comments before and behind the value; those of parameters are removed with each. */
function stripValueComments(text: string): string {
	if (!text.includes("(")) return text;
	let out = "";
	let at = 0;
	while (at < text.length && !/[;="]/.test(text[at] as string)) {
		const end = commentEnd(text, at);
		if (end === at) out += text[at++];
		else at = end;
	}
	return out + text.slice(at);
}

/** The index behind the comment (RFC 5322 §3.2.2) at `at`, or `at` if there is none or it is not closed. */
function commentEnd(text: string, at: number): number {
	if (text[at] !== "(") return at;
	let depth = 0;
	for (let i = at; i < Math.min(text.length, at + MAX_COMMENT_LENGTH); i++) {
		const c = text[i];
		if (c === "\\") i++;
		else if (c === "(") depth++;
		else if (c === ")" && --depth === 0) return i + 1;
	}
	return at;
}

const MAX_COMMENT_LENGTH = 200;
const FILE_NAME = /^(?:file)?name(?:\*\d{0,4})?\*?$/;

/**
 * Removes comments from a value without quotes. In the name of a file parentheses are what the sender wrote, and elsewhere those
 * inside a word, as in a boundary; a comment follows a space.
 */
function withoutComments(value: string, name: string): string {
	if (!value.includes("(")) return value;
	if (FILE_NAME.test(name)) return withoutLastComment(value);
	let out = "";
	for (let at = 0; at < value.length; ) {
		const mayBegin = name === "charset" || at === 0 || BLANK.test(value[at - 1] as string);
		const end = mayBegin ? commentEnd(value, at) : at;
		if (end === at) out += value[at++];
		else at = end;
	}
	return out.trim();
}

/** Only behind a whole name is it a comment: `report.pdf (Acrobat)`, not `Scan (3).png` or `Draft (final)`. */
function withoutLastComment(value: string): string {
	const open = value.endsWith(")") ? value.lastIndexOf("(") : -1;
	const before = value.slice(0, Math.max(0, open));
	return /\.[A-Za-z0-9]{1,8}\s$/.test(before) ? before.trim() : value;
}
