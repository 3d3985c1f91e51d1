import { brand } from "#shared/brand.ts";
import { type Condition, isGroup, type Leaf } from "../../condition.ts";
import { addressCondition, fromQuery, readSearch, UnsupportedRule } from "../../from-query.ts";

/** Gmail's search syntax, as far as filters use it: reading and writing. */

/** Maximum characters; Gmail itself accepts fewer. */
const MAX_LENGTH = 20_000;
const FIELDS = { from: "sender", to: "to" } as const;

/**
 * The condition of a Gmail filter field.
 * @param field `any` for a whole search query
 * @param own the user's addresses, which `me` means
 * @throws UnsupportedRule for what filters here cannot express
 */
export function readGmail(
	field: "from" | "to" | "subject" | "any",
	text: string,
	own: readonly string[] = [],
): Condition {
	if (text.length > MAX_LENGTH) throw new UnsupportedRule("Its search is too long.");
	requireKnown(text);
	if (field === "from" || field === "to") {
		// Gmail filters often hold long lists of addresses; a search query is limited to thirty words.
		const all = listedIn(text);
		if (all?.every((one) => one.toLowerCase() !== "me" && /^[^\s"(){}:-][^\s"(){}:]*$/.test(one)))
			return { kind: "any", not: false, parts: all.map((one) => addressCondition(FIELDS[field], one)) };
	}
	const search = withBrackets(text);
	return fromQuery(readSearch(field === "any" ? search : `${field}:(${search})`), own);
}

/** Operators of Gmail that mean the same here; the search names what it does not know of the values of some. */
const KNOWN = new Set([
	...["from", "to", "subject", "filename", "has", "larger", "smaller", "older_than", "newer_than", "before", "after"],
	...["is", "in", "label", "category", "list"],
]);

/** @throws UnsupportedRule for other operators, which would become words, or ones that only the search here has */
function requireKnown(text: string): void {
	for (const token of text.match(/"[^"]*"?|[^\s"(){}]+/g) ?? []) {
		const name = /^[-+]?([a-z][a-z0-9_]*):(?!\/\/)/i.exec(token)?.[1];
		if (name !== undefined && !KNOWN.has(name.toLowerCase()))
			throw new UnsupportedRule(`It uses “${name}:”, which filters don't support.`);
		if (/^AROUND$|^\+\S/.test(token))
			throw new UnsupportedRule(`It uses “${token.startsWith("+") ? "+" : token}”, which filters don't support.`);
	}
}

/** The words of `a OR b`, `a | b` or `a, b`; null for anything else. */
function listedIn(text: string): string[] | null {
	const words = text.replaceAll(",", " , ").trim().split(/\s+/);
	const isList = words.length % 2 === 1 && words.every((word, n) => n % 2 === 0 || /^(?:OR|\||,)$/.test(word));
	return isList ? words.filter((_, n) => n % 2 === 0) : null;
}

/** Gmail's `{a b}` means either; `AND` and `|` are operators. */
function withBrackets(text: string): string {
	const tokens = text.match(/"[^"]*"?|[(){}]|[^\s"(){}]+/g) ?? [];
	const open: string[] = [];
	const out: string[] = [];
	let isFirst = true;
	for (const token of tokens) {
		if (token === "AND") continue;
		if (token === ")" || token === "}") {
			open.pop();
			out.push(")");
			isFirst = false;
			continue;
		}
		const isBound = /[:-]$/.test(out.at(-1) ?? "");
		if (token === "OR" || token === "|") {
			if (open.at(-1) !== "{") out.push(" OR ");
			continue;
		}
		if (!isFirst && !isBound) out.push(open.at(-1) === "{" ? " OR " : " ");
		if (token === "(" || token === "{") {
			open.push(token);
			out.push("(");
			isFirst = true;
		} else {
			out.push(token);
			isFirst = false;
		}
	}
	return out.join("");
}

/** A condition as a Gmail search query. @throws UnsupportedRule for what Gmail cannot search */
export function writeGmail(one: Condition): string {
	const text = isGroup(one)
		? `${one.kind === "all" ? "(" : "{"}${one.parts.map(writeGmail).join(" ")}${one.kind === "all" ? ")" : "}"}`
		: leafText(one);
	return one.not ? `-${text}` : text;
}

function leafText(leaf: Leaf): string {
	switch (leaf.kind) {
		case "domain":
			return `from:${leaf.value.replace(/^@/, "")}`;
		case "sender":
			return `from:${quoted(leaf.value)}`;
		case "to":
			return `to:${quoted(leaf.value)}`;
		case "subject":
			return `subject:${quoted(leaf.value)}`;
		case "keyword":
			return quoted(leaf.value);
		case "pattern":
			throw new UnsupportedRule("Gmail compares words, not letter by letter.");
		case "size":
			return `${leaf.than}:${leaf.bytes}`;
		case "age":
			return leaf.unit === "w" ? `${leaf.than}_than:${leaf.count * 7}d` : `${leaf.than}_than:${leaf.count}${leaf.unit}`;
		case "list":
			if (leaf.value === "") throw new UnsupportedRule("Gmail can't match mail from any mailing list.");
			return /^from:/i.test(leaf.value)
				? `from:${quoted(leaf.value.slice(5))}`
				: `list:${quoted(leaf.value.replace(/^list:/i, ""))}`;
		case "attachment":
			return "has:attachment";
		case "category":
			return `category:${leaf.value}`;
		case "unconfirmed":
			throw new UnsupportedRule("Gmail's filters can't match on sender authentication.");
		case "suspicious":
			throw new UnsupportedRule(`Only ${brand.name} recognizes suspicious email; Gmail's filters can't match on it.`);
	}
}

function quoted(text: string): string {
	return /^[^\s"(){}:]+$/.test(text) && !/^(?:-|OR$|AND$)/.test(text) ? text : `"${text.replaceAll('"', " ").trim()}"`;
}
