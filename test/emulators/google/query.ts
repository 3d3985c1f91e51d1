/**
 * Gmail's search language, as far as programs use it (https://support.google.com/mail/answer/7190 and
 * https://developers.google.com/workspace/gmail/api/guides/filtering). The emulator supports neither `category:` nor
 * groups, OR and NOT, and its `rfc822msgid:` matches nothing.
 */

import { idsIn, readable } from "../messages.ts";
import { invalid } from "./errors.ts";
import type { GmailLabel, GmailMessage } from "./mailbox.ts";

type Test = (message: GmailMessage) => boolean;

export interface Matcher {
	matches: Test;
	/** The query includes spam, trash or anywhere, which are excluded otherwise. */
	reachesHidden: boolean;
}

export function matcherOf(query: string, labels: ReadonlyMap<string, GmailLabel>): Matcher {
	const tokens = query.match(/"[^"]*"|[(){}]|[^\s(){}"]+:?/g) ?? [];
	let position = 0;
	let reachesHidden = false;

	/** Terms up to `close`: adjacent terms must all match; in braces or with OR, any one. */
	function group(close: string): Test {
		const anyOf: Test[] = [];
		let allOf: Test[] = [];
		const isOr = close === "}";
		while (position < tokens.length && tokens[position] !== close) {
			const token = tokens[position++] ?? "";
			if (token === "OR" || token === "|") {
				anyOf.push(every(allOf));
				allOf = [];
			} else if (token !== "AND") {
				if (isOr) anyOf.push(term(token));
				else allOf.push(term(token));
			}
		}
		position++;
		if (allOf.length > 0 || anyOf.length === 0) anyOf.push(every(allOf));
		return (message) => anyOf.some((test) => test(message));
	}

	function term(token: string): Test {
		if (token === "(") return group(")");
		if (token === "{") return group("}");
		if (token.startsWith("-")) {
			const positive = term(token.length > 1 ? token.slice(1) : (tokens[position++] ?? ""));
			return (message) => !positive(message);
		}
		const [, operator, rest = ""] = /^([a-z0-9_]+):(.*)$/i.exec(token) ?? [];
		if (operator === undefined) return words(unquoted(token));
		const name = operator.toLowerCase();
		if (rest !== "") return operation(name, unquoted(rest));
		const next = tokens[position];
		if (next === "(" || next === "{") {
			position++;
			return values(name, next === "{" ? "}" : ")");
		}
		position++;
		return operation(name, unquoted(next ?? ""));
	}

	/** `from:(a OR b)`: applies the operator to each value. */
	function values(name: string, close: string): Test {
		const tests: Test[] = [];
		let isOr = close === "}";
		while (position < tokens.length && tokens[position] !== close) {
			const token = tokens[position++] ?? "";
			if (token === "OR") isOr = true;
			else tests.push(operation(name, unquoted(token)));
		}
		position++;
		return isOr ? (message) => tests.some((test) => test(message)) : every(tests);
	}

	function operation(name: string, value: string): Test {
		const small = value.toLowerCase();
		const inField = (...fields: string[]): Test => {
			const wanted = wordsIn(value);
			return ({ head }) => fields.some((name) => wordsIn(readable({ name, value: head.first(name) })).includes(wanted));
		};
		switch (name) {
			case "from":
			case "subject":
			case "cc":
			case "bcc":
				return inField(name);
			case "to":
				return inField("to", "cc", "bcc");
			case "deliveredto":
				return inField("delivered-to");
			case "list":
				return inField("list-id");
			case "rfc822msgid": {
				const wanted = value.replace(/^<|>$/g, "");
				return ({ head }) => idsIn(head.first("message-id")).includes(wanted);
			}
			case "in":
			case "is":
			case "label":
				return labelled(small, name);
			case "category":
				return category(small);
			case "has":
				return small === "attachment"
					? ({ raw }) => /^content-disposition:\s*attachment/im.test(raw.toString("latin1"))
					: () => false;
			case "after":
			case "newer":
				return ({ internalDate }) => internalDate >= time(value);
			case "before":
			case "older":
				return ({ internalDate }) => internalDate < time(value);
			case "newer_than":
				return ({ internalDate }) => internalDate >= Date.now() - span(small);
			case "older_than":
				return ({ internalDate }) => internalDate < Date.now() - span(small);
			case "larger":
			case "size":
				return ({ raw }) => raw.length >= bytes(small);
			case "smaller":
				return ({ raw }) => raw.length < bytes(small);
			default:
				return words(`${name}:${value}`);
		}
	}

	function labelled(name: string, operator: string): Test {
		if (name === "anywhere" || name === "spam" || name === "trash") reachesHidden = true;
		if (name === "anywhere") return () => true;
		if (name === "read") return (message) => !message.labels.has("UNREAD");
		if (name === "archive" && operator === "in")
			return (message) => !["INBOX", "SENT", "DRAFT", "SPAM", "TRASH"].some((id) => message.labels.has(id));
		const system = { drafts: "DRAFT", draft: "DRAFT" }[name] ?? name.toUpperCase();
		const dashed = (text: string) => text.toLowerCase().replace(/[ /]/g, "-");
		const found = [...labels.values()].find((label) => label.id === system || dashed(label.name) === dashed(name));
		return (message) => found !== undefined && message.labels.has(found.id);
	}

	return { matches: group(""), reachesHidden };
}

/** Inbox mail without a category is primary. */
function category(name: string): Test {
	if (name !== "primary") return ({ labels }) => labels.has(`CATEGORY_${name.toUpperCase()}`);
	return ({ labels }) =>
		labels.has("CATEGORY_PERSONAL") || (labels.has("INBOX") && ![...labels].some((id) => id.startsWith("CATEGORY_")));
}

function words(text: string): Test {
	const wanted = wordsIn(text);
	return ({ raw }) => wordsIn(raw.toString("utf8")).includes(wanted);
}

/** Consecutive whole words; what separates them is ignored. */
function wordsIn(text: string): string {
	return ` ${(text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []).join(" ")} `;
}

function every(tests: Test[]): Test {
	return (message) => tests.every((test) => test(message));
}

function unquoted(text: string): string {
	return text.replace(/^"(.*)"$/, "$1");
}

/** Seconds since the epoch, or a day, which starts at midnight in California. */
function time(value: string): number {
	if (/^\d{6,}$/.test(value)) return Number(value) * 1000;
	const [, year, month, day] = /^(\d{4})[/-](\d{1,2})[/-](\d{1,2})$/.exec(value) ?? [];
	if (year === undefined) throw invalid(`Invalid date: ${value}`);
	return Date.UTC(Number(year), Number(month) - 1, Number(day), 8);
}

function span(value: string): number {
	const [, count = "0", unit = "d"] = /^(\d+)([dmy])$/.exec(value) ?? [];
	return Number(count) * ({ d: 1, m: 30, y: 365 }[unit] ?? 1) * 86_400_000;
}

function bytes(value: string): number {
	const [, count = "0", unit = ""] = /^(\d+)([km]?)/.exec(value) ?? [];
	return Number(count) * ({ k: 1024, m: 1024 * 1024 }[unit] ?? 1);
}
