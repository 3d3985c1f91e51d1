import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../db/database.ts";
import { ftsIndexOf } from "./fts-index.ts";

/** What the text index holds, for tests. */

export interface IndexedText {
	/** In order, each in single quotes. */
	lexemes: string;
	words: string;
}

/** All messages of an account in the index, by id. */
export async function indexedTexts(database: Database, accountId: string): Promise<Map<string, IndexedText>> {
	if (!database.embedded) {
		const rows = await database.query<IndexedText & { id: string }>(
			"select email_id as id, lexemes::text, body_words as words from email_search where account_id = $1",
			[accountId],
		);
		return new Map(
			rows.map(({ id, lexemes, words }) => [id, { lexemes: lexemes.replace(/'@[0-9a-f]{32}' ?/, ""), words }]),
		);
	}
	const index = ftsIndexOf(database);
	await index.rebuilt();
	const file = new DatabaseSync(join(database.dataDir ?? "", "search", "index.db"), { readOnly: true });
	try {
		const account = file.prepare("select n from accounts where id = ?").get(accountId) as { n: number } | undefined;
		if (account === undefined) return new Map();
		file.exec(`create virtual table temp.terms using fts5vocab(main, words_${account.n}, instance)`);
		const ids = new Map<number, string>();
		for (const row of file.prepare(`select position, lower(hex(id)) as id from messages_${account.n}`).all())
			ids.set(row.position as number, String(row.id).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"));
		const lexemes = new Map<string, string[]>([...ids.values()].map((id) => [id, []]));
		for (const row of file.prepare("select term, doc from temp.terms").iterate())
			lexemes.get(ids.get(row.doc as number) ?? "")?.push(`'${row.term}'`);
		const words = await index.readWords("", accountId, [...ids.values()]);
		return new Map([...lexemes].map(([id, terms]) => [id, { lexemes: terms.join(" "), words: words.get(id) ?? "" }]));
	} finally {
		file.close();
	}
}

const INDEXED_MS = 120_000;

/** Waits until all stored messages are indexed. @throws when they are not after two minutes */
export async function indexed(database: Database): Promise<void> {
	if (!database.embedded) return;
	const rebuilt = ftsIndexOf(database).rebuilt();
	const isRebuilt = await Promise.race([rebuilt.then(() => true), sleep(INDEXED_MS, false, { ref: false })]);
	if (!isRebuilt) throw new Error(`The text index lacks messages after ${INDEXED_MS} ms`);
}

/** After a test has deleted messages without the store: the index forgets them. */
export async function clearIndex(database: Database): Promise<void> {
	if (!database.embedded) return;
	const index = ftsIndexOf(database);
	await index.flush();
	const file = new DatabaseSync(join(database.dataDir ?? "", "search", "index.db"), { readOnly: true });
	// The test may have deleted the accounts, too.
	const accounts = file.prepare("select id from accounts").all() as { id: string }[];
	file.close();
	for (const { id: accountId } of accounts)
		await database.transaction(() => index.removeAccount({ database, ownerId: "removed", accountId }));
	await index.flush();
}
