import { trimEndOf, trimStartOf } from "#shared/trim.ts";
import type { Condition } from "../../../condition.ts";
import { addressCondition, UnsupportedRule } from "../../../from-query.ts";
import { simplified } from "../file-rule.ts";
import type { Test } from "./parse.ts";

/** Sieve tests as conditions. Differences in meaning are noted. @throws UnsupportedRule for what cannot be expressed here */
export function conditionIn(test: Test, notes: Set<string>): Condition {
	switch (test.name) {
		case "allof":
		case "anyof": {
			const kind = test.name === "allof" ? "all" : "any";
			const parts = test.tests.filter(({ name }) => name !== (kind === "all" ? "true" : "false"));
			if (parts.length === 0) throw new UnsupportedRule("It has no condition.");
			const read = parts.map((part) => conditionIn(part, notes));
			return { kind, not: false, parts: kind === "any" ? withoutSubjects(read) : read };
		}
		case "not": {
			const [inner] = test.tests;
			if (inner === undefined) throw new UnsupportedRule("Its “not” has no condition.");
			const one = conditionIn(inner, notes);
			return { ...one, not: !one.not };
		}
		case "address":
		case "envelope":
		case "header":
			return aboutHeader(test, notes);
		case "body":
			notes.add("Here, words match anywhere in the email, not only in its text.");
			return anyOf(keysOf(test).map((key) => words("keyword", key)));
		case "size": {
			const number = test.arguments.find((one) => one.type === "number");
			if (number === undefined) throw new UnsupportedRule("Its size is missing.");
			return { kind: "size", than: tagsOf(test).has("under") ? "smaller" : "larger", bytes: number.value, not: false };
		}
		case "exists":
			if (
				stringsOf(test)
					.flat()
					.every((name) => /^list-(?:id|unsubscribe)$/i.test(name))
			)
				return { kind: "list", value: "", not: false };
			throw new UnsupportedRule(`It tests whether a header exists: “${stringsOf(test).flat()[0] ?? ""}”.`);
		case "true":
			throw new UnsupportedRule("It acts on all mail.");
		case "false":
			throw new UnsupportedRule("It never acts.");
		default:
			throw new UnsupportedRule(`It tests “${test.name}”, which filters don't support.`);
	}
}

/** A search anywhere makes the same search in the subject redundant. */
function withoutSubjects(parts: Condition[]): Condition[] {
	const plain = parts.map(simplified);
	const anywhere = new Set(plain.flatMap((one) => (one.kind === "keyword" && !one.not ? [one.value] : [])));
	return plain.filter((one) => one.kind !== "subject" || one.not || !anywhere.has(one.value));
}

const SENDERS = new Set(["from", "sender", "reply-to", "return-path"]);
const RECIPIENTS = new Set(["to", "cc", "bcc", "resent-to", "delivered-to"]);

function aboutHeader(test: Test, notes: Set<string>): Condition {
	const [headers = []] = stringsOf(test);
	const tags = tagsOf(test);
	if (tags.has("regex") || tags.has("count") || tags.has("value"))
		throw new UnsupportedRule("It uses a comparison that filters don't support.");
	if (tags.has("mime")) return attachmentIn(test);
	const keys = keysOf(test);
	if (headers.length === 0 || keys.length === 0)
		throw new UnsupportedRule("It names no header, or no text to search for in it.");
	if (test.name === "envelope")
		notes.add("Here, senders and recipients are those of the headers, not of the envelope.");
	return anyOf(headers.flatMap((header) => keys.map((key) => oneOf(header.toLowerCase(), key, tags, notes))));
}

function oneOf(header: string, key: string, tags: ReadonlySet<string>, notes: Set<string>): Condition {
	const text = tags.has("matches") ? withoutStars(key) : key;
	if (SENDERS.has(header) || RECIPIENTS.has(header)) {
		const kind = SENDERS.has(header) ? "sender" : "to";
		if (header !== "from" && kind === "sender") notes.add(`Here, the sender is the one in From, not in ${header}.`);
		if (tags.has("domain")) return kind === "sender" ? domain(text) : { kind, value: text, not: false };
		return addressCondition(kind, text);
	}
	if (header === "subject") return words("subject", text);
	if (header === "list-id" || header === "list-post" || header === "x-mailing-list")
		return { kind: "list", value: text.replace(/^<|>$/g, "").toLowerCase(), not: false };
	throw new UnsupportedRule(`It tests the header “${header}”.`);
}

/** The usual way for scripts to test for attachments (RFC 5703 §4). */
function attachmentIn(test: Test): Condition {
	const [headers = []] = stringsOf(test);
	if (headers.some((name) => name.toLowerCase() === "content-disposition") && keysOf(test).includes("attachment"))
		return { kind: "attachment", not: false };
	throw new UnsupportedRule("It tests the headers of message parts.");
}

function domain(text: string): Condition {
	return { kind: "domain", value: text.replace(/^[@.]/, ""), not: false };
}

function words(kind: "subject" | "keyword", text: string): Condition {
	return { kind, value: text.trim(), not: false };
}

/** Leading and trailing wildcards mean `contains`; others cannot be expressed here. */
function withoutStars(key: string): string {
	const text = trimEndOf(trimStartOf(key, "*"), "*");
	if (/[*?]/.test(text)) throw new UnsupportedRule(`It uses the pattern “${key}”, which filters don't support.`);
	return text;
}

function anyOf(parts: Condition[]): Condition {
	const distinct = new Map(parts.map((part) => [JSON.stringify(part), part]));
	return { kind: "any", not: false, parts: [...distinct.values()] };
}

function stringsOf(test: Test): string[][] {
	// `:comparator` is followed by its name.
	return test.arguments.flatMap((one, n) => {
		const before = test.arguments[n - 1];
		const isComparator = before?.type === "tag" && before.name === "comparator";
		return one.type === "strings" && !isComparator ? [one.values] : [];
	});
}

/** The keys of the test: the last list. */
function keysOf(test: Test): string[] {
	return (stringsOf(test).at(-1) ?? []).filter((key) => key.trim() !== "");
}

function tagsOf(test: Test): Set<string> {
	return new Set(test.arguments.flatMap((one) => (one.type === "tag" ? [one.name] : [])));
}
