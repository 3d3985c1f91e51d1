import { type ParsedMessage, TEXT_LIMIT } from "#shared/mail/message.ts";
import { wordsOf } from "#shared/search/words.ts";
import type { Database, Queryable } from "../../db/database.ts";
import { accountLexeme } from "../search/compile.ts";
import { toSqlJson } from "./json.ts";

/** A message that becomes searchable. */
export interface Searchable {
	id: string;
	/** When it was received, ISO 8601. */
	date: string;
	content: { message: Pick<ParsedMessage, "subject" | "text">; lexemes: string };
}

/** For this transaction. Of words that many messages share, each is then looked up in the index once for all of them. */
export const LARGE_PORTIONS = "select set_config('gin_pending_list_limit', '8MB', true)";

/** Makes messages searchable; once for each. */
export async function insertWords(
	database: Database,
	tx: Queryable,
	ownerId: string,
	accountId: string,
	messages: readonly Searchable[],
): Promise<void> {
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

/** What phrases are looked up in: a line of the subject's words and one of the text's, each word between blanks. */
function searchWordsOf(parsed: Pick<ParsedMessage, "subject" | "text">): string {
	return ` ${wordsOf(parsed.subject)} \n ${wordsOf(parsed.text.slice(0, TEXT_LIMIT))} `;
}

const INSERT_WORDS = `
insert into email_search (owner_id, account_id, email_id, received_date, lexemes, body_words)
select $1, $2, id, d, array_to_tsvector(string_to_array(l, ' ')), b
from json_to_recordset($3) as n (id uuid, d timestamptz, l text, b text)`;
