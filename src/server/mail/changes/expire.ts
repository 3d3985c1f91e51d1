import type { Database } from "../../db/database.ts";
import type { MailContext } from "../context/context.ts";
import { expireReplacements } from "./expire-replacements.ts";
import { IS_ORIGIN } from "./folder-kinds.ts";

/** Journal rows read per statement: well under 50 ms. */
const CHUNK = 2_000;
/** The journal is kept one day longer, for an undo that starts at the last moment. */
const RETENTION_MS = 91 * 24 * 3_600_000;

/**
 * Deletes the journals of operations that finished long ago; the operations stay with their counts. For messages still
 * where the operation moved them, the origin row is kept so that they can be restored.
 */
export async function expireChanges(
	{ database, now }: Pick<MailContext, "database" | "now">,
	chunk = CHUNK,
): Promise<void> {
	for (;;) {
		const old = await database.one<Old>(
			`select o.owner_id, o.id, ${IS_ORIGIN} as is_origin from operations o
			where o.started_at is not null and o.items_deleted_at is null and o.finished_at < $1 and not exists (
				select 1 from operation_items i where i.owner_id = o.owner_id and i.operation_id = o.id and i.state = 'local')
			order by o.finished_at limit 1`,
			[new Date(now() - RETENTION_MS)],
		);
		if (old === undefined) return;
		await forget(database, old, chunk);
		await expireReplacements(database, old.owner_id, old.id);
		await database.exec("update operations set items_deleted_at = $3 where owner_id = $1 and id = $2", [
			old.owner_id,
			old.id,
			new Date(now()),
		]);
	}
}

interface Old {
	owner_id: string;
	id: string;
	/** Needed by "restore" to know where the message came from. */
	is_origin: boolean;
}

async function forget(database: Database, { owner_id, id, is_origin }: Old, chunk: number): Promise<void> {
	let after = { account_id: "00000000-0000-0000-0000-000000000000", email_id: "00000000-0000-0000-0000-000000000000" };
	for (;;) {
		const rows = await database.query<typeof after>(
			`with page as materialized (
				select i.account_id, i.email_id, i.to_folder_id from operation_items i
				where i.owner_id = $1 and i.operation_id = $2 and (i.account_id, i.email_id) > ($3::uuid, $4::uuid)
				order by i.account_id, i.email_id limit $6
			), gone as (
				delete from operation_items i using page p
				where i.owner_id = $1 and i.operation_id = $2 and i.account_id = p.account_id and i.email_id = p.email_id
					and not ($5 and exists (select 1 from emails e where e.owner_id = $1 and e.account_id = p.account_id
						and e.id = p.email_id and e.folder_id = p.to_folder_id and e.folder_role in ('trash', 'spam', 'archive')))
			)
			select account_id, email_id from page order by account_id desc, email_id desc limit 1`,
			[owner_id, id, after.account_id, after.email_id, is_origin, chunk],
		);
		const [last] = rows;
		if (last === undefined) return;
		after = last;
	}
}
