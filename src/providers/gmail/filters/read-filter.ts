import type { RemoteRule, RuleActions, RuleCondition } from "#server/mail/provider/rules.ts";
import type { GmailFilter } from "../api/resources.ts";

/** A filter as our rule; null when it has parts that our rules cannot express. */
export function ruleOf(filter: GmailFilter, nameOf: (labelId: string) => string | undefined): RemoteRule["rule"] {
	const conditions = conditionsOf(filter.criteria);
	const actions = actionsOf(filter.action, nameOf);
	return conditions === null || conditions.length === 0 || actions === null ? null : { conditions, actions };
}

/** The filter as a Gmail search query. */
export function textOf({ criteria, action }: GmailFilter, nameOf: (labelId: string) => string | undefined): string {
	const { from, to, subject, query, negatedQuery, hasAttachment, size, sizeComparison } = criteria;
	const search = [
		...(from ? [`from:(${from})`] : []),
		...(to ? [`to:(${to})`] : []),
		...(subject ? [`subject:(${subject})`] : []),
		...(query ? [query] : []),
		...(negatedQuery ? [`-{${negatedQuery}}`] : []),
		...(hasAttachment ? ["has:attachment"] : []),
		...(size ? [`${sizeComparison ?? "larger"}:${size}`] : []),
	];
	const named = (ids: string[]): string[] => ids.map((id) => nameOf(id) ?? id);
	const done = [
		...named(action.addLabelIds).map((name) => `+${name}`),
		...named(action.removeLabelIds).map((name) => `-${name}`),
		...(action.forward ? [`forward to ${action.forward}`] : []),
	];
	return `${search.join(" ")} → ${done.join(", ")}`;
}

function conditionsOf(criteria: GmailFilter["criteria"]): RuleCondition[] | null {
	const { from, to, subject, query, negatedQuery, hasAttachment, size, sizeComparison } = criteria;
	const found: (RuleCondition | null)[] = [];
	if (from) found.push(people("from", from));
	if (to) found.push(people("to", to));
	if (subject) found.push(phrases("subject", subject, false));
	for (const term of query ? termsOf(query) : []) found.push(conditionOf(term));
	if (negatedQuery) found.push(phrases("anywhere", negatedQuery, true));
	if (hasAttachment) found.push({ about: "attachment", not: false });
	if (size) found.push({ about: "larger", bytes: size, not: sizeComparison === "smaller" });
	return found.includes(null) ? null : (found as RuleCondition[]);
}

/** Top-level terms of a query; bracketed groups stay together. */
function termsOf(query: string): string[] {
	return query.match(/-?(?:[a-z_]{1,30}:)?(?:"[^"]*"|\([^()]*\)|\{[^{}]*\}|[^\s"(){}]+)/gi) ?? [query];
}

function conditionOf(term: string): RuleCondition | null {
	const [, minus, operator, rest = ""] = /^(-?)(?:([a-z_]+):)?(.*)$/is.exec(term) ?? [];
	const not = minus === "-";
	const name = operator?.toLowerCase();
	if (name === undefined) return phrases("anywhere", rest.replace(/^\{(.*)\}$/s, "$1"), not, / OR |(?<=") (?=")/);
	const value = rest.replace(/^\((.*)\)$/s, "$1");
	const found = withOperator(name, value);
	return found && { ...found, not };
}

function withOperator(name: string, value: string): RuleCondition | null {
	if (name === "from" || name === "to") return people(name, value);
	if (name === "subject") return phrases("subject", value, false);
	if (name === "list") {
		const ids = oneBlank(value).split(" OR ").map(unquoted);
		return ids.every((id) => /^[^\s"(){}]+$/.test(id)) ? { about: "list", ids, not: false } : null;
	}
	if (name === "has" && value === "attachment") return { about: "attachment", not: false };
	if (name === "larger" && /^\d+[km]?$/i.test(value)) return { about: "larger", bytes: bytesOf(value), not: false };
	return null;
}

/** Addresses, domains, and words that are quoted or without special characters. */
function people(about: "from" | "to", value: string): RuleCondition | null {
	const names = oneBlank(value)
		.replace(/^[({](.*)[)}]$/s, "$1")
		.split(/ OR |\|/)
		.map((name) => unquoted(name.trim()).replace(/^\*@/, "@"));
	const found = { about, addresses: [] as string[], domains: [] as string[], texts: [] as string[], not: false };
	for (const name of names) {
		if (/^[^\s@"(){}*]+@[^\s@"(){}*]+$/.test(name)) found.addresses.push(name.toLowerCase());
		else if (/^@?[^\s@"(){}*]+\.[^\s@"(){}*.]+$/.test(name)) found.domains.push(name.replace(/^@/, "").toLowerCase());
		else if (/^[\p{L}\p{N}][\p{L}\p{N} '-]*$/u.test(name)) found.texts.push(name);
		else return null;
	}
	return found;
}

function phrases(about: "subject" | "anywhere", value: string, not: boolean, between = / OR /): RuleCondition | null {
	const texts = oneBlank(value)
		.replace(/^\((.*)\)$/s, "$1")
		.split(between)
		.map((text) => unquoted(text.trim()));
	return texts.every((text) => text !== "" && !/["(){}:]|^-/.test(text)) ? { about, texts, not } : null;
}

/** Collapses each run of white space, so that the term pattern cannot backtrack over it. */
const oneBlank = (text: string): string => text.replace(/\s+/g, " ");

const unquoted = (text: string): string => text.replace(/^"([^"]*)"$/, "$1");

function bytesOf(value: string): number {
	const unit = { k: 1024, m: 1024 * 1024 }[value.slice(-1).toLowerCase()] ?? 1;
	return Number.parseInt(value, 10) * unit;
}

function actionsOf(
	{ addLabelIds, removeLabelIds, forward }: GmailFilter["action"],
	nameOf: (labelId: string) => string | undefined,
): RuleActions | null {
	const add = new Set(addLabelIds);
	const remove = new Set(removeLabelIds);
	const labels = addLabelIds.flatMap((id) => nameOf(id) ?? []);
	const known = new Set(["TRASH", "STARRED", "IMPORTANT"]);
	const isExpressible = addLabelIds.every((id) => known.has(id) || nameOf(id) !== undefined);
	// Our rules cannot express "never send to Spam" or "never mark as important".
	if (forward || !isExpressible || add.has("IMPORTANT") || [...remove].some((id) => id !== "INBOX" && id !== "UNREAD"))
		return null;
	const move = add.has("TRASH")
		? { role: "trash" as const }
		: remove.has("INBOX")
			? { role: "archive" as const }
			: null;
	return { move, labels, read: remove.has("UNREAD"), star: add.has("STARRED") };
}
