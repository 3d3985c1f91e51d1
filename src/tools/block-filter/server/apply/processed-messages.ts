import type { Database } from "#server/db/database.ts";
import type { MailContext } from "#server/mail/context/context.ts";
import { addHits } from "../rules/store.ts";

/** The SQL of `filtered_emails`: which rule matched which new message, one row per message. */

interface Key {
	ownerId: string;
	accountId: string;
}

/** Messages that no rule has matched yet. */
export async function unprocessed(database: Database, key: Key, ids: readonly string[]): Promise<string[]> {
	const rows = await database.query<{ id: string }>(
		`select a.id from unnest($3::uuid[]) with ordinality as a (id, n) where not exists (select from filtered_emails f
			where f.owner_id = $1 and f.account_id = $2 and f.email_id = a.id) order by a.n`,
		[key.ownerId, key.accountId, ids],
	);
	return rows.map((row) => row.id);
}

/** Records a rule's matches and adds them to its count. @param done messages that need no further action */
export async function recordProcessed(
	ctx: Pick<MailContext, "database">,
	{ ownerId, accountId }: Key,
	filterId: string,
	{ ids, done }: { ids: readonly string[]; done: readonly string[] },
): Promise<void> {
	const { database } = ctx;
	await database.transaction(async (tx) => {
		const rows = await database.query(
			`insert into filtered_emails (owner_id, account_id, email_id, filter_id, state)
			select $1, $2, id, $3, state from (select unnest($4::uuid[]) as id, 'due' as state
				union all select unnest($5::uuid[]), 'done') t on conflict do nothing returning 1`,
			[ownerId, accountId, filterId, ids, done],
			tx,
		);
		await addHits(database, ownerId, filterId, rows.length, tx);
	});
}

/** Matches still to be acted on, by rule. */
export async function dueByRule(database: Database, { ownerId, accountId }: Key): Promise<Map<string, string[]>> {
	const rows = await database.query<{ filterId: string; ids: string[] }>(
		`select filter_id as "filterId", array_agg(email_id order by email_id) as ids from filtered_emails
		where owner_id = $1 and account_id = $2 and state = 'due' group by filter_id`,
		[ownerId, accountId],
	);
	return new Map(rows.map((row) => [row.filterId, row.ids]));
}

export async function recordOutcome(
	database: Database,
	{ ownerId, accountId }: Key,
	ids: readonly string[],
	state: "done" | "failed",
): Promise<void> {
	await database.query(
		`update filtered_emails set state = $4 where owner_id = $1 and account_id = $2 and email_id = any($3::uuid[])
			and state = 'due'`,
		[ownerId, accountId, ids, state],
	);
}
