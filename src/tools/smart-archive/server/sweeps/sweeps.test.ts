import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { plansContract } from "#shared/contracts/plans.ts";
import { newId } from "#shared/ids.ts";
import type { SweepDraft } from "../../contract.ts";
import { type Fixture, startFixture, type TestMessage } from "../testing.ts";
import { startSweeps } from "./job.ts";
import { sweepDue } from "./run.ts";
import { noteSwept, saveRule } from "./store.ts";

const DAY = 86_400_000;
const daily = (sender: string, daysAgo: number, more: Partial<TestMessage> = {}): TestMessage => ({
	from: `Daily News <${sender}>`,
	subject: `Issue of ${daysAgo} days ago`,
	daysAgo,
	messageId: `${sender.split("@")[0]}-${daysAgo}@news.example`,
	...more,
});

let fixture: Fixture;
let people = 0;
/** Each test has its own sender. */
let sender: string;
beforeAll(async () => {
	fixture = await startFixture([{ subject: "Not swept", daysAgo: 300 }]);
});
afterAll(() => fixture?.close());
beforeEach(() => {
	sender = `daily${++people}@news.example`;
});

const folders = async (): Promise<Record<string, string>> => {
	const rows = await fixture.server.ctx.database.query<{ message_id: string; folder_role: string }>(
		"select message_id, folder_role from emails where owner_id = $1 and sender_email = $2",
		[fixture.user.ownerId, sender],
	);
	return Object.fromEntries(rows.map((row) => [row.message_id.split(/[-@]/)[1] ?? "", row.folder_role]));
};
const inbox = async () =>
	Object.entries(await folders())
		.filter(([, folder]) => folder === "inbox")
		.map(([days]) => Number(days))
		.sort((a, b) => a - b);
const draft = (terms: Partial<SweepDraft>): SweepDraft => ({
	account: fixture.accountId,
	senderEmail: sender,
	keepNewest: null,
	olderThanDays: null,
	action: "trash",
	...terms,
});
async function save(rule: SweepDraft) {
	const plan = await fixture.tool.previewSweep({ body: rule });
	const { sweep } = await fixture.tool.saveSweep({ body: { rule, plan: plan.id } });
	await fixture.drain();
	return { plan, sweep };
}
/** Runs the daily job so many days from now. */
async function daysLater(days: number) {
	const { ctx } = fixture.server;
	const later = { ...ctx, now: () => ctx.now() + days * DAY };
	await sweepDue(later, fixture.user.ownerId, new AbortController().signal);
	await fixture.drain();
}
const undo = async (id: string) => {
	await fixture.user.client(plansContract).undoOperation({ params: { id } });
	await fixture.drain();
};

describe("a sweep rule", () => {
	it("previews what it would sweep, and then sweeps exactly that", async () => {
		await fixture.add([1, 2, 3, 4, 5].map((days) => daily(sender, days)));
		const rule = draft({ keepNewest: 2 });
		const plan = await fixture.tool.previewSweep({ body: rule });
		expect(plan.count).toBe(3);
		expect(await inbox()).toEqual([1, 2, 3, 4, 5]);
		await fixture.add([daily(sender, 0.5, { messageId: `x-0@news.example` })]);
		const { sweep, job } = await fixture.tool.saveSweep({ body: { rule, plan: plan.id } });
		await fixture.drain();
		expect(job).not.toBeNull();
		expect(await inbox()).toEqual([0, 1, 2]);
		expect(sweep).toMatchObject({ senderName: "Daily News", isActive: true, keepNewest: 2 });
		const { items } = await fixture.tool.listSweeps();
		expect(items.find(({ id }) => id === sweep.id)).toMatchObject({ sweptCount: 3, lastOperation: { applied: 3 } });
	});

	it("respects exclusions from its first plan, also when it runs just before that is applied", async () => {
		await fixture.add([1, 2, 3, 4].map((days) => daily(sender, days)));
		const plan = await fixture.tool.previewSweep({ body: draft({ keepNewest: 1 }) });
		const client = fixture.user.client(plansContract);
		const { items } = await client.listPlanItems({ params: { id: plan.id } });
		const excluded = items.filter(({ subject }) => subject.includes(" 3 days")).map(({ id }) => id);
		await client.excludeFromPlan({ params: { id: plan.id }, body: { ids: excluded } });
		const { ctx } = fixture.server;
		const { ownerId } = fixture.user;
		const rule = { ...draft({ keepNewest: 1 }), ownerId, accountId: fixture.accountId, id: newId() };
		await ctx.database.transaction(async () => {
			await saveRule(ctx, rule);
			await noteSwept(ctx, rule, plan.id);
		});
		await sweepDue(ctx, ownerId, new AbortController().signal);
		await client.applyPlan({ params: { id: plan.id } });
		await fixture.drain();
		expect(await inbox()).toEqual([1, 3]);
		await daysLater(1);
		expect(await inbox()).toEqual([1, 3]);
	});

	it("runs for new mail", async () => {
		await fixture.add([2, 3].map((days) => daily(sender, days)));
		await save(draft({ keepNewest: 1 }));
		expect(await inbox()).toEqual([2]);
		await fixture.deliver([daily(sender, 1)]);
		expect(await inbox()).toEqual([1]);
		expect(await folders()).toMatchObject({ 2: "trash", 3: "trash" });
	});

	it("runs as mail grows old", async () => {
		await fixture.add([1, 5, 20, 40].map((days) => daily(sender, days)));
		await save(draft({ olderThanDays: 30 }));
		expect(await inbox()).toEqual([1, 5, 20]);
		await daysLater(11);
		expect(await inbox()).toEqual([1, 5]);
		await daysLater(24);
		expect(await inbox()).toEqual([1, 5]);
		await daysLater(26);
		expect(await inbox()).toEqual([1]);
	});

	it("is scheduled once a day", async () => {
		await fixture.add([1, 2].map((days) => daily(sender, days)));
		const { sweep } = await fixture.tool.saveSweep({ body: { rule: draft({ keepNewest: 1 }) } });
		await startSweeps(fixture.server.ctx);
		await fixture.drain();
		expect(await inbox()).toEqual([1, 2]);
		await fixture.server.ctx.database.exec(
			"update sweep_rules set last_run_at = now() - interval '21 hours' where id = $1",
			[sweep.id],
		);
		await startSweeps(fixture.server.ctx);
		await fixture.drain();
		expect(await inbox()).toEqual([1]);
	});

	it("matches only mail beyond the newest and old enough, where both are set", async () => {
		await fixture.add([1, 2, 40, 50].map((days) => daily(sender, days)));
		await save(draft({ keepNewest: 3, olderThanDays: 30 }));
		expect(await inbox()).toEqual([1, 2, 40]);
		await daysLater(400);
		expect(await inbox()).toEqual([1, 2, 40]);
	});

	it("ignores starred mail, and archives only from the inbox", async () => {
		await fixture.add([
			daily(sender, 10),
			daily(sender, 20, { labels: "Inbox,Starred,Opened" }),
			daily(sender, 30, { labels: "Archived,Opened" }),
			daily(sender, 40),
		]);
		const { plan } = await save(draft({ olderThanDays: 5, action: "archive" }));
		expect(plan.count).toBe(2);
		expect(await folders()).toEqual({ 10: "archive", 20: "inbox", 30: "archive", 40: "archive" });
	});

	it("can be undone, and does not sweep again what was restored or excluded", async () => {
		await fixture.add([1, 2, 3, 4].map((days) => daily(sender, days)));
		const rule = draft({ keepNewest: 1 });
		const plan = await fixture.tool.previewSweep({ body: rule });
		const client = fixture.user.client(plansContract);
		const { items } = await client.listPlanItems({ params: { id: plan.id }, query: { sort: "date", order: "asc" } });
		await client.excludeFromPlan({ params: { id: plan.id }, body: { ids: [items[0]?.id ?? ""] } });
		await fixture.tool.saveSweep({ body: { rule, plan: plan.id } });
		await fixture.drain();
		expect(await inbox()).toEqual([1, 4]);
		await undo(plan.id);
		expect(await inbox()).toEqual([1, 2, 3, 4]);
		await daysLater(2);
		expect(await inbox()).toEqual([1, 2, 3, 4]);
		await fixture.deliver([daily(sender, 0.5, { messageId: "x-0@news.example" })]);
		expect(await inbox()).toEqual([0, 2, 3, 4]);
	});

	it("eventually sweeps what a plan that was never applied would have swept", async () => {
		await fixture.add([1, 2, 3].map((days) => daily(sender, days)));
		const rule = draft({ keepNewest: 1 });
		const plan = await fixture.tool.previewSweep({ body: rule });
		const { sweep } = await fixture.tool.saveSweep({ body: { rule } });
		// A process that died in between leaves this state.
		await fixture.server.ctx.database.exec(
			`insert into swept_emails (owner_id, account_id, rule_id, email_id, operation_id)
			select owner_id, account_id, $2, email_id, operation_id from operation_items where owner_id = $1 and operation_id = $3`,
			[fixture.user.ownerId, sweep.id, plan.id],
		);
		await daysLater(1);
		expect(await inbox()).toEqual([1]);
	});

	it("does not run while disabled, and is removed once deleted", async () => {
		await fixture.add([daily(sender, 1)]);
		const rule = draft({ keepNewest: 1 });
		await expect(fixture.tool.previewSweep({ body: rule })).rejects.toMatchObject({ code: "nothing-selected" });
		const { sweep, job } = await fixture.tool.saveSweep({ body: { rule } });
		expect(job).toBeNull();
		await fixture.tool.updateSweep({ params: { id: sweep.id }, body: { isActive: false } });
		await fixture.deliver([daily(sender, 0.5, { messageId: "x-0@news.example" })]);
		await daysLater(2);
		expect(await inbox()).toEqual([0, 1]);
		await fixture.tool.updateSweep({ params: { id: sweep.id }, body: { isActive: true } });
		await daysLater(3);
		expect(await inbox()).toEqual([0]);
		await fixture.tool.deleteSweep({ params: { id: sweep.id } });
		const { items } = await fixture.tool.listSweeps({ query: { account: fixture.accountId } });
		expect(items.map(({ id }) => id)).not.toContain(sweep.id);
	});

	it("is unique per sender, and needs a limit", async () => {
		await fixture.add([1, 2, 3].map((days) => daily(sender, days)));
		const first = await save(draft({ keepNewest: 2 }));
		const second = await save(draft({ keepNewest: 1, action: "archive" }));
		expect(second.sweep.id).toBe(first.sweep.id);
		expect(await folders()).toEqual({ 1: "inbox", 2: "archive", 3: "trash" });
		await expect(fixture.tool.previewSweep({ body: draft({}) })).rejects.toMatchObject({ status: 400 });
		const stranger = await fixture.server.signUp();
		const reply = await stranger.fetch(`/api/v1/smart-archive/sweeps/${first.sweep.id}`, { method: "DELETE" });
		expect(reply.status).toBe(404);
	});
});
