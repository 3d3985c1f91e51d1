import { type Database, type Queryable, toSqlJson } from "#kernel/database.ts";

/** The SQL of `native_mailboxes` and `native_filters`. */

export interface NativeKey {
	ownerId: string;
	accountId: string;
}

export interface MailboxRow {
	accountId: string;
	isOn: boolean;
	state: "working" | "synced" | "failed";
	problem: string | null;
	checkedAt: Date | null;
}

export interface NativeFilterRow {
	accountId: string;
	filterId: string;
	state: "synced" | "not_possible" | "changed" | "gone";
	why: string | null;
	note: string | null;
}

const COLUMNS = `account_id as "accountId", is_on as "isOn", state, problem, checked_at as "checkedAt"`;

/** Mailboxes that are synced, or whose filters are being removed. */
export function listMailboxes(database: Database, ownerId: string): Promise<MailboxRow[]> {
	return database.query<MailboxRow>(`select ${COLUMNS} from native_mailboxes where owner_id = $1`, [ownerId]);
}

export async function readMailbox(database: Database, { ownerId, accountId }: NativeKey): Promise<MailboxRow | null> {
	const [row] = await database.query<MailboxRow>(
		`select ${COLUMNS} from native_mailboxes where owner_id = $1 and account_id = $2`,
		[ownerId, accountId],
	);
	return row ?? null;
}

/** Switches a mailbox on or off; the job does the rest. */
export async function writeMailbox(
	database: Database,
	tx: Queryable,
	{ ownerId, accountId }: NativeKey,
	isOn: boolean,
): Promise<void> {
	await database.query(
		`insert into native_mailboxes (owner_id, account_id, is_on, state) values ($1, $2, $3, 'working')
		on conflict (owner_id, account_id) do update set is_on = excluded.is_on, state = 'working', problem = null,
			requested_at = now()`,
		[ownerId, accountId, isOn],
		tx,
	);
}

/** Requests a sync, after filters changed or on request. @returns false: the mailbox is not synced */
export async function recordRequested(
	database: Database,
	tx: Queryable,
	{ ownerId, accountId }: NativeKey,
): Promise<boolean> {
	const rows = await database.query(
		`update native_mailboxes set state = 'working', requested_at = now() where owner_id = $1 and account_id = $2 returning 1`,
		[ownerId, accountId],
		tx,
	);
	return rows.length > 0;
}

/** Stores the result, unless another sync was requested in the meantime. */
export async function recordSynced(
	database: Database,
	{ ownerId, accountId }: NativeKey,
	filters: readonly Omit<NativeFilterRow, "accountId">[],
	startedAt: Date,
): Promise<void> {
	await database.transaction(async (tx) => {
		await database.query(
			`update native_mailboxes set problem = null, checked_at = now(),
				state = case when requested_at <= $3 then 'synced' else state end
			where owner_id = $1 and account_id = $2`,
			[ownerId, accountId, startedAt],
			tx,
		);
		await database.query(
			"delete from native_filters where owner_id = $1 and account_id = $2",
			[ownerId, accountId],
			tx,
		);
		await database.query(
			`insert into native_filters (owner_id, account_id, filter_id, state, why, note)
			select $1, $2, f."filterId", f.state, f.why, f.note
			from json_to_recordset($3) as f ("filterId" uuid, state text, why text, note text)`,
			[ownerId, accountId, toSqlJson(filters)],
			tx,
		);
	});
}

/** @param isOver no automatic retry */
export async function recordProblem(
	database: Database,
	{ ownerId, accountId }: NativeKey,
	problem: string,
	isOver: boolean,
): Promise<void> {
	await database.query(
		`update native_mailboxes set problem = $3, state = case when $4 then 'failed' else state end
		where owner_id = $1 and account_id = $2`,
		[ownerId, accountId, problem, isOver],
	);
}

/** After removal at the provider. A mailbox that was switched on again in the meantime is kept. */
export async function forgetMailbox(database: Database, { ownerId, accountId }: NativeKey): Promise<void> {
	await database.transaction(async (tx) => {
		await database.query(
			"delete from native_filters where owner_id = $1 and account_id = $2",
			[ownerId, accountId],
			tx,
		);
		await database.query(
			"delete from native_mailboxes where owner_id = $1 and account_id = $2 and not is_on",
			[ownerId, accountId],
			tx,
		);
	});
}

export function listNativeFilters(database: Database, ownerId: string): Promise<NativeFilterRow[]> {
	return database.query<NativeFilterRow>(
		`select account_id as "accountId", filter_id as "filterId", state, why, note from native_filters where owner_id = $1`,
		[ownerId],
	);
}

/** Filters that this mailbox's provider runs on incoming mail. */
export async function nativeIn(database: Database, { ownerId, accountId }: NativeKey): Promise<Set<string>> {
	const rows = await database.query<{ id: string }>(
		"select filter_id as id from native_filters where owner_id = $1 and account_id = $2 and state = 'synced'",
		[ownerId, accountId],
	);
	return new Set(rows.map((row) => row.id));
}

/** Mailboxes of any owner with a pending sync, or not checked for this long. @param days at most */
export function listOverdue(database: Database, days: number): Promise<(NativeKey & Record<string, unknown>)[]> {
	return database.query<NativeKey & Record<string, unknown>>(
		`select owner_id as "ownerId", account_id as "accountId" from native_mailboxes m
		where state <> 'working' and (checked_at is null or checked_at < now() - make_interval(days => $1)
			or exists (select from custom_filters f where f.owner_id = m.owner_id and f.updated_at > m.requested_at))`,
		[days],
	);
}
