/** Rules as Gmail filters (https://developers.google.com/workspace/gmail/api/guides/filter_settings). */

import { NativeRuleError, type ProviderRule, type RuleCondition } from "#server/mail/provider/rules.ts";
import { brand } from "#shared/brand.ts";
import type { GmailFilter } from "../api/resources.ts";

/** A filter before it has an id; user labels by name. */
export interface FilterForm {
	criteria: GmailFilter["criteria"];
	add: string[];
	remove: string[];
	label: string | null;
	/** Where the filter does not mean exactly the same as the rule. */
	note: string | null;
}

const NOTES = {
	spam: () =>
		`Gmail filters can't move mail to Spam. This one keeps it out of the inbox, and ${brand.name} moves it to Spam.`,
	domain: "Gmail also counts longer domains that begin alike, such as example.com.br for example.com.",
};

/**
 * @param rivals earlier rules. Gmail filters have no order and all matching ones act, so mail matched by those is excluded
 * from this filter's search
 * @throws NativeRuleError
 */
export function filterOf(rule: ProviderRule, rivals: readonly ProviderRule[]): FilterForm {
	const { add, remove, label, isSpam } = actionOf(rule);
	const criteria = criteriaOf(rule.conditions);
	const excluded = rivals.map((one) => `-{(${one.conditions.map(termOf).join(" ")})}`);
	const query = [criteria.query, ...excluded].filter((part) => part !== undefined).join(" ");
	const hasDomain = rule.conditions.some((one) => "domains" in one && one.domains.length > 0 && !one.not);
	const notes = [...(isSpam ? [NOTES.spam()] : []), ...(hasDomain ? [NOTES.domain] : [])];
	return {
		criteria: { ...criteria, ...(query !== "" && { query }) },
		...{ add, remove, label },
		note: notes.length === 0 ? null : notes.join(" "),
	};
}

/**
 * Whether the filter matches at least what the rule matches: Gmail finds a single word only as a whole, not as a prefix,
 * and a negated term may exclude more than the rule does.
 */
export function isCovered({ conditions }: ProviderRule): boolean {
	return conditions.every((one) => !one.not && !("texts" in one && one.texts.some(isOneWord)));
}

const isOneWord = (text: string): boolean => !/\s/.test(text.trim());

/** The first condition of a kind goes into its field of Gmail's form, the rest into the search query. */
function criteriaOf(conditions: readonly RuleCondition[]): GmailFilter["criteria"] {
	const criteria: GmailFilter["criteria"] = {};
	const more: string[] = [];
	for (const condition of conditions) {
		const { about, not } = condition;
		if (not) more.push(termOf(condition));
		else if ((about === "from" || about === "to" || about === "subject") && criteria[about] === undefined)
			criteria[about] = valuesOf(condition).join(" OR ");
		else if (about === "larger" && criteria.size === undefined)
			Object.assign(criteria, { size: condition.bytes, sizeComparison: "larger" });
		else if (about === "attachment") criteria.hasAttachment = true;
		else more.push(termOf(condition));
	}
	return { ...criteria, ...(more.length > 0 && { query: more.join(" ") }) };
}

/** A condition as a Gmail search term (https://support.google.com/mail/answer/7190). @throws NativeRuleError */
function termOf(condition: RuleCondition): string {
	if (!condition.not) return positiveTerm(condition);
	const texts = "texts" in condition ? condition.texts : [];
	const word = texts.find(isOneWord);
	if (word !== undefined)
		throw new NativeRuleError(
			`Gmail searches for whole words only, so it cannot exclude words that begin with “${word}”.`,
		);
	return `-${positiveTerm(condition)}`;
}

function positiveTerm(condition: RuleCondition): string {
	if (condition.about === "larger") return `larger:${condition.bytes}`;
	if (condition.about === "attachment") return "has:attachment";
	const values = valuesOf(condition);
	if (condition.about === "anywhere") return values.length === 1 ? (values[0] ?? "") : `{${values.join(" ")}}`;
	return `${condition.about}:(${values.join(" OR ")})`;
}

/** @throws NativeRuleError */
function valuesOf(condition: Exclude<RuleCondition, { about: "larger" | "attachment" }>): string[] {
	if ("ids" in condition) return condition.ids.map(bare);
	const texts = condition.texts.map(quoted);
	if (!("domains" in condition)) return texts;
	return [...[...condition.addresses, ...condition.domains.map((domain) => `@${domain}`)].map(bare), ...texts];
}

/** @throws NativeRuleError for characters with a meaning in Gmail's search syntax */
function bare(value: string): string {
	if (!/^[^\s"(){}<>,;:|*-][^\s"(){}<>,;:|*]*$/.test(value))
		throw new NativeRuleError(`Gmail cannot look for “${value}”.`);
	return value;
}

/** Gmail searches for whole words only. @throws NativeRuleError */
function quoted(text: string): string {
	const words = text.replaceAll(/["\s]+/g, " ").trim();
	if (!/[\p{L}\p{N}]/u.test(words)) throw new NativeRuleError(`Gmail looks for words alone, and “${text}” holds none.`);
	return `"${words}"`;
}

/** @throws NativeRuleError */
function actionOf({ actions }: ProviderRule): Pick<FilterForm, "add" | "remove" | "label"> & { isSpam: boolean } {
	const { move, labels, read, star } = actions;
	const [label = null, ...others] = labels;
	if (others.length > 0) throw new NativeRuleError("A filter at Gmail puts on one label, and this rule has several.");
	if (move !== null && "folderId" in move)
		throw new NativeRuleError("Gmail has labels, and no folders to move mail to.");
	const role = move?.role ?? null;
	const add = [...(role === "trash" ? ["TRASH"] : []), ...(star ? ["STARRED"] : [])];
	const remove = [...(role === "archive" || role === "spam" ? ["INBOX"] : []), ...(read ? ["UNREAD"] : [])];
	if (add.length + remove.length === 0 && label === null)
		throw new NativeRuleError("Gmail has no filter that does this.");
	return { add, remove, label, isSpam: role === "spam" };
}
