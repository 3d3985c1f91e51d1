import type { Database } from "../../db/database.ts";
import { MODEL_VERSION } from "./model.ts";

/** Records that this model has classified all of a mailbox. */
export async function recordModel(database: Database, ownerId: string, accountId: string): Promise<void> {
	await database.exec(
		`insert into category_models (owner_id, account_id, version) values ($1, $2, $3)
		on conflict (owner_id, account_id) do update set version = excluded.version`,
		[ownerId, accountId, MODEL_VERSION],
	);
}

/** The same for a mailbox that is still empty: messages are classified as they arrive. */
export async function recordEmpty(database: Database, ownerId: string, accountId: string): Promise<void> {
	await database.exec(
		`insert into category_models (owner_id, account_id, version)
		select $1, $2, $3 where not exists (select 1 from emails where owner_id = $1 and account_id = $2)
		on conflict (owner_id, account_id) do nothing`,
		[ownerId, accountId, MODEL_VERSION],
	);
}
