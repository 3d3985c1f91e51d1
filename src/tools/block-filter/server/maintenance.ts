import type { MailContext } from "#server/mail/context/context.ts";

/** Deleted rules can be brought back for so long. */
const KEPT_DELETED = "1 day";
/** What rules took of new mail is remembered for so long: a message is told of again within a day at most. */
const KEPT_TAKEN = "30 days";
/** Nobody applies an older plan. */
const KEPT_PLANS = "1 day";
/** Rows that one statement deletes. */
const CHUNK = 4_000;

/** Forgets deleted rules, and which messages rules took long ago. */
export async function maintainFilters(ctx: Pick<MailContext, "database">): Promise<void> {
	const { database } = ctx;
	await database.query(`delete from custom_filters where deleted_at < now() - interval '${KEPT_DELETED}'`, []);
	await database.query(`delete from filter_plans where made_at < now() - interval '${KEPT_PLANS}'`, []);
	for (let owner = await nextOwner(ctx); owner !== null; owner = await nextOwner(ctx))
		await database.query(
			`delete from filtered_emails where owner_id = $1 and ctid = any(array(select ctid from filtered_emails
				where owner_id = $1 and taken_at < now() - interval '${KEPT_TAKEN}' limit ${CHUNK}))`,
			[owner],
		);
}

/** Somebody of whose messages too much is remembered. */
async function nextOwner({ database }: Pick<MailContext, "database">): Promise<string | null> {
	const [row] = await database.query<{ owner_id: string }>(
		`select owner_id from filtered_emails where taken_at < now() - interval '${KEPT_TAKEN}' limit 1`,
		[],
	);
	return row?.owner_id ?? null;
}
