import type { Database } from "#kernel/database.ts";
import type { MailContext } from "#kernel/module.ts";
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
	await database.transaction(async () => {
		const rows = await database.query(
			`insert into filtered_emails (owner_id, account_id, email_id, filter_id, state)
			select $1, $2, id, $3, state from (select unnest($4::uuid[]) as id, 'due' as state
				union all select unnest($5::uuid[]), 'done') t on conflict do nothing returning 1`,
			[ownerId, accountId, filterId, ids, done],
		);
		await addHits(database, { ownerId, id: filterId }, rows.length);
	});
}

/** Rules with matches still to be acted on. */
export async function dueRules(database: Database, { ownerId, accountId }: Key): Promise<string[]> {
	const rows = await database.query<{ filterId: string }>(
		`select distinct filter_id as "filterId" from filtered_emails
		where owner_id = $1 and account_id = $2 and state = 'due'`,
		[ownerId, accountId],
	);
	return rows.map((row) => row.filterId);
}

/** A rule's matches still to be acted on. */
export async function dueOfRule(database: Database, { ownerId, accountId }: Key, filterId: string): Promise<string[]> {
	const rows = await database.query<{ id: string }>(
		`select email_id as id from filtered_emails
		where owner_id = $1 and account_id = $2 and filter_id = $3 and state = 'due' order by email_id`,
		[ownerId, accountId, filterId],
	);
	return rows.map((row) => row.id);
}

export async function recordOutcome(
	database: Database,
	{ ownerId, accountId }: Key,
	ids: readonly string[],
	state: "done" | "failed",
): Promise<void> {
	await database.exec(
		`update filtered_emails set state = $4 where owner_id = $1 and account_id = $2 and email_id = any($3::uuid[])
			and state = 'due'`,
		[ownerId, accountId, ids, state],
	);
}
