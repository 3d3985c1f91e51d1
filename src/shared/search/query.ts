import { CATEGORIES, type Category } from "../mail/categories.ts";
import { FLAG_NAMES, type Flag } from "../mail/flags.ts";
import { type AgeUnit, addressOf, ageOf, dayOf, domainOf, isListName, sizeOf, timeOf } from "./values.ts";

/** Parser of the search language (docs/search.md): text to a tree. The server translates the tree to SQL. */

export type TextField = "any" | "from" | "to" | "subject" | "filename";
/** `name` is the sender's; `to`, `cc` and `bcc` are the addresses of that field only. */
const PERSONAL_FIELDS = ["subject", "from", "name", "to", "cc", "bcc"] as const;
/** Header fields that stand once in a message, as they were sent. */
const HEADER_FIELDS = ["list_id", "list_post", "x_mailing_list", "sender", "precedence", "x_spam_flag"] as const;
export const PATTERN_FIELDS = [...PERSONAL_FIELDS, ...HEADER_FIELDS] as const;
export type PatternField = (typeof PATTERN_FIELDS)[number];

export type Query =
	/** No parts: everything. */
	| { kind: "and"; parts: Query[] }
	| { kind: "or"; parts: Query[] }
	| { kind: "not"; part: Query }
	/** `phrase`: the words in this order; otherwise the last word may be a prefix. */
	| { kind: "text"; field: TextField; text: string; phrase: boolean }
	/** The whole field: `*` matches any characters, `?` one, `\` escapes the next one. */
	| { kind: "pattern"; field: PatternField; pattern: string }
	| { kind: "attachment" }
	| { kind: "size"; than: "larger" | "smaller"; bytes: number }
	| { kind: "age"; than: "older" | "newer"; count: number; unit: AgeUnit }
	/** Epoch milliseconds: before it (exclusive), or from it on (inclusive). Days begin at midnight UTC. */
	| { kind: "date"; than: "before" | "after"; at: number }
	/** Exactly this address, lower case: as the sender, or in To, Cc or Bcc. */
	| { kind: "address"; field: "from" | "to"; email: string }
	/** The account's own address: as the sender, or in To, Cc or Bcc. */
	| { kind: "own"; field: "from" | "to" }
	/** The sender's domain, lower case, or a subdomain of it. */
	| { kind: "domain"; domain: string }
	| { kind: "category"; category: Category }
	/** On any list; on the list with this key, see `mail/list-identity.ts`; on one whose key contains the name. */
	| { kind: "list"; by: "any" | "key" | "part"; name: string }
	/** The receiving server could not confirm the sender (RFC 8601). */
	| { kind: "auth"; result: "failed" }
	/** Suspicious or forged. */
	| { kind: "suspicious" }
	| { kind: "is"; flag: Flag; value: boolean }
	/** A role, a folder name, or `anywhere`. */
	| { kind: "in"; folder: string }
	| { kind: "label"; name: string };

/** An invalid query; `position` is a character index from 0. */
export class QueryError extends Error {
	override name = "QueryError";
	readonly position: number;
	constructor(message: string, position: number) {
		super(message);
		this.position = position;
	}
}

/** Deeper nesting is a mistake or an attack. */
const MAX_NESTING = 50;
/** Each term is a separate index lookup. */
const MAX_TERMS = 30;

const TEXT_FIELDS = new Map<string, TextField>([
	["from", "from"],
	["to", "to"],
	["subject", "subject"],
	["filename", "filename"],
]);

/** `subject_is:` and so on. */
const PATTERNS = new Map(PATTERN_FIELDS.map((field) => [`${field}_is`, field]));

type Token =
	| { type: "open" | "close" | "or" | "minus"; at: number }
	/** `value` is empty before an opening parenthesis: `from:(ann OR bob)`. */
	| { type: "term"; at: number; operator: string | null; value: string; quoted: boolean; group: boolean };

/**
 * Parses a search.
 * @throws QueryError for invalid operator values and unclosed parentheses or quotes
 */
export function parseQuery(text: string): Query {
	const tokens = tokenize(text);
	if (tokens.length > MAX_TERMS * 3) throw new QueryError(`A search takes at most ${MAX_TERMS} words.`, 0);
	const parser = new Parser(tokens, text.length);
	return parser.all();
}

/** Whether the query names folders itself, so that spam and trash are not excluded. */
export function namesFolders(query: Query): boolean {
	if (query.kind === "in") return true;
	if (query.kind === "not") return namesFolders(query.part);
	if (query.kind === "and" || query.kind === "or") return query.parts.some(namesFolders);
	return false;
}

const OPERATORS = new Set([
	...TEXT_FIELDS.keys(),
	...PATTERNS.keys(),
	"has",
	"larger",
	"smaller",
	"older_than",
	"newer_than",
	"before",
	"after",
	"is",
	"in",
	"label",
	"category",
	"list",
	"domain",
	"auth",
]);

function tokenize(text: string): Token[] {
	const tokens: Token[] = [];
	let at = 0;
	while (at < text.length) {
		const c = text[at] as string;
		if (/\s/.test(c)) {
			at++;
		} else if (c === "(" || c === ")") {
			tokens.push({ type: c === "(" ? "open" : "close", at });
			at++;
		} else if (c === "-" && /[^\s)-]/.test(text[at + 1] ?? " ")) {
			tokens.push({ type: "minus", at });
			at++;
		} else {
			const read = readTerm(text, at);
			tokens.push(read.token);
			at = read.end;
		}
	}
	return tokens;
}

function readTerm(text: string, at: number): { token: Token; end: number } {
	const start = at;
	const named = /^([a-z_]+):/i.exec(text.slice(at, at + 20));
	const name = named?.[1]?.toLowerCase() ?? "";
	const operator = OPERATORS.has(name) ? name : null;
	if (operator !== null) at += name.length + 1;
	if (text[at] === '"') {
		// Doubled ones are treated as one.
		const quoted = /"((?:[^"]|"")*)"/y;
		quoted.lastIndex = at;
		const match = quoted.exec(text);
		if (match === null) throw new QueryError("A quotation mark is not closed.", at);
		const value = (match[1] ?? "").replaceAll('""', '"');
		return { token: { type: "term", at: start, operator, value, quoted: true, group: false }, end: quoted.lastIndex };
	}
	if (operator !== null && text[at] === "(")
		return { token: { type: "term", at: start, operator, value: "", quoted: false, group: true }, end: at };
	let end = at;
	while (end < text.length && !/[\s()"]/.test(text[end] as string)) end++;
	const value = text.slice(at, end);
	if (operator === null && value === "OR") return { token: { type: "or", at: start }, end };
	return { token: { type: "term", at: start, operator, value, quoted: false, group: false }, end };
}

class Parser {
	private readonly tokens: readonly Token[];
	private readonly length: number;
	private next = 0;
	private depth = 0;
	private terms = 0;

	constructor(tokens: readonly Token[], length: number) {
		this.tokens = tokens;
		this.length = length;
	}

	all(): Query {
		const query = this.alternatives(null);
		const rest = this.tokens[this.next];
		if (rest !== undefined) throw new QueryError("A closing bracket has no opening one.", rest.at);
		return query;
	}

	/** @param operator of the group, `from` in `from:(ann OR bob)` */
	private alternatives(operator: string | null): Query {
		const parts = [this.together(operator)];
		while (this.tokens[this.next]?.type === "or") {
			const { at } = this.tokens[this.next] as Token;
			this.next++;
			const part = this.together(operator);
			if (isEmpty(part) || isEmpty(parts.at(-1) as Query))
				throw new QueryError("OR needs something on both sides.", at);
			parts.push(part);
		}
		return parts.length === 1 ? (parts[0] as Query) : { kind: "or", parts };
	}

	private together(operator: string | null): Query {
		const parts: Query[] = [];
		for (;;) {
			const token = this.tokens[this.next];
			if (token === undefined || token.type === "or" || token.type === "close") break;
			parts.push(this.one(operator));
		}
		return parts.length === 1 ? (parts[0] as Query) : { kind: "and", parts };
	}

	private one(operator: string | null): Query {
		const token = this.tokens[this.next] as Token;
		this.next++;
		if (token.type === "minus") {
			const following = this.tokens[this.next];
			if (following === undefined || (following.type !== "term" && following.type !== "open"))
				throw new QueryError("A minus needs something behind it.", token.at);
			return { kind: "not", part: this.one(operator) };
		}
		if (token.type === "open") return this.group(token.at, operator);
		if (token.type !== "term") throw new QueryError("OR needs something on both sides.", token.at);
		if (token.group) {
			const open = this.tokens[this.next] as Token;
			this.next++;
			return this.group(open.at, token.operator);
		}
		if (++this.terms > MAX_TERMS) throw new QueryError(`A search takes at most ${MAX_TERMS} words.`, token.at);
		return termOf(token.operator ?? operator, token);
	}

	private group(at: number, operator: string | null): Query {
		if (++this.depth > MAX_NESTING) throw new QueryError("The brackets are nested too deeply.", at);
		const query = this.alternatives(operator);
		if (this.tokens[this.next]?.type !== "close")
			throw new QueryError("A bracket is not closed.", Math.min(at, this.length));
		if (isEmpty(query)) throw new QueryError("These brackets are empty.", at);
		this.next++;
		this.depth--;
		return query;
	}
}

function isEmpty(query: Query): boolean {
	return query.kind === "and" && query.parts.length === 0;
}

function termOf(operator: string | null, { at, value, quoted }: Token & { type: "term" }): Query {
	if (operator === null) return { kind: "text", field: "any", text: value, phrase: quoted };
	const fail = (wanted: string): never => {
		const given = value === "" ? "nothing" : `"${value}"`;
		throw new QueryError(`${operator}: takes ${wanted}, not ${given}.`, at);
	};
	if (value.trim() === "") return fail(wantedOf(operator));
	const field = TEXT_FIELDS.get(operator);
	if (field === "from" || field === "to") {
		if (!quoted && value.toLowerCase() === "me") return { kind: "own", field };
		const email = addressOf(value);
		if (email !== null) return { kind: "address", field, email };
		if (/^\s*<.*>\s*$/s.test(value)) return fail("an address such as <ann@example.org>");
	}
	if (field !== undefined) return { kind: "text", field, text: value, phrase: quoted };
	const exact = PATTERNS.get(operator);
	if (exact !== undefined) return { kind: "pattern", field: exact, pattern: value };
	const word = value.trim().toLowerCase();
	switch (operator) {
		case "has":
			return word === "attachment" || word === "attachments" ? { kind: "attachment" } : fail(wantedOf(operator));
		case "larger":
		case "smaller":
			return { kind: "size", than: operator, bytes: sizeOf(word) ?? fail(wantedOf(operator)) };
		case "older_than":
		case "newer_than":
			return {
				kind: "age",
				than: operator === "older_than" ? "older" : "newer",
				...(ageOf(word) ?? fail(wantedOf(operator))),
			};
		case "before":
		case "after":
			return { kind: "date", than: operator, at: dayOf(word) ?? timeOf(word) ?? fail(wantedOf(operator)) };
		case "is":
			return flagOf(word) ?? fail(wantedOf(operator));
		case "in":
			return { kind: "in", folder: value };
		case "category": {
			const category = CATEGORIES.find((one) => one === word);
			return category === undefined ? fail(wantedOf(operator)) : { kind: "category", category };
		}
		case "list":
			if (!isListName(word)) return fail(wantedOf(operator));
			return { kind: "list", by: /^(?:list|from):/.test(word) ? "key" : "part", name: word };
		case "domain":
			return { kind: "domain", domain: domainOf(word) ?? fail(wantedOf(operator)) };
		case "auth":
			return word === "failed" ? { kind: "auth", result: "failed" } : fail(wantedOf(operator));
		default:
			return { kind: "label", name: value };
	}
}

function wantedOf(operator: string): string {
	switch (operator) {
		case "has":
			return "attachment";
		case "larger":
		case "smaller":
			return "a size such as 500k or 5M";
		case "older_than":
		case "newer_than":
			return "an age such as 3d, 2w, 6m or 1y";
		case "before":
		case "after":
			return "a day such as 2024-03-31, or a time such as 2024-03-31T12:00:00Z";
		case "is":
			return "unread, read, starred, important, answered, list or suspicious";
		case "category":
			return `one of ${CATEGORIES.join(", ")}`;
		case "list":
			return "a list's name";
		case "domain":
			return "a domain such as example.org";
		case "auth":
			return "failed";
		case "in":
			return "a folder's name, or anywhere";
		case "label":
			return "a label's name";
		default:
			return "a word, or several in quotes";
	}
}

function flagOf(word: string): Query | null {
	if (word === "list") return { kind: "list", by: "any", name: "" };
	if (word === "suspicious") return { kind: "suspicious" };
	if (word === "unread") return { kind: "is", flag: "read", value: false };
	const flag = FLAG_NAMES.find((one) => one === word);
	return flag === undefined ? null : { kind: "is", flag, value: true };
}

/**
 * The moment a given age before now. Months and years are calendar units in UTC; a day that the earlier month
 * does not have is clamped to its last day.
 * @param now epoch milliseconds @returns epoch milliseconds
 */
export function momentOf(count: number, unit: AgeUnit, now: number): number {
	const DAY = 86_400_000;
	if (unit === "d") return now - count * DAY;
	if (unit === "w") return now - count * 7 * DAY;
	const date = new Date(now);
	const day = date.getUTCDate();
	date.setUTCDate(1);
	date.setUTCMonth(date.getUTCMonth() - count * (unit === "y" ? 12 : 1));
	const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
	date.setUTCDate(Math.min(day, last));
	return date.getTime();
}
