import { type Database, toSqlJson } from "#kernel/database.ts";

/** The SQL of `native_rule_syncs` and `native_rules`. */

export interface NativeKey {
	ownerId: string;
	accountId: string;
}

/** Whether a mailbox's provider runs the filters, and the last sync of them. */
export interface NativeSync {
	accountId: string;
	isOn: boolean;
	state: "syncing" | "synced" | "failed";
	lastError: string | null;
	lastSyncedAt: Date | null;
}

export interface NativeRule {
	accountId: string;
	filterId: string;
	state: "synced" | "unsupported" | "changed" | "deleted";
	reason: string | null;
	difference: string | null;
}

const COLUMNS = `account_id as "accountId", is_on as "isOn", state, last_error as "lastError", last_synced_at as "lastSyncedAt"`;

/** Mailboxes that are synced, or whose filters are being removed. */
export function listNativeSyncs(database: Database, ownerId: string): Promise<NativeSync[]> {
	return database.query<NativeSync>(`select ${COLUMNS} from native_rule_syncs where owner_id = $1`, [ownerId]);
}

export async function readNativeSync(
	database: Database,
	{ ownerId, accountId }: NativeKey,
): Promise<NativeSync | null> {
	const row = await database.one<NativeSync>(
		`select ${COLUMNS} from native_rule_syncs where owner_id = $1 and account_id = $2`,
		[ownerId, accountId],
	);
	return row ?? null;
}

/** Switches a mailbox on or off; the job does the rest. */
export async function writeNativeSync(
	database: Database,
	{ ownerId, accountId }: NativeKey,
	isOn: boolean,
): Promise<void> {
	await database.exec(
		`insert into native_rule_syncs (owner_id, account_id, is_on, state) values ($1, $2, $3, 'syncing')
		on conflict (owner_id, account_id) do update set is_on = excluded.is_on, state = 'syncing', last_error = null,
			requested_at = now()`,
		[ownerId, accountId, isOn],
	);
}

/** Requests a sync, after filters changed or on request. @returns false: the mailbox is not synced */
export async function recordRequested(database: Database, { ownerId, accountId }: NativeKey): Promise<boolean> {
	const rows = await database.query(
		`update native_rule_syncs set state = 'syncing', requested_at = now() where owner_id = $1 and account_id = $2 returning 1`,
		[ownerId, accountId],
	);
	return rows.length > 0;
}

/** Stores the result, unless another sync was requested in the meantime. */
export async function recordSynced(
	database: Database,
	{ ownerId, accountId }: NativeKey,
	filters: readonly Omit<NativeRule, "accountId">[],
	startedAt: Date,
): Promise<void> {
	await database.transaction(async () => {
		await database.exec(
			`update native_rule_syncs set last_error = null, last_synced_at = now(),
				state = case when requested_at <= $3 then 'synced' else state end
			where owner_id = $1 and account_id = $2`,
			[ownerId, accountId, startedAt],
		);
		await database.exec("delete from native_rules where owner_id = $1 and account_id = $2", [ownerId, accountId]);
		await database.exec(
			`insert into native_rules (owner_id, account_id, filter_id, state, reason, difference)
			select $1, $2, f."filterId", f.state, f.reason, f.difference
			from json_to_recordset($3) as f ("filterId" uuid, state text, reason text, difference text)`,
			[ownerId, accountId, toSqlJson(filters)],
		);
	});
}

/** @param isOver no automatic retry */
export async function recordFailure(
	database: Database,
	{ ownerId, accountId }: NativeKey,
	problem: string,
	isOver: boolean,
): Promise<void> {
	await database.exec(
		`update native_rule_syncs set last_error = $3, state = case when $4 then 'failed' else state end
		where owner_id = $1 and account_id = $2`,
		[ownerId, accountId, problem, isOver],
	);
}

/** After removal at the provider. A mailbox that was switched on again in the meantime is kept. */
export async function deleteNativeSync(database: Database, { ownerId, accountId }: NativeKey): Promise<void> {
	await database.transaction(async () => {
		await database.exec("delete from native_rules where owner_id = $1 and account_id = $2", [ownerId, accountId]);
		await database.exec("delete from native_rule_syncs where owner_id = $1 and account_id = $2 and not is_on", [
			ownerId,
			accountId,
		]);
	});
}

export function listNativeRules(database: Database, ownerId: string): Promise<NativeRule[]> {
	return database.query<NativeRule>(
		`select account_id as "accountId", filter_id as "filterId", state, reason, difference from native_rules where owner_id = $1`,
		[ownerId],
	);
}

/** Filters that this mailbox's provider runs on incoming mail. */
export async function syncedFilterIds(database: Database, { ownerId, accountId }: NativeKey): Promise<Set<string>> {
	const rows = await database.query<{ id: string }>(
		"select filter_id as id from native_rules where owner_id = $1 and account_id = $2 and state = 'synced'",
		[ownerId, accountId],
	);
	return new Set(rows.map((row) => row.id));
}

/** Mailboxes of any owner with a pending sync, or not checked for this long. @param days at most */
export function listOverdue(database: Database, days: number): Promise<(NativeKey & Record<string, unknown>)[]> {
	return database.query<NativeKey & Record<string, unknown>>(
		`select owner_id as "ownerId", account_id as "accountId" from native_rule_syncs m
		where state <> 'syncing' and (last_synced_at is null or last_synced_at < now() - make_interval(days => $1)
			or exists (select from custom_filters f where f.owner_id = m.owner_id and f.updated_at > m.requested_at))`,
		[days],
	);
}
