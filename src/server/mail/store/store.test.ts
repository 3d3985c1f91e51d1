import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ThreadNode, threadMessages } from "#shared/mail/threading.ts";
import { testDatabase } from "#test/database.ts";
import type { FolderRole } from "../provider/provider.ts";
import { clearIndex } from "../text-index/testing.ts";
import { applyLocalChange, type LocalChange, renameProviderIds, unusedBlobs } from "./change.ts";
import { type Incoming, insertBatch } from "./insert.ts";
import { listLabels } from "./read/folders.ts";
import { listFolder, listThread } from "./read/list.ts";
import { readStored } from "./read/read-stored.ts";
import { addAccount, classifier, countsAndRecounts, incoming } from "./testing.ts";

const owner = "owner";
const account = "01900000-0000-7000-8000-000000000001";
const roles = new Map<string, FolderRole>([
	["inbox", "inbox"],
	["trash", "trash"],
	["spam", "spam"],
	["work", "custom"],
]);

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
	database = await testDatabase();
});
afterAll(() => database.remove());
beforeEach(async () => {
	await database.exec(
		"truncate emails, email_search, email_attachments, email_thread_links, email_folders, email_labels, sender_stats, day_stats, month_stats, inbox_events, email_sync_status, connected_accounts",
		[],
	);
	await clearIndex(database);
	await addAccount(database, owner, account);
});

const insert = (messages: Incoming[], removed: string[] = []) =>
	insertBatch(database, owner, account, { messages, removed, roles, classifier });

async function idsByProviderId(): Promise<Map<string, string>> {
	const rows = await database.query<{ id: string; provider_id: string }>("select id, provider_id from emails", []);
	return new Map(rows.map((row) => [row.provider_id, row.id]));
}

async function expectCountsRight(): Promise<void> {
	for (const { saved, counted } of await countsAndRecounts(database)) expect(saved).toEqual(counted);
}

const remote = fc.record({
	id: fc.integer({ min: 0, max: 14 }).map((n) => `m${n}`),
	folderId: fc.constantFrom("inbox", "trash", "work", "elsewhere"),
	flags: fc.record({ read: fc.boolean(), starred: fc.boolean(), important: fc.boolean(), answered: fc.boolean() }),
	labels: fc.subarray(["a", "b", "c"]),
	receivedAt: fc.integer({ min: 0, max: 5 }).map((n) => Date.UTC(2024, 0, 1) + n * 40_000_000),
	sizeBytes: fc.integer({ min: 1, max: 1000 }),
});
const sender = fc.record({
	name: fc.constantFrom("Ann", "ann", "Bob\0", "\ud800"),
	email: fc.constantFrom("Ann@x.org", "ann@x.org", ""),
});
const change: fc.Arbitrary<LocalChange> = fc.record(
	{
		folder: fc.constantFrom(...[...roles].map(([id, role]) => ({ id, role }))),
		isRead: fc.boolean(),
		isStarred: fc.boolean(),
		addLabels: fc.subarray(["a", "d"]),
		removeLabels: fc.subarray(["a", "b"]),
		destroy: fc.constantFrom(true, false, false),
	},
	{ requiredKeys: [] },
);
const numbers = fc.array(fc.integer({ min: 0, max: 14 }), { maxLength: 6 });
const step = fc.oneof(
	fc.record({ batch: fc.array(fc.tuple(remote, sender), { maxLength: 8 }), removed: numbers }),
	fc.record({ change, ids: numbers }),
);

describe("the store", () => {
	it("keeps every count equal to a count from scratch", async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
				await database.exec(
					"truncate emails, email_search, email_folders, email_labels, sender_stats, day_stats, month_stats, inbox_events",
					[],
				);
				await clearIndex(database);
				for (const one of steps) {
					if ("batch" in one) {
						const known = await idsByProviderId();
						const messages = one.batch.map(([state, from]) => {
							const message = incoming(state, { from });
							return known.has(state.id) ? { ...message, content: null } : message;
						});
						await insert(
							messages,
							one.removed.map((n) => `m${n}`),
						);
					} else {
						const known = await idsByProviderId();
						const ids = one.ids.map((n) => known.get(`m${n}`) ?? "01900000-0000-7000-8000-00000000ffff");
						await database.transaction(() =>
							applyLocalChange({ database, ownerId: owner, accountId: account }, [...new Set(ids)], one.change),
						);
					}
					await expectCountsRight();
				}
			}),
			{ numRuns: 25 },
		);
	}, 300_000);

	it("accepts the longest sender and list that a header can name, in any script", async () => {
		// Text that an index cannot compress.
		const unlike = (length: number, seed: number) =>
			String.fromCodePoint(...Array.from({ length }, (_, n) => 0x4e00 + (((n + seed) * 7_919 + n * n * 31) % 20_000)));
		const listUnsubscribe = { urls: [], mailtos: [], links: [], oneClick: false, listId: `123456.${unlike(248, 7)}` };
		await insert([incoming({ id: "1" }, { from: { name: "", email: `${unlike(398, 3)}@x` }, listUnsubscribe })]);
		await expectCountsRight();
	});

	it("adds a batch once, and then only what changed", async () => {
		const messages = [incoming({ id: "1" }, { subject: "One" }), incoming({ id: "2" }, { damage: ["no header"] })];
		expect(await insert(messages)).toMatchObject({ added: 2, known: 0, changed: 0, damaged: 1 });
		// Again, as if nobody had checked which messages are known.
		expect(await insert(messages)).toMatchObject({ added: 0, known: 2, changed: 0 });
		const [first, second] = messages as [Incoming, Incoming];
		const trashed = { remote: { ...first.remote, folderId: "trash" }, content: null };
		expect(await insert([trashed, { ...second, content: null }])).toMatchObject({ changed: 1, known: 1 });
		const rows = await database.query("select provider_id, folder_role, revision from emails order by 1", []);
		expect(rows).toEqual([
			{ provider_id: "1", folder_role: "trash", revision: 2 },
			{ provider_id: "2", folder_role: "inbox", revision: 1 },
		]);
		expect(await insert([], ["1", "2", "3"])).toMatchObject({ removed: 2 });
		await expectCountsRight();
	});

	it("stores hostile texts, dates and sizes as far as the database can", async () => {
		const text = "NUL \0 and half a pair \ud83d";
		const message = incoming(
			{ id: "x", labels: [text, " ", "a".repeat(900)], receivedAt: 1e15 },
			{
				subject: text.repeat(1000),
				from: { name: text, email: text },
				to: [{ name: text, email: text }],
				messageId: "m".repeat(5000),
				references: [`${text}@x`],
				headers: { "x-mailer": text },
				text: "word ".repeat(40_000),
				date: -1e15,
			},
		);
		await insert([message]);
		// Listed again, it is unchanged.
		expect(await insert([{ ...message, content: null }])).toMatchObject({ known: 1, changed: 0 });
		const email = await readStored(database, owner, [...(await idsByProviderId()).values()][0] ?? "");
		expect(email.senderName).toBe("NUL  and half a pair \ufffd");
		expect(email.receivedAt.slice(0, 4)).toBe("9999");
		await expectCountsRight();
	});

	it("skips messages whose revision changed", async () => {
		await insert([incoming({ id: "1" }), incoming({ id: "2" })]);
		const ids = await idsByProviderId();
		const changedIds = [ids.get("1") ?? "", ids.get("2") ?? ""];
		const found = await database.transaction(() =>
			applyLocalChange({ database, ownerId: owner, accountId: account }, changedIds, { isRead: true }, [1, 7]),
		);
		expect(found).toMatchObject([{ providerId: "1", isRead: false, revision: 1, changed: true }]);
		const again = await database.transaction(() =>
			applyLocalChange({ database, ownerId: owner, accountId: account }, changedIds.slice(0, 1), { isRead: true }),
		);
		expect(again).toMatchObject([{ isRead: true, revision: 2, changed: false }]);
	});

	it("reports which blobs are no longer used, and follows new provider ids", async () => {
		await insert([incoming({ id: "1" }), incoming({ id: "2" })]);
		const ids = await idsByProviderId();
		const destroy = (id: string) =>
			database.transaction(async () => {
				const gone = await applyLocalChange({ database, ownerId: owner, accountId: account }, [ids.get(id) ?? ""], {
					destroy: true,
				});
				return unusedBlobs({ database, ownerId: owner, accountId: account }, gone);
			});
		expect(await destroy("1")).toEqual([]);
		await database.transaction(() =>
			renameProviderIds({ database, ownerId: owner, accountId: account }, { "2": "two" }),
		);
		expect([...(await idsByProviderId()).keys()]).toEqual(["two"]);
		// A faster sync has stored the message under its newest id as well.
		await insert([incoming({ id: "three" })]);
		await database.transaction(() =>
			renameProviderIds({ database, ownerId: owner, accountId: account }, { two: "three" }),
		);
		expect([...(await idsByProviderId())]).toEqual([["three", ids.get("2")]]);
		await expectCountsRight();
		expect(await destroy("2")).toEqual(["0".repeat(64)]);
	});

	it("lists a message's recipients", async () => {
		const to = [
			{ name: "Ann", email: "ann@example.com" },
			{ name: "", email: "bo@example.com" },
		];
		const ways = [{ to, bcc: to }, { cc: to.slice(1) }, { bcc: to.slice(1) }, {}];
		await insert(ways.map((way, n) => incoming({ id: String(n), receivedAt: Date.UTC(2024, 0, 9 - n) }, way)));
		const { items } = await listFolder(database, owner, {
			accountId: account,
			folder: "inbox",
			limit: 10,
			cursor: undefined,
		});
		expect(items.map((item) => [item.recipient, item.recipientCount])).toEqual([
			["Ann", 4],
			["bo@example.com", 1],
			["bo@example.com", 1],
			["", 0],
		]);
	});

	it("hides mail from other users", async () => {
		await insert([incoming({ id: "1" })]);
		const [id = ""] = (await idsByProviderId()).values();
		await expect(readStored(database, "somebody", id)).rejects.toMatchObject({ status: 404 });
		const options = { accountId: account, folder: null, limit: 10, cursor: undefined };
		expect(await listFolder(database, "somebody", options)).toMatchObject({ items: [], total: 0 });
		const changed = await database.transaction(() =>
			applyLocalChange({ database, ownerId: "somebody", accountId: account }, [id], { isRead: true }),
		);
		expect(changed).toEqual([]);
	});
});

describe("threads", () => {
	const names = fc.constantFrom("a", "b", "c", "d", "e", "f", "g");
	const node = fc.record({
		messageId: fc.option(names),
		inReplyTo: fc.array(names, { maxLength: 1 }),
		references: fc.array(names, { maxLength: 3 }),
	});

	it("match what the algorithm finds for the whole mailbox, whatever the batches", async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(fc.array(node, { maxLength: 4 }), { maxLength: 5 }), async (batches) => {
				await database.exec(
					"truncate emails, email_search, email_folders, email_thread_links, sender_stats, day_stats, month_stats, inbox_events",
					[],
				);
				const all: ThreadNode[] = [];
				for (const batch of batches) {
					const nodes = batch.map((one, i) => ({ ...one, key: `${all.length + i}` }));
					all.push(...nodes);
					await insert(nodes.map(({ key, ...parsed }) => incoming({ id: key }, parsed)));
				}
				const rows = await database.query<{ keys: string[] }>(
					"select array_agg(provider_id order by provider_id::int) as keys from emails group by thread_id",
					[],
				);
				const expected = threadMessages(all).map((group) => group.keys.join());
				expect(rows.map((row) => row.keys.join()).sort()).toEqual(expected.sort());
			}),
			{ numRuns: 30 },
		);
	});

	it("are the provider's where it reports them, and are listed newest first", async () => {
		await insert([
			incoming({ id: "1", threadId: "t", receivedAt: 2000 }, { messageId: "a", references: ["x"] }),
			incoming({ id: "2", threadId: "u", receivedAt: 1000 }, { messageId: "b", references: ["x", "a"] }),
			incoming({ id: "3", threadId: "t", receivedAt: 1000 }),
			incoming({ id: "4", folderId: "trash", receivedAt: 3000 }, { references: ["a"] }),
		]);
		const row = await database.one<{ thread_id: string }>("select thread_id from emails where provider_id = '1'", []);
		const page = await listThread(database, owner, row?.thread_id ?? "", {
			accountId: null,
			limit: 2,
			cursor: undefined,
		});
		expect(page.total).toBe(3);
		const rest = await listThread(database, owner, row?.thread_id ?? "", {
			accountId: null,
			limit: 2,
			cursor: page.nextCursor ?? "",
		});
		const dates = [...page.items, ...rest.items].map((item) => Date.parse(item.receivedAt));
		expect(dates).toEqual([3000, 2000, 1000]);
	});
});

describe("lists", () => {
	it("page through all accounts, newest first, without spam and trash", async () => {
		const other = "01900000-0000-7000-8000-000000000002";
		await addAccount(database, owner, other);
		const folders = ["inbox", "work", "spam", "trash"];
		for (const [n, id] of [account, other].entries())
			await insertBatch(database, owner, id, {
				messages: Array.from({ length: 40 }, (_, i) =>
					incoming({
						id: `${i}`,
						folderId: folders[i % 4] ?? "",
						receivedAt: Math.floor(i / 3) * 1000 + n,
						labels: ["l", `l${n}`],
					}),
				),
				removed: [],
				roles,
				classifier,
			});
		const seen: string[] = [];
		let cursor: string | undefined;
		do {
			const page = await listFolder(database, owner, { accountId: null, folder: null, limit: 7, cursor });
			expect(page.total).toBe(40);
			seen.push(...page.items.map((item) => `${item.receivedAt} ${item.id}`));
			cursor = page.nextCursor ?? undefined;
		} while (cursor !== undefined);
		expect(seen).toHaveLength(40);
		expect(seen).toEqual([...new Set(seen)].sort().reverse());
		const spam = await listFolder(database, owner, { accountId: other, folder: "spam", limit: 50, cursor: undefined });
		expect(spam.items.every((item) => item.folder === "spam" && item.accountId === other)).toBe(true);
		expect(spam.items).toHaveLength(10);
		const custom = await listFolder(database, owner, {
			accountId: other,
			folder: "work",
			limit: 50,
			cursor: undefined,
		});
		expect(custom.total).toBe(10);
		expect(await listLabels(database, owner, other)).toEqual([
			{ name: "l", total: 40 },
			{ name: "l1", total: 40 },
		]);
	});
});
