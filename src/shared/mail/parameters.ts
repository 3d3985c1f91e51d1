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
	const text = stripComments(raw);
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

/** @returns name in lower case, value as written (null: none), and the index to continue at */
function readParameter(text: string, from: number): [string, string | null, number] {
	let at = from;
	while (at < text.length && /[;\s]/.test(text[at] as string)) at++;
	const start = at;
	while (at < text.length && text[at] !== "=" && text[at] !== ";") at++;
	const name = text.slice(start, at).replace(/\s+/g, "").toLowerCase();
	if (text[at] !== "=") return [name, null, at];
	at++;
	while (at < text.length && /\s/.test(text[at] as string)) at++;
	if (text[at] === '"') {
		let value = "";
		for (at++; at < text.length && text[at] !== '"'; at++) {
			if (text[at] === "\\" && at + 1 < text.length) at++;
			value += text[at];
		}
		return [name, value, at + 1];
	}
	const end = endOfToken(text, at);
	const value = text.slice(at, end).trim();
	return [name, value === "" ? null : value, end];
}

/** An unquoted value ends at `;`, or at another `name=` after a space if the `;` is missing. */
function endOfToken(text: string, at: number): number {
	const semicolon = text.indexOf(";", at);
	const value = text.slice(at, semicolon < 0 ? text.length : semicolon);
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

/** Removes comments outside quotes. */
function stripComments(text: string): string {
	if (!text.includes("(")) return text;
	let out = "";
	let depth = 0;
	let inQuotes = false;
	for (let i = 0; i < text.length; i++) {
		const c = text[i] as string;
		if (c === "\\" && (inQuotes || depth > 0)) {
			if (depth === 0) out += c + (text[i + 1] ?? "");
			i++;
		} else if (c === '"' && depth === 0) {
			inQuotes = !inQuotes;
			out += c;
		} else if (c === "(" && !inQuotes) depth++;
		else if (c === ")" && !inQuotes && depth > 0) depth--;
		else if (depth === 0) out += c;
	}
	// An unclosed parenthesis is part of the name, not a comment.
	return depth > 0 ? text : out;
}
