import type { ChangeableAccount } from "#kernel/changes.ts";
import type { Database } from "#kernel/database.ts";
import type { Condition } from "../../condition.ts";
import { conditionOf, queryOf, type Rule, rolesOf } from "../rule.ts";
import { type MatchScope, matchesOf, nativeRuleMatchesOf, type RuleToMatch } from "./matches.ts";

export interface Matched {
	/** All messages that match. */
	matched: number;
	/** Matches that no earlier rule has matched. */
	ids: string[];
	/** The same, but already handled by the provider. */
	done: string[];
}

/**
 * Assigns the messages of one mailbox to rules: the first matching rule in order gets the message.
 * @param rules the rules for this mailbox, in order
 * @param native rules the provider has already run on these messages: what they filed is assigned to them, too
 */
export async function matchInOrder(
	database: Database,
	rules: readonly Rule[],
	scope: MatchScope,
	native: ReadonlySet<string> = new Set(),
): Promise<Map<string, Matched>> {
	const claimed = new Set<string>();
	const byRule = new Map<string, Matched>();
	for (const rule of rules)
		byRule.set(rule.id, await matchNext(database, rule, { ...scope, claimed, isNative: native.has(rule.id) }));
	return byRule;
}

/**
 * Assigns the messages that match a rule to it.
 * @param scope.claimed ids of the messages that earlier rules have matched; gets those of this one
 * @param scope.isNative the provider has already run it on these messages
 */
export async function matchNext(
	database: Database,
	rule: Rule,
	{ claimed, isNative = false, ...scope }: MatchScope & { claimed: Set<string>; isNative?: boolean },
): Promise<Matched> {
	const matching = isNative ? nativeRuleMatchesOf : matchesOf;
	const { text, values } = await matching(database, rule, scope);
	const rows = await database.query<{ id: string; isDone?: boolean }>(`select r.* from (${text}) r`, values);
	const fresh = rows.filter(({ id }) => !claimed.has(id));
	for (const { id } of fresh) claimed.add(id);
	const idsOf = (isDone: boolean): string[] =>
		fresh.filter((row) => (row.isDone ?? false) === isDone).map(({ id }) => id);
	return { matched: rows.length, ids: idsOf(false), done: idsOf(true) };
}

/** Rules that one statement matches. */
const TOGETHER = 200;

/** How many of these messages of a mailbox any of the rules matches. @param together rules per statement */
export async function countMatched(
	database: Database,
	rules: readonly Rule[],
	scope: MatchScope & { ids: readonly string[] },
	together = TOGETHER,
): Promise<number> {
	let left = scope.ids;
	for (const rule of joined(rules, scope.account, together)) {
		if (left.length === 0) break;
		const { text, values } = await matchesOf(database, rule, { ...scope, ids: left });
		const rows = await database.query<{ id: string }>(`select m.id from (${text}) m`, values);
		const matched = new Set(rows.map(({ id }) => id));
		left = left.filter((id) => !matched.has(id));
	}
	return scope.ids.length - left.length;
}

/**
 * Rules that match what these do: simple ones that act in the same folders become one. Those about words are apart,
 * because a search has few words that are combined with something else.
 */
function joined(rules: readonly Rule[], { capabilities }: ChangeableAccount, together: number): RuleToMatch[] {
	const groups = Map.groupBy(rules, (rule) => {
		if (rule.ruleType === "advanced") return rule.id;
		const isAboutWords = queryOf(conditionOf(rule)).kind === "text";
		return `${rolesOf(rule.action, capabilities).join()} ${isAboutWords}`;
	});
	return [...groups.values()].flatMap((group) =>
		Array.from({ length: Math.ceil(group.length / together) }, (_, n) => {
			const some = group.slice(n * together, (n + 1) * together);
			const [first] = some as [Rule];
			if (some.length === 1) return first;
			const conditions: Condition = { kind: "any", not: false, parts: some.map(conditionOf) };
			return { ruleType: "advanced", ruleValue: "", conditions, action: first.action };
		}),
	);
}

/** Whether the rule applies to the mailbox. */
export function actsIn({ isActive, accountId }: Rule, mailbox: string): boolean {
	return isActive && (accountId === null || accountId === mailbox);
}
