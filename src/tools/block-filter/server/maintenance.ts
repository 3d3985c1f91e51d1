import type { MailContext } from "#kernel/module.ts";
import { purgePlans } from "./apply/plan-store.ts";
import { maintainHits, RECENT } from "./rules/hits.ts";

/** How long deleted rules can be restored. */
const DELETED_RETENTION = "1 day";
/** Rows per statement. */
const LIMITS = { matches: 4_000, operations: 500 };

/** Purges deleted rules, old plans, and old records of which messages rules matched. */
export async function maintainFilters(ctx: Pick<MailContext, "database">, limits = LIMITS): Promise<void> {
	const { database } = ctx;
	await database.exec(`delete from custom_filters where deleted_at < now() - interval '${DELETED_RETENTION}'`, []);
	await purgePlans(database);
	await maintainHits(database, limits.operations);
	for (let owner = await nextOwner(ctx); owner !== null; owner = await nextOwner(ctx))
		await database.exec(
			`delete from filtered_emails where owner_id = $1 and ctid = any(array(select ctid from filtered_emails
				where owner_id = $1 and matched_at < now() - interval '${RECENT}' limit $2))`,
			[owner, limits.matches],
		);
}

/** An owner with records to purge. */
async function nextOwner({ database }: Pick<MailContext, "database">): Promise<string | null> {
	const row = await database.one<{ owner_id: string }>(
		`select owner_id from filtered_emails where matched_at < now() - interval '${RECENT}' limit 1`,
		[],
	);
	return row?.owner_id ?? null;
}
