import type { Database } from "../../db/database.ts";
import type { AccountScope } from "../context/account-scope.ts";

/**
 * The outbox of the index: which messages changed, written in the transaction that changes them. The index is at a
 * position of it; what it has is deleted from here.
 */

/** Messages that changed; without ids, the account was removed. */
export interface OutboxEntry {
	position: number;
	ownerId: string;
	accountId: string;
	ids: string[] | null;
	/** Their text changed. */
	isReplacement: boolean;
}

/**
 * @param ids null: the account is removed
 * @param isReplacement their text changed
 * @returns its position
 */
export async function writeOutbox(
	scope: AccountScope,
	ids: readonly string[] | null,
	isReplacement: boolean,
): Promise<number> {
	const { database, ownerId, accountId } = scope;
	const row = await database.one<{ position: number }>(
		`insert into search_outbox (owner_id, account_id, email_ids, is_replacement) values ($1, $2, $3::uuid[], $4)
		returning position`,
		[ownerId, accountId, ids, isReplacement],
	);
	if (row === undefined) throw new Error("The outbox did not return a position");
	return row.position;
}

/** The next entries after a position, in order. */
export function readOutbox(database: Database, after: number, limit: number): Promise<OutboxEntry[]> {
	return database.query<OutboxEntry>(
		`select position, owner_id as "ownerId", account_id as "accountId", email_ids as ids,
			is_replacement as "isReplacement" from search_outbox
		where position > $1 order by position limit $2`,
		[after, limit],
	);
}

/** Position of the last entry; 0 when all were deleted. */
export async function readLastPosition(database: Database): Promise<number> {
	const row = await database.one<{ last: number }>("select coalesce(max(position), 0) as last from search_outbox", []);
	return row?.last ?? 0;
}

/** Number of messages in the entries of these accounts after a position. */
export async function countOutbox(database: Database, accountIds: readonly string[], after: number): Promise<number> {
	const row = await database.one<{ n: number }>(
		`select coalesce(sum(cardinality(email_ids)), 0)::int as n from search_outbox
		where account_id = any($1::uuid[]) and position > $2`,
		[accountIds, after],
	);
	return row?.n ?? 0;
}

/** Deletes entries up to a position, which the index has on disk. */
export async function trimOutbox(database: Database, position: number): Promise<void> {
	await database.exec(
		`with trimmed as (update search_outbox_state set trimmed_to = $1 where trimmed_to < $1)
		delete from search_outbox where position <= $1`,
		[position],
	);
}

export interface OutboxState {
	/** Identifies this database: the index of another one is of no use. */
	databaseId: string;
	/** Entries up to here were deleted. */
	trimmedTo: number;
	/** Position of the last entry that was written. */
	last: number;
}

export async function readOutboxState(database: Database): Promise<OutboxState> {
	await database.exec(
		"insert into search_outbox_state (trimmed_to) select 0 where not exists (select from search_outbox_state)",
		[],
	);
	const state = await readKnownOutboxState(database);
	if (state === null) throw new Error("The state of the outbox is missing");
	return state;
}

/** The same without writing: null before an index was opened. */
export async function readKnownOutboxState(database: Database): Promise<OutboxState | null> {
	const row = await database.one<OutboxState>(
		`select s.database_id as "databaseId", s.trimmed_to as "trimmedTo",
			greatest(s.trimmed_to, (select coalesce(max(position), 0) from search_outbox)) as last
		from search_outbox_state s`,
		[],
	);
	return row ?? null;
}

/** Messages in the outbox after a position, by account; an account that was removed has an empty set. */
export async function listWaiting(database: Database, after: number): Promise<Map<string, Set<string>>> {
	const rows = await database.query<{ accountId: string; ids: string[] | null }>(
		`select account_id as "accountId", email_ids as ids from search_outbox where position > $1`,
		[after],
	);
	const waiting = new Map<string, Set<string>>();
	for (const { accountId, ids } of rows) {
		const all = waiting.get(accountId) ?? new Set<string>();
		for (const id of ids ?? []) all.add(id);
		waiting.set(accountId, all);
	}
	return waiting;
}

/** What the index has to know of a message. */
export interface StoredMessage {
	id: string;
	/** In PostgreSQL's output format. */
	date: string;
	/** The same in epoch milliseconds. */
	receivedMs: number;
	sha256: string | null;
	sizeBytes: number;
	isHidden: boolean;
}

const STORED = `id, received_date::text as date, extract(epoch from received_date)::float8 * 1000 as "receivedMs", raw_sha256 as sha256, size_bytes as "sizeBytes",
	folder_role in ('spam', 'trash') as "isHidden"`;

/** Those of the messages that are stored, with and without their body. */
export function readMessagesToIndex(
	database: Database,
	{ ownerId, accountId }: { ownerId: string; accountId: string },
	ids: readonly string[],
): Promise<StoredMessage[]> {
	return database.query<StoredMessage>(
		`select ${STORED} from emails where owner_id = $1 and account_id = $2 and id = any($3::uuid[])`,
		[ownerId, accountId, ids],
	);
}

/** The account's next messages with a body, newest first. @param before the last one of the page before; null: begin */
export function listStored(
	database: Database,
	{ ownerId, accountId }: { ownerId: string; accountId: string },
	before: { date: string; id: string } | null,
	limit: number,
): Promise<StoredMessage[]> {
	return database.query<StoredMessage>(
		`select ${STORED} from emails where owner_id = $1 and account_id = $2 and raw_sha256 is not null
			and (received_date, id) < ($3::timestamptz, $4::uuid)
		order by received_date desc, id desc limit $5`,
		[ownerId, accountId, before?.date ?? "infinity", before?.id ?? "ffffffff-ffff-ffff-ffff-ffffffffffff", limit],
	);
}

/** All accounts that are not being deleted. */
export function listAccountIds(database: Database): Promise<{ ownerId: string; accountId: string }[]> {
	return database.query(
		`select owner_id as "ownerId", id as "accountId" from connected_accounts where status <> 'deleting'`,
		[],
	);
}

/** Number of an account's messages with a body before this one, up to a limit. */
export async function countStored(
	database: Database,
	{ ownerId, accountId }: { ownerId: string; accountId: string },
	before: { date: string; id: string } | null,
	limit: number,
): Promise<number> {
	const row = await database.one<{ n: number }>(
		`select count(*)::int as n from (select from emails where owner_id = $1 and account_id = $2 and raw_sha256 is not null
			and (received_date, id) < ($3::timestamptz, $4::uuid) limit $5) waiting`,
		[ownerId, accountId, before?.date ?? "infinity", before?.id ?? "ffffffff-ffff-ffff-ffff-ffffffffffff", limit],
	);
	return row?.n ?? 0;
}

/**
 * The account's next messages with a body, in the order of their ids, and whether they are older than the oldest one
 * that was indexed so far; null: none was.
 */
export function listHidden(
	database: Database,
	{ ownerId, accountId }: { ownerId: string; accountId: string },
	{ after, limit, from }: { after: string | null; limit: number; from: { date: string; id: string } | null },
): Promise<{ id: string; isHidden: boolean; isOlder: boolean }[]> {
	return database.query(
		`select id, folder_role in ('spam', 'trash') as "isHidden",
			(received_date, id) < ($5::timestamptz, $6::uuid) as "isOlder"
		from emails where owner_id = $1 and account_id = $2 and id > $3 and raw_sha256 is not null order by id limit $4`,
		[
			...[ownerId, accountId, after ?? "00000000-0000-0000-0000-000000000000", limit],
			...[from?.date ?? "infinity", from?.id ?? "ffffffff-ffff-ffff-ffff-ffffffffffff"],
		],
	);
}
