import type { Query } from "./query.ts";

/**
 * Writes a tree as a user could have typed it, so that a search can be shown, stored and opened elsewhere. `parseQuery`
 * returns the same tree, except for redundant parentheses; words that would parse differently are quoted.
 */
export function writeQuery(query: Query): string {
	return query.kind === "and" ? query.parts.map((part) => inAnd(part)).join(" ") : written(query);
}

function written(query: Query): string {
	switch (query.kind) {
		case "and":
			return query.parts.length === 1 ? written(query.parts[0] as Query) : `(${writeQuery(query)})`;
		case "or":
			if (query.parts.length === 1) return written(query.parts[0] as Query);
			return query.parts.map(inAnd).join(" OR ");
		case "not":
			return query.part.kind === "not" ? `-(${written(query.part)})` : `-${inAnd(query.part)}`;
		case "text":
			return operator(query.field === "any" ? "" : `${query.field}:`, query.text, query.phrase);
		case "pattern":
			return operator(`${query.field}_is:`, query.pattern, false);
		case "attachment":
			return "has:attachment";
		case "size":
			return `${query.than}:${query.bytes}`;
		case "age":
			return `${query.than}_than:${query.count}${query.unit}`;
		case "date":
			return `${query.than}:${momentText(query.at)}`;
		case "is":
			return query.flag === "read" && !query.value ? "is:unread" : `${query.value ? "" : "-"}is:${query.flag}`;
		case "in":
			return operator("in:", query.folder, false);
		case "label":
			return operator("label:", query.name, false);
		case "address":
			return `${query.field}:"<${query.email}>"`;
		case "own":
			return `${query.field}:me`;
		case "domain":
			return operator("domain:", query.domain, false);
		case "category":
			return `category:${query.category}`;
		case "list":
			return query.by === "any" ? "is:list" : operator("list:", query.name, false);
		case "suspicious":
			return "is:suspicious";
		case "auth":
			return `auth:${query.result}`;
	}
}

/** As an operand of AND: lower-precedence expressions are parenthesized. */
function inAnd(query: Query): string {
	const text = written(query);
	return query.kind === "or" && query.parts.length > 1 ? `(${text})` : text;
}

function operator(name: string, value: string, isPhrase: boolean): string {
	const isPlain =
		!isPhrase && /^[\p{L}\p{N}][^\s()":]*$/u.test(value) && value !== "OR" && value.toLowerCase() !== "me";
	return isPlain ? `${name}${value}` : `${name}"${value.replaceAll('"', '""')}"`;
}

/** Only the day if the moment is its start. */
function momentText(at: number): string {
	return new Date(at)
		.toISOString()
		.replace(/T00:00:00\.000Z$/, "")
		.replace(/\.000Z$/, "Z");
}
