import { expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { insertBatch } from "../store/insert.ts";
import { addAccount, classifier, incoming } from "../store/testing.ts";
import { indexed } from "../text-index/testing.ts";
import { searchEmails } from "./search.ts";
import { now, roles } from "./testing.ts";

const owner = "owner";
const account = "01900000-0000-7000-8000-000000000001";
const options = { accountId: account, folder: null, now, limit: 10, cursor: undefined };
const MERGE = `select gin_clean_pending_list(oid) from pg_class where relkind = 'i' and oid in (
	select 'email_search_lexemes'::regclass union select relid from pg_partition_tree('email_search_lexemes'))`;

// The index of PostgreSQL merges word by word: for a moment it knows the first words of a message, but not the last.
it("leaves out messages with an excluded word while the index merges new mail", async () => {
	const database = await testDatabase();
	try {
		await addAccount(database, owner, account);
		const count = database.embedded ? 50 : 1_500;
		const messages = Array.from({ length: count }, (_, i) => {
			const words = Array.from({ length: 120 }, (__, j) => `w${(i * 7 + j * 13) % 4_000}`).join(" ");
			return incoming({ id: `${i}`, receivedAt: now - i * 60_000 }, { subject: "alpha", text: `${words} zulu` });
		});
		await insertBatch(database, owner, account, { messages, removed: [], roles, classifier });
		await indexed(database);
		let isMerged = database.embedded;
		const merging = isMerged ? null : database.query(MERGE, []).finally(() => (isMerged = true));
		const found: number[] = [];
		do {
			found.push((await searchEmails(database, owner, { ...options, query: "alpha -zulu" })).items.length);
		} while (!isMerged);
		await merging;
		expect(found.filter((items) => items > 0)).toEqual([]);
		expect((await searchEmails(database, owner, { ...options, query: "alpha zulu" })).total).toBe(count);
	} finally {
		await database.remove();
	}
});
