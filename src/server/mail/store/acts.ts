import type { Database } from "../../db/database.ts";
import { toSqlJson } from "../../db/json.ts";

interface ReadActs {
	ownerId: string;
	acts: readonly { accountId: string; id: string; act: unknown }[];
}

/** Stores what messages do to their conversations with them. */
export async function storeActs(database: Database, { ownerId, acts }: ReadActs): Promise<void> {
	if (acts.length === 0) return;
	await database.exec(
		`update emails e set act = r.act
		from jsonb_to_recordset($2::jsonb) as r ("accountId" uuid, id uuid, act jsonb)
		where e.owner_id = $1 and e.account_id = r."accountId" and e.id = r.id`,
		[ownerId, toSqlJson(acts)],
	);
}
