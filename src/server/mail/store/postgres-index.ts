import type { Database } from "../../db/database.ts";
import { toSqlJson } from "../../db/json.ts";
import type { IndexDifference, IndexedMessage, TextIndex } from "../text-index/text-index.ts";
import { searchWordsOf, tsqueryLexeme } from "../text-index/words.ts";

/**
 * For the current transaction. A larger pending list lets words shared by many messages be merged into the index once
 * for all of them.
 */
export const LARGE_PORTIONS = "select set_config('gin_pending_list_limit', '8MB', true)";

/** The account's own lexeme in the index of a shared database. No token starts like it. */
export function accountLexeme(accountId: string): string {
	return `@${accountId.replaceAll("-", "")}`;
}

/** The text index of PostgreSQL: a row for each message, with a GIN index of its lexemes, see decision note 14. */
export function postgresIndex(database: Database): TextIndex {
	return {
		matcher: null,
		waitForRoom: async () => undefined,
		async add({ ownerId, accountId }, messages) {
			if (messages.length === 0) return;
			await database.exec(INSERT_WORDS, [ownerId, accountId, toSqlJson(messages.map(rowOf(accountId)))]);
		},
		async replace({ ownerId, accountId }, messages) {
			if (messages.length === 0) return;
			await database.exec(REPLACE_WORDS, [ownerId, accountId, toSqlJson(messages.map(rowOf(accountId)))]);
		},
		async remove({ ownerId, accountId }, ids) {
			const sql = "delete from email_search where owner_id = $1 and account_id = $2 and email_id = any($3::uuid[])";
			await database.exec(sql, [ownerId, accountId, ids]);
		},
		// Statements read the folders of messages.
		hide: async () => undefined,
		// Its rows are deleted like those of every table.
		removeAccount: async () => undefined,
		async readWords(ownerId, accountId, ids) {
			const rows = await database.query<{ id: string; words: string }>(
				`select email_id as id, body_words as words from email_search
				where owner_id = $1 and account_id = $2 and email_id = any($3::uuid[])`,
				[ownerId, accountId, ids],
			);
			return new Map(rows.map(({ id, words }) => [id, words]));
		},
		async countEach(ownerId, accountIds, lexemes, limit) {
			const queries = lexemes.map((lexeme) => ownQuery(accountIds, tsqueryLexeme(lexeme)));
			const rows = await database.query<{ n: number }>(COUNT_EACH, [ownerId, accountIds, queries, limit]);
			return rows.map(({ n }) => n);
		},
		async hasBeginning(ownerId, accountIds, lexeme) {
			const queries = [ownQuery(accountIds, `${tsqueryLexeme(lexeme)}:*`)];
			const row = await database.one<{ n: number }>(COUNT_EACH, [ownerId, accountIds, queries, 1]);
			return (row?.n ?? 0) > 0;
		},
		async countMissing(ownerId, accountIds, limit) {
			const row = await database.one<{ n: number }>(COUNT_MISSING, [ownerId, accountIds, limit]);
			return row?.n ?? 0;
		},
		flush: async () => undefined,
		verify: () => database.query<IndexDifference>(DIFFERENCES, []),
		async rebuild() {
			await database.exec("update connected_accounts set search_version = 0", []);
		},
		close: async () => undefined,
	};
}

const rowOf =
	(accountId: string) =>
	({ id, receivedMs, lexemes, ...texts }: IndexedMessage) => ({
		id,
		d: new Date(receivedMs).toISOString(),
		l: `${accountLexeme(accountId)} ${lexemes}`.trimEnd(),
		b: searchWordsOf(texts),
	});

const WRITE_WORDS = `
insert into email_search (owner_id, account_id, email_id, received_date, lexemes, body_words)
select $1, $2, id, d, array_to_tsvector(string_to_array(l, ' ')), b
from json_to_recordset($3) as n (id uuid, d timestamptz, l text, b text)`;
const INSERT_WORDS = `${WRITE_WORDS} on conflict do nothing`;
const REPLACE_WORDS = `${WRITE_WORDS} on conflict (owner_id, account_id, email_id)
do update set lexemes = excluded.lexemes, body_words = excluded.body_words`;

/** The messages of these accounts among those that a tsquery finds. */
function ownQuery(accountIds: readonly string[], query: string): string {
	const own = accountIds.map((id) => tsqueryLexeme(accountLexeme(id))).join(" | ");
	return own === "" ? query : `(${own}) & ${query}`;
}

const COUNT_EACH = `
select (select count(*)::int from mail_hits($1, $2::uuid[], q::tsquery, false, '-infinity', 'infinity', $4)) as n
from unnest($3::text[]) with ordinality as queries (q, i) order by i`;

/** Only accounts restored without their words lack any. */
const COUNT_MISSING = `
select count(*)::int as n from (
	select from connected_accounts a join emails e on e.owner_id = a.owner_id and e.account_id = a.id
	where a.owner_id = $1 and a.id = any($2::uuid[]) and a.search_version = 0 and e.raw_sha256 is not null and not exists (
		select from email_search s where s.owner_id = e.owner_id and s.account_id = e.account_id and s.email_id = e.id)
	limit $3) missing`;

const DIFFERENCES = String.raw`
select e.account_id as "accountId", e.id as "emailId", 'missing' as what from emails e
where e.raw_sha256 is not null and not exists (
	select from email_search s where s.owner_id = e.owner_id and s.account_id = e.account_id and s.email_id = e.id)
and not exists (
	select from connected_accounts a where a.owner_id = e.owner_id and a.id = e.account_id and a.search_version = 0)
union all
select s.account_id, s.email_id, 'extra' from email_search s where not exists (
	select from emails e where e.owner_id = s.owner_id and e.account_id = s.account_id and e.id = s.email_id
		and e.received_date = s.received_date)
union all
select s.account_id, s.email_id, 'outdated' from email_search s
where split_part(s.body_words, E'\n', 3) = '' and exists (
	select from email_attachments a where a.owner_id = s.owner_id and a.account_id = s.account_id and a.email_id = s.email_id
		and a.text_deflated is not null)`;
