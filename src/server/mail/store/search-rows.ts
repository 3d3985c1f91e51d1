import { type ParsedMessage, TEXT_LIMIT } from "#shared/mail/message.ts";
import { wordsOf } from "#shared/search/words.ts";
import type { Database } from "../../db/database.ts";
import { toSqlJson } from "../../db/json.ts";
import type { AccountTransaction } from "../context/account-transaction.ts";
import { lockAccount } from "./change.ts";

/** Version of the tokens, see `connected_accounts.search_version`; a migration sets the same as its default. */
const SEARCH_VERSION = 2;

/** A message to be indexed. */
export interface Searchable {
	id: string;
	/** Received date, ISO 8601. */
	date: string;
	content: { message: Pick<ParsedMessage, "subject" | "text">; lexemes: string };
}

/**
 * For the current transaction. A larger pending list lets words shared by many messages be merged into the index once
 * for all of them.
 */
export const LARGE_PORTIONS = "select set_config('gin_pending_list_limit', '8MB', true)";

/** The account's own lexeme in the index of a shared database. No token starts like it. */
export function accountLexeme(accountId: string): string {
	return `@${accountId.replaceAll("-", "")}`;
}

/** Indexes messages; call it once per message. */
export async function insertWords(scope: AccountTransaction, messages: readonly Searchable[]): Promise<void> {
	const { database, tx, ownerId, accountId } = scope;
	if (messages.length === 0) return;
	const own = accountLexeme(accountId);
	const rows = messages.map(({ id, date, content }) => ({
		id,
		d: date,
		l: `${own} ${content.lexemes}`.trimEnd(),
		b: searchWordsOf(content.message),
	}));
	await database.query(INSERT_WORDS, [ownerId, accountId, toSqlJson(rows)], tx);
}

/**
 * Text that phrases are matched in: one line with the subject's words and one with the body's, each word surrounded by
 * spaces.
 */
function searchWordsOf(parsed: Pick<ParsedMessage, "subject" | "text">): string {
	return ` ${wordsOf(parsed.subject)} \n ${wordsOf(parsed.text.slice(0, TEXT_LIMIT))} `;
}

const INSERT_WORDS = `
insert into email_search (owner_id, account_id, email_id, received_date, lexemes, body_words)
select $1, $2, id, d, array_to_tsvector(string_to_array(l, ' ')), b
from json_to_recordset($3) as n (id uuid, d timestamptz, l text, b text)`;

/** End of a page of indexed messages. */
export interface IndexCursor {
	/** In PostgreSQL's output format. */
	date: string;
	id: string;
}

/** Accounts with mail indexed by an older version. */
export function accountsToReindex(database: Database): Promise<{ ownerId: string; accountId: string }[]> {
	return database.query(
		`select owner_id as "ownerId", id as "accountId" from connected_accounts
		where status <> 'deleting' and search_version < $1`,
		[SEARCH_VERSION],
	);
}

/** Records that all mail of an account is indexed with the current tokens. */
export async function markReindexed(database: Database, ownerId: string, accountId: string): Promise<void> {
	await database.query("update connected_accounts set search_version = $3 where owner_id = $1 and id = $2", [
		ownerId,
		accountId,
		SEARCH_VERSION,
	]);
}

/** Number of an account's messages that are stored with their body. */
export async function countIndexed(database: Database, ownerId: string, accountId: string): Promise<number> {
	const [row] = await database.query<{ n: number }>(
		"select count(*)::int as n from emails where owner_id = $1 and account_id = $2 and raw_sha256 is not null",
		[ownerId, accountId],
	);
	return row?.n ?? 0;
}

/** The next of them, newest first. @param after end of the last page; null for the beginning */
export function listIndexed(
	database: Database,
	ownerId: string,
	accountId: string,
	after: IndexCursor | null,
	limit: number,
): Promise<(IndexCursor & { sha256: string; sizeBytes: number })[]> {
	return database.query(
		`select id, received_date::text as date, raw_sha256 as sha256, size_bytes as "sizeBytes" from emails
		where owner_id = $1 and account_id = $2 and raw_sha256 is not null
			and (received_date, id) < ($3::timestamptz, $4::uuid)
		order by received_date desc, id desc limit $5`,
		[ownerId, accountId, after?.date ?? "infinity", after?.id ?? "ffffffff-ffff-ffff-ffff-ffffffffffff", limit],
	);
}

/** Adds lexemes, separated by spaces, to indexed messages; those that already have them stay unchanged. */
export async function addLexemes(
	database: Database,
	ownerId: string,
	accountId: string,
	messages: readonly { id: string; lexemes: string }[],
): Promise<void> {
	if (messages.length === 0) return;
	await database.transaction(async (tx) => {
		await lockAccount(database, tx, accountId);
		await database.query(
			`update email_search s set lexemes = s.lexemes || n.added from (
				select id, array_to_tsvector(string_to_array(lexemes, ' ')) as added
				from json_to_recordset($3) as m (id uuid, lexemes text)
			) n where s.owner_id = $1 and s.account_id = $2 and s.email_id = n.id
				and not tsvector_to_array(s.lexemes) @> tsvector_to_array(n.added)`,
			[ownerId, accountId, toSqlJson(messages)],
			tx,
		);
	});
}
