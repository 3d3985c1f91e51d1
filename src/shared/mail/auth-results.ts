/** Authentication-Results (RFC 8601): the receiving server's verdicts on a message. */

import { MAX_FIELD_LENGTH } from "./headers.ts";

export type AuthVerdict = "pass" | "fail" | "softfail" | "neutral" | "none" | "temperror" | "permerror" | "policy";

export interface AuthMethodResult {
	/** `spf`, `dkim`, `dmarc`, `arc` …, lower case. */
	method: string;
	verdict: AuthVerdict;
	/** The checked domain, lower case; null if not given. */
	domain: string | null;
	/** `reason=`, or the comment after the result; null if there is none. */
	reason: string | null;
	/** All `ptype.property=value` pairs, lower-case names. */
	properties: Record<string, string>;
}

export interface AuthResults {
	/** The authserv-id: the server that reports the results. */
	server: string;
	results: AuthMethodResult[];
	/** The best result per method: a pass of any DKIM signature counts. Null if not checked. */
	spf: AuthMethodResult | null;
	dkim: AuthMethodResult | null;
	dmarc: AuthMethodResult | null;
}

/** Properties that name the checked domain, by method, in order of preference. */
const DOMAIN_PROPERTIES = new Map([
	["spf", ["smtp.mailfrom", "smtp.mail", "smtp.helo", "smtp.from"]],
	["dkim", ["header.d", "header.i", "header.from"]],
	["dmarc", ["header.from", "from.header"]],
	["arc", ["header.oldest-pass", "smtp.client-ip"]],
]);

const VERDICTS = new Map<string, AuthVerdict>([
	["pass", "pass"],
	["bestguesspass", "neutral"],
	["fail", "fail"],
	["hardfail", "fail"],
	["softfail", "softfail"],
	["neutral", "neutral"],
	["none", "none"],
	["temperror", "temperror"],
	["error", "temperror"],
	["permerror", "permerror"],
	["unknown", "permerror"],
	["invalid", "permerror"],
	["policy", "policy"],
	["discard", "fail"],
	["nxdomain", "permerror"],
]);

/**
 * Parses one Authentication-Results value in one pass. Unknown methods are kept, unknown verdicts become `neutral`;
 * never throws.
 * @param raw unfolded; anything beyond `MAX_FIELD_LENGTH` is ignored
 * @returns null if the value contains neither a server nor a result
 */
export function parseAuthResults(raw: string): AuthResults | null {
	const [head = "", ...rest] = splitOutside(raw.slice(0, MAX_FIELD_LENGTH), ";");
	const serverWords = stripComments(head).trim().split(/\s+/);
	// Some servers omit their own name and start with the first result.
	const headless = serverWords[0]?.includes("=") ?? false;
	const server = headless ? "" : (serverWords[0] ?? "").toLowerCase();
	const results: AuthMethodResult[] = [];
	for (const piece of headless ? [head, ...rest] : rest) {
		const result = parseResult(piece);
		if (result) results.push(result);
	}
	if (server === "" && results.length === 0) return null;
	return { server, results, spf: best(results, "spf"), dkim: best(results, "dkim"), dmarc: best(results, "dmarc") };
}

/** One `method = result [reason] [properties]` (RFC 8601 §2.2, `resinfo`); null if the text is none. */
function parseResult(piece: string): AuthMethodResult | null {
	const comments: string[] = [];
	const bare = stripComments(piece, comments);
	const head = readMethod(bare);
	if (!head) return null;
	const { method, written, end } = head;
	const properties: Record<string, string> = {};
	let reason: string | null = null;
	for (const [name, value] of readPairs(bare, end)) {
		if (name === "reason") reason = value;
		else if (!Object.hasOwn(properties, name)) properties[name] = value;
	}
	const verdict = VERDICTS.get(written) ?? "neutral";
	return { method, verdict, domain: domainIn(method, properties), reason: reason ?? comments[0] ?? null, properties };
}

/** `method [/ version] = result`; names in lower case. */
function readMethod(text: string): { method: string; written: string; end: number } | null {
	const start = skipBlanks(text, 0);
	const methodEnd = skipName(text, start);
	if (methodEnd === start) return null;
	let at = skipBlanks(text, methodEnd);
	if (text[at] === "/") {
		at = skipBlanks(text, at + 1);
		const version = at;
		while (isDigit(text.charCodeAt(at))) at++;
		if (at === version) return null;
		at = skipBlanks(text, at);
	}
	if (text[at] !== "=") return null;
	const resultStart = skipBlanks(text, at + 1);
	let end = resultStart;
	while (isLetter(text.charCodeAt(end)) || text[end] === "_" || text[end] === "-") end++;
	if (end === resultStart) return null;
	return {
		method: text.slice(start, methodEnd).toLowerCase(),
		written: text.slice(resultStart, end).toLowerCase(),
		end,
	};
}

/**
 * Yields all `name=value` and `ptype.property=value` pairs after `from`, names in lower case; other text is skipped.
 * Every character is read once, so the time is linear in the header's length, whatever its shape.
 */
function* readPairs(text: string, from: number): Generator<[name: string, value: string]> {
	// The last two names, while only a dot and spaces have followed them.
	let first = "";
	let last = "";
	let afterDot = false;
	let mayBeQuoted = true;
	let at = from;
	while (at < text.length) {
		const c = text[at] as string;
		const nameEnd = skipName(text, at);
		if (nameEnd > at) {
			first = afterDot ? last : "";
			last = text.slice(at, nameEnd);
			afterDot = false;
			at = nameEnd;
		} else if (c === "=" && last !== "" && !afterDot) {
			const start = skipBlanks(text, at + 1);
			const quotedEnd = mayBeQuoted && text[start] === '"' ? endOfQuoted(text, start) : -1;
			// Scan for an unclosed quote only once.
			if (text[start] === '"' && quotedEnd < 0) mayBeQuoted = false;
			at = quotedEnd < 0 ? endOfToken(text, start) : quotedEnd;
			const name = (first === "" ? last : `${first}.${last}`).toLowerCase();
			if (at > start) yield [name, unquoted(text.slice(start, at))];
			first = "";
			last = "";
		} else if (c === "." && last !== "" && !afterDot) {
			afterDot = true;
			at++;
		} else if (isBlank(text.charCodeAt(at))) {
			at++;
		} else {
			first = "";
			last = "";
			afterDot = false;
			at++;
		}
	}
}

/** The end of the name that starts here with a letter, or `at` if none does. */
function skipName(text: string, at: number): number {
	if (!isLetter(text.charCodeAt(at))) return at;
	let end = at + 1;
	for (; end < text.length; end++) {
		const code = text.charCodeAt(end);
		if (!isLetter(code) && !isDigit(code) && code !== 45 && code !== 95) break;
	}
	return end;
}

function skipBlanks(text: string, at: number): number {
	let end = at;
	while (end < text.length && isBlank(text.charCodeAt(end))) end++;
	return end;
}

function endOfToken(text: string, at: number): number {
	let end = at;
	while (end < text.length && text[end] !== ";" && !isBlank(text.charCodeAt(end))) end++;
	return end;
}

/** The index after the closing quote, or -1 if there is none. */
function endOfQuoted(text: string, at: number): number {
	for (let i = at + 1; i < text.length; i++) {
		if (text[i] === "\\") i++;
		else if (text[i] === '"') return i + 1;
	}
	return -1;
}

function unquoted(value: string): string {
	return value.replace(/^"|"$/g, "").replace(/\\(.)/g, "$1");
}

function isLetter(code: number): boolean {
	return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

function isDigit(code: number): boolean {
	return code >= 48 && code <= 57;
}

function isBlank(code: number): boolean {
	return code === 32 || (code >= 9 && code <= 13) || code === 160;
}

function domainIn(method: string, properties: Record<string, string>): string | null {
	for (const name of DOMAIN_PROPERTIES.get(method) ?? ["header.d", "header.from", "smtp.mailfrom"]) {
		const value = properties[name];
		if (!value) continue;
		let end = value.length;
		while (end > 0 && "<>.".includes(value[end - 1] as string)) end--;
		const domain = value.slice(value.lastIndexOf("@", end) + 1, end).toLowerCase();
		if (domain !== "") return domain;
	}
	return null;
}

const RANK: AuthVerdict[] = ["pass", "fail", "softfail", "policy", "permerror", "temperror", "neutral", "none"];

function best(results: AuthMethodResult[], method: string): AuthMethodResult | null {
	return (
		results
			.filter((result) => result.method === method)
			.sort((a, b) => RANK.indexOf(a.verdict) - RANK.indexOf(b.verdict))[0] ?? null
	);
}

function splitOutside(text: string, separator: string): string[] {
	const parts: string[] = [];
	let start = 0;
	let depth = 0;
	let inQuotes = false;
	for (let i = 0; i < text.length; i++) {
		const c = text[i];
		if (c === "\\") i++;
		else if (c === '"' && depth === 0) inQuotes = !inQuotes;
		else if (inQuotes) continue;
		else if (c === "(") depth++;
		else if (c === ")") depth = Math.max(0, depth - 1);
		else if (c === separator && depth === 0) {
			parts.push(text.slice(start, i));
			start = i + 1;
		}
	}
	parts.push(text.slice(start));
	return parts;
}

function stripComments(text: string, into: string[] = []): string {
	let out = "";
	let depth = 0;
	let inQuotes = false;
	let start = 0;
	for (let i = 0; i < text.length; i++) {
		const c = text[i];
		if (c === '"' && depth === 0) inQuotes = !inQuotes;
		if (c === "(" && !inQuotes) {
			if (depth++ === 0) start = i + 1;
		} else if (c === ")" && !inQuotes && depth > 0) {
			if (--depth === 0) {
				into.push(text.slice(start, i).trim());
				out += " ";
			}
		} else if (depth === 0) out += c;
	}
	return out;
}
