import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { testDatabase } from "#test/database.ts";
import { type Incoming, insertBatch } from "../store/insert.ts";
import { addAccount, classifier, incoming } from "../store/testing.ts";
import { clearIndex } from "../text-index/testing.ts";

const owner = "owner";
const account = "01900000-0000-7000-8000-000000000001";
const DAY = 86_400_000;
const ann = { name: "Ann", email: "ann@example.org" };
const bob = { name: "Bob", email: "bob@example.org" };
const carl = { name: "Carl", email: "carl@example.org" };

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
	database = await testDatabase();
});
afterAll(() => database.remove());
beforeEach(async () => {
	await database.exec(
		"truncate emails, email_search, email_thread_links, email_folders, sender_stats, day_stats, month_stats, inbox_events, email_sync_status, connected_accounts",
		[],
	);
	await clearIndex(database);
	await addAccount(database, owner, account);
});

const insert = (messages: Incoming[]) =>
	insertBatch(database, owner, account, { messages, removed: [], roles: new Map(), classifier });

const mail = (id: string, days: number, parsed: Parameters<typeof incoming>[1], threadId?: string) =>
	incoming(
		{ id, receivedAt: Date.UTC(2024, 0, 1) + days * DAY, ...(threadId !== undefined && { threadId }) },
		{ messageId: `${id}@example.org`, ...parsed },
	);

async function threads(): Promise<string[]> {
	const rows = await database.query<{ ids: string }>(
		"select string_agg(provider_id, ' ' order by provider_id) as ids from emails group by thread_id order by 1",
		[],
	);
	return rows.map(({ ids }) => ids);
}

const conversation = () => [
	mail("1", 0, { subject: "Plans", from: ann, to: [bob] }),
	mail("2", 1, { subject: "Re: Plans", from: bob, to: [ann] }),
	mail("3", 2, { subject: "AW: Plans", from: ann, to: [bob] }),
	mail("4", 2, { subject: "Plans", from: carl, to: [ann] }),
	mail("5", 40, { subject: "Re: Plans", from: bob, to: [ann], references: ["elsewhere@example.org"] }),
	mail("6", 3, { subject: "Plans", from: ann, to: [bob] }),
];

test("replies without References join their thread, in one batch and one at a time in any order", async () => {
	await insert(conversation());
	expect(await threads()).toEqual(["1 2 3", "4", "5", "6"]);
	for (const order of [conversation(), conversation().toReversed()]) {
		await database.exec("truncate emails, email_search, email_thread_links", []);
		await clearIndex(database);
		for (const message of order) await insert([message]);
		expect(await threads()).toEqual(["1 2 3", "4", "5", "6"]);
	}
	// What was joined by subject leaves no names among the message ids.
	const named = await database.query("select 1 from email_thread_links where message_id like 'subject %'", []);
	expect(named).toEqual([]);
});

test("a provider's threads are not changed by subjects", async () => {
	await insert([
		mail("1", 0, { subject: "Plans", from: ann, to: [bob] }, "a"),
		mail("2", 1, { subject: "Re: Plans", from: bob, to: [ann] }, "b"),
	]);
	await insert([mail("3", 2, { subject: "Re: Plans", from: ann, to: [bob] }, "c")]);
	expect(await threads()).toEqual(["1", "2", "3"]);
});

test("thousands of messages with one subject are linked without reading them all", async () => {
	const many = Array.from({ length: 600 }, (_, i) =>
		mail(`m${i}`, i / 100, { subject: "Nightly report", from: carl, to: [ann] }),
	);
	await insert(many);
	await insert([mail("reply", 6.5, { subject: "Re: Nightly report", from: ann, to: [carl] })]);
	expect((await threads()).filter((ids) => ids.includes("reply"))).toEqual(["m599 reply"]);
});

test("replies without a prefix join the message that they quote, in any order", async () => {
	const list = { name: "", email: "list@example.org" };
	const pair = () => [
		mail("1", 0, { subject: "archive", from: ann, to: [list] }),
		mail("2", 1, { subject: "archive", from: bob, to: [list], quotedSender: "ann@example.org" }),
		mail("3", 2, { subject: "archive", from: carl, to: [list] }),
	];
	for (const order of [pair(), pair().toReversed()]) {
		await database.exec("truncate emails, email_search, email_thread_links", []);
		for (const message of order) await insert([message]);
		expect(await threads()).toEqual(["1 2", "3"]);
	}
});

test("notices of a help desk join their ticket, in any order", async () => {
	const headers = { "auto-submitted": "auto-generated" };
	const ticket = () => [
		mail("1", 0, { subject: "[support #3357] AutoReply: Printer", from: carl, to: [ann], headers }),
		mail("2", 1, { subject: "[support #3357] Resolved: Printer", from: carl, to: [ann], headers }),
		mail("3", 2, { subject: "[support #3358] AutoReply: Printer", from: carl, to: [ann], headers }),
	];
	for (const order of [ticket(), ticket().toReversed()]) {
		await database.exec("truncate emails, email_search, email_thread_links", []);
		for (const message of order) await insert([message]);
		expect(await threads()).toEqual(["1 2", "3"]);
	}
});
