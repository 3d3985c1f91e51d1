import { afterAll, beforeAll, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import type { FolderRole } from "../provider/provider.ts";
import { insertBatch } from "../store/insert.ts";
import { addAccount, classifier, incoming } from "../store/testing.ts";
import { searchEmails } from "./search.ts";

const owner = "owner";
const account = "01900000-0000-7000-8000-000000000001";
const now = Date.UTC(2024, 5, 15);
let database: Awaited<ReturnType<typeof testDatabase>>;

/** Recipients by provider id: enough for several pages and strategies. */
const to = Array.from({ length: 30 }, (_, at) =>
	at % 3 === 0 ? "Ann@bücher.example" : at % 3 === 1 ? "ann@xn--bcher-kva.example" : "ann@books.example",
);

beforeAll(async () => {
	database = await testDatabase();
	await addAccount(database, owner, account);
	const messages = to.map((email, at) =>
		incoming({ id: `${at}`, folderId: "inbox", receivedAt: now - at }, { to: [{ name: "Ann", email }] }),
	);
	const roles = new Map<string, FolderRole>([["inbox", "inbox"]]);
	await insertBatch(database, owner, account, { messages, removed: [], roles, classifier });
});
afterAll(() => database.remove());

const everyLimit = [
	undefined,
	{ few: 2, counted: 5, window: 500, readTexts: 400, countedWindow: 32_000 },
	{ few: 2, counted: 5, window: 1, readTexts: 1, countedWindow: 1 },
	{ few: 1, counted: 60, window: 3, readTexts: 2, countedWindow: 12 },
];

it.each(["bücher.example", "xn--bcher-kva.example"])(
	"finds recipients in every spelling, as ann@%s",
	async (domain) => {
		for (const limits of everyLimit) {
			const ids: string[] = [];
			let cursor: string | undefined;
			do {
				const options = { accountId: null, folder: null, query: `to:<ann@${domain}>`, now, limit: 7, cursor };
				const page = await searchEmails(database, owner, { ...options, ...(limits && { limits }) });
				ids.push(...page.items.map(({ id }) => id));
				cursor = page.nextCursor ?? undefined;
			} while (cursor !== undefined);
			const rows = await database.query<{ provider_id: string }>(
				"select provider_id from emails where id = any($1::uuid[])",
				[ids],
			);
			const found = rows.map((row) => Number(row.provider_id)).sort((a, b) => a - b);
			expect(found).toEqual(to.flatMap((email, at) => (email === "ann@books.example" ? [] : [at])));
		}
	},
);
