import type { Database } from "#kernel/database.ts";
import { columnsOf, type ListRef, subscriptionIdOf } from "./subscription-id.ts";

/** Store of the user's decisions about lists: `list_decisions`. */

export type Decision = "kept" | "not_required";

/** By subscription id. */
export async function readDecisions(
	database: Database,
	ownerId: string,
	accountIds: readonly string[],
): Promise<Map<string, Decision>> {
	const rows = await database.query<{ account_id: string; list_key: string; decision: Decision }>(
		"select account_id, list_key, decision from list_decisions where owner_id = $1 and account_id = any($2::uuid[])",
		[ownerId, accountIds],
	);
	return new Map(
		rows.map((row) => [subscriptionIdOf({ accountId: row.account_id, listKey: row.list_key }), row.decision]),
	);
}

/** @param decision null clears the decision. @returns how many lists changed */
export async function decide(
	database: Database,
	ownerId: string,
	{ refs, decision }: { refs: readonly ListRef[]; decision: Decision | null },
	now: number,
): Promise<number> {
	const { accountIds, listKeys } = columnsOf(refs);
	const rows =
		decision === null
			? await database.query(
					`delete from list_decisions d using unnest($2::uuid[], $3::text[]) as l (account_id, list_key)
					where d.owner_id = $1 and d.account_id = l.account_id and d.list_key = l.list_key returning d.list_key`,
					[ownerId, accountIds, listKeys],
				)
			: await database.query(
					`insert into list_decisions as d (owner_id, account_id, list_key, decision, decided_at)
					select $1, l.account_id, l.list_key, $4, $5 from unnest($2::uuid[], $3::text[]) as l (account_id, list_key)
					on conflict (owner_id, account_id, list_key) do update set decision = excluded.decision, decided_at = excluded.decided_at
						where d.decision <> excluded.decision
					returning list_key`,
					[ownerId, accountIds, listKeys, decision, new Date(now)],
				);
	return rows.length;
}
