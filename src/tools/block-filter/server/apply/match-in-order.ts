import type { Database } from "#server/db/database.ts";
import type { Rule } from "../rule.ts";
import { doneMatchesOf, type MatchScope, matchesOf } from "./matches.ts";

export interface Matched {
	/** All that it asks for. */
	matched: number;
	/** Those of them that no rule before it has taken. */
	ids: string[];
	/** And those that the provider has put where they belong already. */
	done: string[];
}

/**
 * Which rule takes which messages of one mailbox: the first in order that asks for one has it.
 * @param rules those that act in this mailbox, in their order
 * @param native those that its provider has run on these messages before: what they have filed is theirs, too
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
		const { text, values } = native.has(rule.id) ? doneMatchesOf(rule, scope) : matchesOf(rule, scope);
		const rows = await database.query<{ id: string; isDone?: boolean }>(`select r.* from (${text}) r`, values);
		const fresh = rows.filter(({ id }) => !claimed.has(id));
		for (const { id } of fresh) claimed.add(id);
		const idsOf = (isDone: boolean): string[] =>
			fresh.filter((row) => (row.isDone ?? false) === isDone).map(({ id }) => id);
		byRule.set(rule.id, { matched: rows.length, ids: idsOf(false), done: idsOf(true) });
	}
	return byRule;
}

/** Whether the rule acts in this mailbox. */
export function actsIn({ isActive, accountId }: Rule, mailbox: string): boolean {
	return isActive && (accountId === null || accountId === mailbox);
}
