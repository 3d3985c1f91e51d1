import { textBefore } from "../trim.ts";
import { decodeRawHeader, decodeWords } from "./encoded-words.ts";
import { MAX_ADDRESS_FIELD_LENGTH } from "./headers.ts";
import type { Address } from "./message.ts";

/** Parse state of one mailbox. */
interface Draft {
	/** Atoms and quoted strings outside angle brackets. */
	words: string[];
	comments: string[];
	/** Text inside angle brackets; null if there are none. */
	angle: string | null;
	/** Whether one of the words contains `@`. */
	hasAt: boolean;
}

/** Maximum characters read of a display name. */
const MAX_NAME_LENGTH = 5_000;
const ENCODED_WORD = /=\?[^\s?"]{1,60}\?[QqBb]\?[^?\r\n]*\?=/y;

/**
 * Parses an address list (RFC 5322 §3.4 with the obsolete syntax of §4.4). Groups are flattened, routes dropped,
 * comments added to the name, encoded words and raw 8-bit names decoded; `;` also counts as a separator.
 * Never throws; an entry without an address keeps its words as the name with an empty `email`.
 * @param raw an unfolded header value, one code unit per byte (or plain Unicode text)
 */
export function parseAddressList(raw: string): Address[] {
	const source = new Source(decodeRawHeader(raw.slice(0, MAX_ADDRESS_FIELD_LENGTH)));
	const { text } = source;
	const found: Address[] = [];
	let draft = emptyDraft();
	const finish = () => {
		const address = finished(draft);
		if (address) found.push(address);
		draft = emptyDraft();
	};
	let at = 0;
	while (at < text.length) {
		const c = text[at] as string;
		if (c === "," || c === ";") {
			finish();
			at++;
		} else if (c === ":" && draft.angle === null && isGroupName(draft)) {
			// A group name: its members follow. The name itself belongs to no address.
			draft = emptyDraft();
			at++;
		} else if (c === '"' && !source.isQuotedLocalPart(at)) {
			const [value, next] = source.quoted(at);
			addWord(draft, decodeWords(value));
			at = next;
		} else if (c === "(") {
			const [value, next] = comment(text, at);
			draft.comments.push(decodeWords(value));
			at = next;
		} else if (c === "<") {
			at = angle(source, at, draft);
		} else if (c <= " " || c === ">") {
			at++;
		} else {
			const [value, next] = atom(source, at);
			addWord(draft, value);
			at = next;
		}
	}
	finish();
	return found;
}

function emptyDraft(): Draft {
	return { words: [], comments: [], angle: null, hasAt: false };
}

function addWord(draft: Draft, word: string): void {
	draft.words.push(word);
	if (word.includes("@")) draft.hasAt = true;
}

/** RFC 5321 §4.5.3.1.3, without the angle brackets. */
const MAX_ADDRESS_LENGTH = 254;

/**
 * Whether mail can be sent to a text, and a header that names it names this one address: a comma in it would add
 * recipients that no one saw or counted.
 */
export function isOneAddress(text: string): boolean {
	const at = text.lastIndexOf("@");
	if (at < 1 || at === text.length - 1 || text.length > MAX_ADDRESS_LENGTH) return false;
	// biome-ignore lint/suspicious/noControlCharactersInRegex: they must not reach an SMTP command
	if (/[\s<>\x00-\x1f\x7f]/.test(text)) return false;
	const [found, ...others] = parseAddressList(text);
	return others.length === 0 && found?.email.toLowerCase() === text.toLowerCase();
}

/** The first address of a header, or an empty one. */
export function parseAddress(raw: string): Address {
	return parseAddressList(raw)[0] ?? { name: "", email: "" };
}

/** The domain of an address in lower case; empty if there is none. */
export function domainOf(email: string): string {
	const at = email.lastIndexOf("@");
	return at < 0 ? "" : email.slice(at + 1).toLowerCase();
}

/** Formats an address for a header: `"Name" <a@example.org>`, quoted only where RFC 5322 requires it. */
export function formatAddress(address: Address): string {
	if (address.name === "") return address.email;
	const name = /^[\w !#$%&'*+\-/=?^`{|}~\u0080-\uffff]+$/.test(address.name)
		? address.name
		: `"${address.name.replace(/["\\]/g, "\\$&")}"`;
	return address.email === "" ? name : `${name} <${address.email}>`;
}

function isGroupName({ words, hasAt }: Draft): boolean {
	return words.length > 0 && !hasAt && (words.length > 1 || words[0]?.toLowerCase() !== "mailto");
}

/** Header text with cached scan results, so that nothing is scanned twice. */
class Source {
	readonly text: string;
	/** Index of the last `>`; -1 if there is none. */
	readonly lastClose: number;
	/** The last quoted string read: its start, value and end. */
	private last: { at: number; value: string; next: number } | null = null;
	/** No quote closes from this index on. */
	private unclosedFrom = Number.POSITIVE_INFINITY;

	constructor(text: string) {
		this.text = text;
		this.lastClose = text.lastIndexOf(">");
	}

	/** Reads a quoted string. An unclosed one ends before the next `<`. @param at index of its opening quote */
	quoted(at: number): [value: string, next: number] {
		if (this.last?.at !== at) this.last = { at, ...this.readQuoted(at) };
		return [this.last.value, this.last.next];
	}

	/** Whether the quoted string starting here is a local part: `"john doe"@example.org`. */
	isQuotedLocalPart(at: number): boolean {
		const [, next] = this.quoted(at);
		return this.text[next] === "@" || this.text[next] === ".";
	}

	private readQuoted(at: number): { value: string; next: number } {
		const { text } = this;
		// A quote inside an unclosed string was escaped, so a string starting at it is unclosed too.
		if (at < this.unclosedFrom) {
			let out = "";
			for (let i = at + 1; i < text.length; i++) {
				const c = text[i] as string;
				if (c === "\\" && i + 1 < text.length) out += text[++i];
				else if (c === '"') return { value: out, next: i + 1 };
				else out += c;
			}
			this.unclosedFrom = at;
			if (text.indexOf("<", at) < 0) return { value: out, next: text.length };
		}
		// A later address matters more than a long name.
		const rescue = text.indexOf("<", at);
		const end = rescue < 0 ? text.length : rescue;
		return { value: text.slice(at + 1, end).trim(), next: end };
	}
}

function comment(text: string, at: number): [string, number] {
	let depth = 0;
	let out = "";
	for (let i = at; i < text.length; i++) {
		const c = text[i] as string;
		if (c === "\\" && i + 1 < text.length) {
			out += text[++i];
			continue;
		}
		if (c === "(" && depth++ === 0) continue;
		if (c === ")" && --depth === 0) return [out.trim(), i + 1];
		out += c;
	}
	return [out.trim(), text.length];
}

/** Reads `<…>` into the draft; an unclosed one ends at a comma. @returns the index to continue at */
function angle({ text, lastClose }: Source, at: number, draft: Draft): number {
	let out = "";
	let i = at + 1;
	let inQuotes = false;
	for (; i < text.length; i++) {
		const c = text[i] as string;
		if (c === '"') inQuotes = !inQuotes;
		if (!inQuotes) {
			if (c === ">") break;
			if (c === "<") {
				out = "";
				continue;
			}
			if (c === "(") {
				const [value, next] = comment(text, i);
				draft.comments.push(decodeWords(value));
				i = next - 1;
				continue;
			}
			if (c === "," && !out.startsWith("@") && lastClose < i) break;
		}
		out += c;
	}
	if (draft.angle === null || draft.angle === "") draft.angle = out;
	return text[i] === ">" ? i + 1 : i;
}

function atom(source: Source, at: number): [string, number] {
	const { text } = source;
	let out = "";
	let hasAt = false;
	let i = at;
	while (i < text.length) {
		const c = text[i] as string;
		if (c === "=") {
			// An encoded word may contain commas and brackets that are not delimiters.
			ENCODED_WORD.lastIndex = i;
			const word = ENCODED_WORD.exec(text)?.[0];
			if (word) {
				out += word;
				hasAt ||= word.includes("@");
				i += word.length;
				continue;
			}
		}
		if (c <= " " || c === "," || c === ";" || c === "<" || c === "(" || c === ">") break;
		if (c === '"') {
			// Inside an address (`"john doe"@example.org`) the quotes are part of it.
			if (!source.isQuotedLocalPart(i)) break;
			const [value, next] = source.quoted(i);
			out += `"${value}"`;
			hasAt ||= value.includes("@");
			i = next;
			continue;
		}
		if (c === ":" && !hasAt) break;
		out += c;
		hasAt ||= c === "@";
		i++;
	}
	return i > at ? [out, i] : [text[at] as string, at + 1];
}

function finished(draft: Draft): Address | null {
	const { comments, angle } = draft;
	let words = draft.words;
	let email = "";
	if (angle !== null) {
		email = cleanEmail(angle);
	} else {
		const joined = words.join("");
		if (words.length > 0 && joined.includes("@") && (joined.match(/@/g)?.length ?? 0) === 1 && isSpacedAddress(words)) {
			email = cleanEmail(joined);
			words = [];
		} else {
			const at = words.findLastIndex((word) => word.includes("@") && !word.startsWith("=?"));
			if (at >= 0) {
				email = cleanEmail(words[at] ?? "");
				words = words.toSpliced(at, 1);
			} else if (comments.length > 0 && words.length === 1) {
				// `root (Cron Daemon)`: a local address followed by its name.
				email = words[0] ?? "";
				words = [];
			}
		}
	}
	const phrase = cleanName(decodeWords(words.join(" ").slice(0, MAX_NAME_LENGTH)));
	const aside = cleanName(comments.join(" ").slice(0, MAX_NAME_LENGTH));
	const name = phrase !== "" && aside !== "" ? `${phrase} (${aside})` : phrase || aside;
	return email === "" && name === "" ? null : { name, email };
}

/** `jdoe @ test . example`: one address containing spaces (RFC 5322 §4.4), not words and an address. */
function isSpacedAddress(words: string[]): boolean {
	for (let i = 1; i < words.length; i++) {
		const left = words[i - 1] ?? "";
		const right = words[i] ?? "";
		if (!/[.@]$/.test(left) && !/^[.@]/.test(right)) return false;
	}
	return true;
}

function cleanEmail(written: string): string {
	let email = written.trim();
	const wrapped = /^(?:'(.*)'|`(.*)[`']|\[(.*)\])$/s.exec(email);
	if (wrapped) email = (wrapped[1] ?? wrapped[2] ?? wrapped[3] ?? "").trim();
	// Source routes (`@relay.example:user@example.org`) are ignored (RFC 5322 §4.4).
	if (email.startsWith("@") && email.includes(":")) email = email.slice(email.lastIndexOf(":") + 1);
	if (/^mailto:/i.test(email)) email = textBefore(email.slice(7), "?");
	if (!email.includes('"')) email = email.replace(/\s+/g, "");
	if (email.includes("=?")) email = decodeWords(email).trim();
	const at = email.lastIndexOf("@");
	return at < 0
		? email
		: email.slice(0, at + 1) +
				email
					.slice(at + 1)
					.toLowerCase()
					.replace(/\.$/, "");
}

function cleanName(name: string): string {
	const clean = name.replace(/\s+/g, " ").trim();
	return /^'[^']+'$/.test(clean) ? clean.slice(1, -1) : clean;
}
