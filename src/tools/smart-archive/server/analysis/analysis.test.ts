import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plansContract } from "#shared/contracts/plans.ts";
import { type Analysis, smartArchiveContract } from "../../contract.ts";
import { readSpace } from "../space.ts";
import { type Fixture, startFixture, type TestMessage } from "../testing.ts";
import { totalKinds } from "./kinds.ts";
import { levelOf, usageOf } from "./usage.ts";

const offer = (n: number, daysAgo: number, labels = "Inbox,Opened,Category promotions"): TestMessage => ({
	from: "Orchard Tools <offers@orchard.example>",
	subject: `Sale ${n}: save 20% on everything`,
	daysAgo,
	labels,
	fields: [
		"List-Unsubscribe: <https://orchard.example/leave>",
		"List-Id: <offers.orchard.example>",
		"Precedence: bulk",
	],
});
const note = (n: number, daysAgo: number, more: Partial<TestMessage> = {}): TestMessage => ({
	from: `Friend ${n % 5} <friend${n % 5}@example.org>`,
	subject: `Note ${n}`,
	daysAgo,
	...more,
});
const film = { name: "film.mov", type: "video/quicktime", bytes: 4_200_000 };

const messages: TestMessage[] = [
	...Array.from({ length: 60 }, (_, n) => offer(n, n < 55 ? 200 + n : 20 + n)),
	...Array.from({ length: 30 }, (_, n) => offer(100 + n, 400 + n)),
	offer(200, 300, "Inbox,Starred,Opened,Category promotions"),
	...Array.from({ length: 210 }, (_, n) => note(n, 380 + n)),
	note(300, 10, { attached: [film] }),
	note(301, 500, { attached: [film] }),
	note(302, 12, { attached: [film], labels: "Inbox,Starred,Opened" }),
	note(303, 12, { attached: [{ name: "plan.pdf", type: "application/pdf", bytes: 60_000 }] }),
	...Array.from({ length: 8 }, (_, n) => note(400 + n, 5, { labels: "Spam" })),
	...Array.from({ length: 7 }, (_, n) => note(500 + n, 600, { labels: "Trash" })),
];

let fixture: Fixture;
let analysis: Analysis;
beforeAll(async () => {
	fixture = await startFixture(messages);
	analysis = await fixture.tool.getAnalysis();
});
afterAll(() => fixture?.close());

const counted = async (condition: string) => {
	const row = await fixture.server.ctx.database.one<{ count: number; bytes: number }>(
		`select count(*)::int as count, coalesce(sum(size_bytes), 0)::bigint as bytes from emails e where owner_id = $1 and ${condition}`,
		[fixture.user.ownerId],
	);
	return row ?? { count: 0, bytes: 0 };
};
const received = "folder_role in ('inbox', 'archive', 'custom')";
const promotion = `${received} and not is_starred and category = 'promotions' and received_date < now() - interval '6 months'`;
const old = `${received} and not is_starred and received_date < now() - interval '1 year'`;
const large = "folder_role not in ('spam', 'trash') and not is_starred and size_bytes > 5000000 and has_attachments";
const card = (type: string) => {
	const found = analysis.cards.find((one) => one.type === type);
	return found && { count: found.count, bytes: found.bytes };
};

describe("an analysis", () => {
	it("matches direct counts", async () => {
		expect(card("old_promotions")).toEqual(await counted(promotion));
		expect(card("old_emails")).toEqual(await counted(old));
		expect(card("large_attachments")).toEqual(await counted(large));
		expect(card("spam_trash")).toEqual(await counted("folder_role in ('spam', 'trash')"));
		expect(card("old_promotions")?.count).toBe(85);
		expect(card("old_emails")?.count).toBe(241);
		expect(card("large_attachments")?.count).toBe(2);
		expect(card("spam_trash")?.count).toBe(15);
	});

	it("counts messages on several cards once", async () => {
		const union = await counted(`((${promotion}) or (${old}) or (${large}) or folder_role in ('spam', 'trash'))`);
		expect(analysis.reclaimableBytes).toBe(union.bytes);
		expect(analysis.reclaimableBytes).toBeLessThan(analysis.cards.reduce((sum, { bytes }) => sum + bytes, 0));
	});

	it("measures usage, and compares it with no quota where none is reported", async () => {
		const all = await counted("true");
		expect(analysis.usage).toMatchObject({ usedBytes: all.bytes, quotaBytes: 0, basis: "estimated" });
		expect(analysis.usage).toMatchObject({ percent: 0, level: "green", warning: false });
		expect(analysis.recommendations.join(" ")).not.toContain("quota");
		expect(analysis.emails).toBe(all.count);
	});

	it("lists the biggest senders of received mail", async () => {
		const first = await fixture.server.ctx.database.one<{ email: string; count: number; bytes: number }>(
			`select sender_email as email, count(*)::int as count, sum(size_bytes)::bigint as bytes from emails
			where owner_id = $1 and ${received} group by 1 order by 3 desc limit 1`,
			[fixture.user.ownerId],
		);
		expect(analysis.senders[0]).toMatchObject(first ?? {});
		expect(analysis.senders[0]?.share).toBeCloseTo((first?.bytes ?? 0) / (await counted(received)).bytes, 5);
	});

	it("plans exactly the messages of a card", async () => {
		for (const { type, count, bytes } of analysis.cards) {
			if (type === "near_duplicates") continue;
			const action = type === "spam_trash" ? "delete" : "trash";
			const plan = await fixture.tool.planCleanup({ body: { selection: { type }, action } });
			expect({ type, count: plan.count, bytes: plan.bytes }).toEqual({ type, count, bytes });
		}
		const { items } = await fixture.user.client(plansContract).listPlanItems({
			params: {
				id: (await fixture.tool.planCleanup({ body: { selection: { type: "large_attachments" }, action: "trash" } }))
					.id,
			},
		});
		expect(items.map(({ subject }) => subject).sort()).toEqual(["Note 300", "Note 301"]);
	});

	it("shows the largest senders, and all others as one", async () => {
		const { ctx } = fixture.server;
		const all = await readSpace(ctx, fixture.user.ownerId, null, "sender");
		const some = await readSpace(ctx, fixture.user.ownerId, null, "sender", 2);
		const [first, second, ...others] = all.cells;
		expect(others.length).toBeGreaterThan(1);
		const sum = (of: "count" | "bytes") => others.reduce((total, cell) => total + cell[of], 0);
		expect(some).toEqual({
			bytes: all.bytes,
			cells: [
				first,
				second,
				expect.objectContaining({ key: null, label: "Everybody else", count: sum("count"), bytes: sum("bytes") }),
			],
		});
	});

	it("groups storage by sender, year and, after an analysis, kind", async () => {
		const inUse = await counted("folder_role not in ('spam', 'trash', 'drafts')");
		for (const by of ["sender", "year"] as const) {
			const { cells, bytes } = await fixture.tool.getSpace({ query: { by } });
			expect(bytes).toBe(inUse.bytes);
			const cell = cells.find(({ key }) => key !== null);
			const selection =
				by === "sender"
					? { type: "sender" as const, email: cell?.key ?? "" }
					: { type: "year" as const, year: Number(cell?.key) };
			const plan = await fixture.tool.planCleanup({ body: { selection, action: "trash" } });
			expect(plan.count).toBeGreaterThan(0);
			expect(plan.count).toBeLessThanOrEqual(cell?.count ?? 0);
		}
		expect((await fixture.tool.getSpace({ query: { by: "kind" } })).cells).toEqual([]);
		expect((await fixture.tool.getAnalysis()).analyzedAt).toBeNull();
		const { job } = await fixture.tool.analyzeStorage({ body: {} });
		await fixture.drain();
		expect((await fixture.server.ctx.jobs.get(fixture.user.ownerId, job.id)).state).toBe("done");
		const { cells, bytes } = await fixture.tool.getSpace({ query: { by: "kind" } });
		expect(bytes).toBe(inUse.bytes);
		const counts = Object.fromEntries(cells.map(({ label, count }) => [label, count]));
		expect(counts).toMatchObject({ "Sound and film": 3, Documents: 1 });
		const plan = await fixture.tool.planCleanup({
			body: { selection: { type: "kind", kind: "media" }, action: "trash" },
		});
		expect(plan.count).toBe(2);
		expect(Date.parse((await fixture.tool.getAnalysis()).analyzedAt ?? "")).toBeGreaterThan(Date.now() - 60_000);
	});

	it("adds up the same page by page", async () => {
		const { database } = fixture.server.ctx;
		const whole = await totalKinds(database, fixture.user.ownerId, fixture.accountId, () => undefined);
		const { count: all } = await counted("true");
		for (const page of [50, all]) {
			const pages: number[] = [];
			const count = (n: number) => pages.push(n);
			expect(await totalKinds(database, fixture.user.ownerId, fixture.accountId, count, page)).toEqual(whole);
			expect(Math.max(...pages)).toBe(page);
			expect(pages.reduce((sum, n) => sum + n)).toBe(all);
		}
		const { count, bytes } = await counted("folder_role not in ('spam', 'trash', 'drafts')");
		const sum = (of: "count" | "bytes") => whole.reduce((total, kind) => total + kind[of], 0);
		expect([sum("count"), sum("bytes")]).toEqual([count, bytes]);
	});

	it("is accessible only to its owner", async () => {
		const other = await fixture.server.signUp();
		const theirs = other.client(smartArchiveContract);
		expect(await theirs.getAnalysis()).toMatchObject({ emails: 0, cards: [], senders: [], recommendations: [] });
		for (const call of [
			() => theirs.getAnalysis({ query: { account: fixture.accountId } }),
			() => theirs.getSpace({ query: { account: fixture.accountId, by: "sender" } }),
			() => theirs.analyzeStorage({ body: { account: fixture.accountId } }),
			() =>
				theirs.planCleanup({
					body: { account: fixture.accountId, selection: { type: "old_emails" }, action: "trash" },
				}),
		])
			await expect(call()).rejects.toMatchObject({ status: 404 });
	});
});

describe("storage usage", () => {
	it("changes color above the thresholds, not at them", () => {
		expect([60, 60.1, 80, 80.1].map(levelOf)).toEqual(["green", "orange", "orange", "red"]);
		const full = (percent: number) => usageOf([{ mailBytes: 0, usedBytes: percent, limitBytes: 100 }]).warning;
		expect([70, 71].map(full)).toEqual([false, true]);
	});

	it("uses the mail server's figures, and sums the quotas that are reported", () => {
		const reported = { mailBytes: 5, usedBytes: 900, limitBytes: 1_000 };
		expect(usageOf([reported])).toMatchObject({ usedBytes: 900, quotaBytes: 1_000, basis: "measured", level: "red" });
		const silent = { mailBytes: 5, usedBytes: null, limitBytes: null };
		const both = usageOf([reported, silent, silent]);
		expect(both).toMatchObject({ usedBytes: 910, quotaUsedBytes: 900, quotaBytes: 1_000, basis: "estimated" });
		expect(both).toMatchObject({ percent: 90, level: "red", warning: true });
		expect(usageOf([])).toMatchObject({ percent: 0, basis: "estimated" });
	});
});
