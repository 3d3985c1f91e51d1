import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { insertBatch } from "../store/insert.ts";
import { addAccount, classifier, incoming } from "../store/testing.ts";
import { indexed } from "../text-index/testing.ts";
import { didYouMean, nearWords } from "./did-you-mean.ts";
import { searchByRelevance } from "./relevance.ts";
import { now, roles } from "./testing.ts";

const owner = "owner";
const account = "01900000-0000-7000-8000-000000000001";
const stranger = "01900000-0000-7000-8000-000000000002";
const ann = { name: "Ann Lee", email: "ann@example.org" };
const acme = { name: "Budget Office", email: "office@example.net" };
const filler = "minutes of the meeting about the new office and the garden ".repeat(20);

/** Newest first; their subjects name them. */
const MAIL = [
	{ subject: "mentions it late", text: `${filler} budget`, from: ann },
	{ subject: "nothing", text: "Lunch on Friday?", from: ann },
	{ subject: "from the office", text: "See attached.", from: acme },
	{ subject: "short", text: "The budget is attached.", from: ann },
	{ subject: "Budget 2024", text: "The budget: the final budget for the year.", from: ann },
	{ subject: "rare", text: "A zeppelin over the meeting", from: ann },
	{ subject: "会議の件名", text: "予算について。東京都", from: ann },
	{ subject: "received", text: "We received your Größe, Договор", from: ann },
];

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
	database = await testDatabase();
	for (const [ownerId, id, mail] of [
		[owner, account, MAIL],
		["stranger", stranger, [{ subject: "private", text: "xylophone", from: ann }]],
	] as const) {
		await addAccount(database, ownerId, id);
		const messages = mail.map((parsed, i) => incoming({ id: `${i}`, receivedAt: now - i * 86_400_000 }, parsed));
		await insertBatch(database, ownerId, id, { messages, removed: [], roles, classifier });
	}
	await indexed(database);
});
afterAll(() => database.remove());

describe("most relevant first", () => {
	const ranked = async (query: string, limit = 50, cursor?: string, most?: number) =>
		searchByRelevance(database, owner, { accountId: null, folder: null, query, now, limit, cursor }, most);
	const subjects = async (query: string) => (await ranked(query)).items.map(({ subject }) => subject);

	it("ranks subject and sender above the text, and short texts above long ones", async () => {
		expect(await subjects("budget")).toEqual(["Budget 2024", "from the office", "short", "mentions it late"]);
	});

	it("ranks rare words above common ones", async () => {
		expect((await subjects("zeppelin OR attached OR meeting"))[0]).toBe("rare");
	});

	it("reads phrases, beginnings of words, fields and scripts without spaces", async () => {
		expect(await subjects('"final budget"')).toEqual(["Budget 2024"]);
		expect((await subjects("budg"))[0]).toBe("Budget 2024");
		expect(await subjects("subject:budget")).toEqual(["Budget 2024"]);
		expect(await subjects("会議")).toEqual(["会議の件名"]);
	});

	it("continues on the next pages without repeating a message", async () => {
		const pages: string[] = [];
		let cursor: string | undefined;
		do {
			const page = await ranked("budget", 1, cursor);
			expect(page.total).toBe(4);
			pages.push(...page.items.map(({ subject }) => subject));
			cursor = page.nextCursor ?? undefined;
		} while (cursor !== undefined);
		expect(pages).toEqual(await subjects("budget"));
	});

	it("ranks the newest only, page by page, and counts all", async () => {
		const first = await ranked("budget", 1, undefined, 2);
		const second = await ranked("budget", 1, first.nextCursor ?? "", 2);
		expect([first, second].map(({ total, items: [item] }) => [total, item?.subject])).toEqual([
			[4, "from the office"],
			[4, "mentions it late"],
		]);
		expect(second.nextCursor).toBeNull();
	});

	it("keeps the order of searches without words, and refuses cursors of other lists", async () => {
		expect(await subjects("is:unread")).toEqual(MAIL.map(({ subject }) => subject));
		await expect(ranked("budget", 1, "bm9wZQ")).rejects.toMatchObject({ code: "bad-cursor" });
	});
});

describe("did you mean", () => {
	const ask = (query: string) => didYouMean(database, owner, { accountId: null, folder: null, query, now });

	it.each([
		["budgte", "budget"],
		["budgett", "budget"],
		["bduget", "budget"],
		["udget", "budget"],
		["Zepelin", "zeppelin"],
		["subject:recieved", "subject:received"],
		["from:ofice budget", "from:office budget"],
		["attahced (budgte OR zepelin)", "attached (budget OR zeppelin)"],
		["догавор", "договор"],
	])("corrects %s", async (typed, meant) => {
		expect(await ask(typed)).toBe(meant);
	});

	it.each([
		["quixotic", "no word is near"],
		["xylophon", "only another user has the word"],
		["-budgte", "it is excluded"],
		['"budgte"', "it is quoted"],
		["budg lunchtime", "a beginning of a word is no mistake"],
		["budgte is:starred", "the corrected search finds nothing"],
	])("suggests nothing for %s: %s", async (typed) => {
		expect(await ask(typed)).toBeNull();
	});

	it("tries words one letter away, swapped letters first", () => {
		const near = nearWords("abc");
		expect(near.slice(0, 2)).toEqual(["bac", "acb"]);
		expect(near).toContain("ab");
		expect(near).toContain("abcd");
		expect(near).toContain("xbc");
		expect(near).not.toContain("abc");
		expect(nearWords("日本")).toEqual(["本日", "本", "日"]);
	});
});
