import type { Database } from "#server/db/database.ts";
import type { Rule } from "../rule.ts";
import { type MatchScope, matchesOf } from "./matches.ts";

export interface Taken {
	/** All that it asks for. */
	matched: number;
	/** Those of them that no rule before it has taken. */
	ids: string[];
}

/**
 * Which rule takes which messages of one mailbox: the first in order that asks for one has it.
 * @param rules those that act in this mailbox, in their order
 */
export async function takeInOrder(
	database: Database,
	rules: readonly Rule[],
	scope: MatchScope,
): Promise<Map<string, Taken>> {
	const taken = new Set<string>();
	const byRule = new Map<string, Taken>();
	for (const rule of rules) {
		const { text, values } = matchesOf(rule, scope);
		const rows = await database.query<{ id: string }>(`select r.id from (${text}) r`, values);
		const ids = rows.map((row) => row.id).filter((id) => !taken.has(id));
		for (const id of ids) taken.add(id);
		byRule.set(rule.id, { matched: rows.length, ids });
	}
	return byRule;
}

/** Whether the rule acts in this mailbox. */
export function actsIn({ isActive, accountId }: Rule, mailbox: string): boolean {
	return isActive && (accountId === null || accountId === mailbox);
}
