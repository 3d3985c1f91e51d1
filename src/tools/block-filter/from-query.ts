import { parseQuery, type Query, QueryError } from "#shared/search/query.ts";
import { trimEndOf, trimStartOf } from "#shared/trim.ts";
import type { Condition } from "./condition.ts";

/** Something that rules here cannot express, in a sentence. */
export class UnsupportedRule extends Error {
	override name = "UnsupportedRule";
}

/** Parses a search. @throws UnsupportedRule for a malformed one, with the reason */
export function readSearch(search: string): Query {
	try {
		return parseQuery(search);
	} catch (cause) {
		if (cause instanceof QueryError) throw new UnsupportedRule(`Its search cannot be read: ${cause.message}`);
		throw cause;
	}
}

/**
 * A search query as a rule's condition.
 * @param own the user's addresses, which `to:me` means; none: it can't be expressed
 * @throws UnsupportedRule for what rules cannot express
 */
export function fromQuery(query: Query, own: readonly string[] = []): Condition {
	switch (query.kind) {
		case "and":
		case "or": {
			if (query.parts.length === 0) throw new UnsupportedRule("It has no condition.");
			return {
				kind: query.kind === "and" ? "all" : "any",
				not: false,
				parts: query.parts.map((part) => fromQuery(part, own)),
			};
		}
		case "not": {
			const inner = fromQuery(query.part, own);
			return { ...inner, not: !inner.not };
		}
		case "text":
			return fromText(query);
		case "pattern":
			return { kind: "pattern", field: query.field, value: query.pattern, not: false };
		case "attachment":
			return { kind: "attachment", not: false };
		case "size":
			return { kind: "size", than: query.than, bytes: query.bytes, not: false };
		case "age":
			return { kind: "age", than: query.than, count: query.count, unit: query.unit, not: false };
		case "address":
			return { kind: query.field === "from" ? "sender" : "to", value: query.email, not: false };
		case "own": {
			const kind = query.field === "from" ? "sender" : "to";
			if (own.length === 0) throw new UnsupportedRule(`Enter your address instead of “${query.field}:me”.`);
			return { kind: "any", not: false, parts: own.map((value) => ({ kind, value, not: false })) };
		}
		case "domain":
			return { kind: "domain", value: query.domain, not: false };
		case "category":
			return { kind: "category", value: query.category, not: false };
		case "list":
			return { kind: "list", value: query.name, not: false };
		case "auth":
			return { kind: "unconfirmed", not: false };
		case "suspicious":
			return { kind: "suspicious", not: false };
		case "date":
			throw new UnsupportedRule("It matches on dates, which filters don't support.");
		case "is":
			throw new UnsupportedRule("It matches read, starred or important email, and new email is none of these yet.");
		case "in":
			throw new UnsupportedRule("It matches on a folder, which filters don't support.");
		case "label":
			throw new UnsupportedRule("It matches on a label, and new email has no labels yet.");
	}
}

function fromText({ field, text }: Query & { kind: "text" }): Condition {
	if (field === "filename") throw new UnsupportedRule("It matches on attachment names, which filters don't support.");
	if (field === "subject") return { kind: "subject", value: text, not: false };
	if (field === "any") return { kind: "keyword", value: text, not: false };
	return addressCondition(field === "from" ? "sender" : "to", text);
}

/** Mail programs accept partial addresses with wildcards: `*@example.org`. */
export function addressCondition(kind: "sender" | "to", text: string): Condition {
	const written = trimEndOf(text.slice(0, 1_000).trim(), "*");
	const unstarred = trimStartOf(written, "*");
	const value = (/^[@.]/.test(unstarred) ? unstarred : written).replace(/^<(.*)>$/, "$1");
	const isDomain = /^[@.]?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u.test(value);
	if (kind === "sender" && isDomain) return { kind: "domain", value: value.replace(/^[@.]/, ""), not: false };
	return { kind, value: isDomain ? value.replace(/^[@.]/, "") : value, not: false };
}
