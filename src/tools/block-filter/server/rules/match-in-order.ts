import type { Database } from "#kernel/database.ts";
import type { Rule } from "../rule.ts";
import { type MatchScope, matchesOf, nativeRuleMatchesOf } from "./matches.ts";

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
	for (const rule of rules) {
		const matching = native.has(rule.id) ? nativeRuleMatchesOf : matchesOf;
		const { text, values } = await matching(database, rule, scope);
		const rows = await database.query<{ id: string; isDone?: boolean }>(`select r.* from (${text}) r`, values);
		const fresh = rows.filter(({ id }) => !claimed.has(id));
		for (const { id } of fresh) claimed.add(id);
		const idsOf = (isDone: boolean): string[] =>
			fresh.filter((row) => (row.isDone ?? false) === isDone).map(({ id }) => id);
		byRule.set(rule.id, { matched: rows.length, ids: idsOf(false), done: idsOf(true) });
	}
	return byRule;
}

/** Whether the rule applies to the mailbox. */
export function actsIn({ isActive, accountId }: Rule, mailbox: string): boolean {
	return isActive && (accountId === null || accountId === mailbox);
}
