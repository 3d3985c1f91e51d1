import { afterAll, beforeAll, expect, it } from "vitest";
import { idsOf, importGenerated, messageStates, openMailbox, type TestMailbox, testInstall } from "#test/mailbox.ts";
import { partitionByOwner } from "#test/partitions.ts";
import { describeIf, isPostgres } from "../../../fixtures/only-if.ts";
import { wipeMail } from "../mail/accounts/delete-data.ts";
import { createPlan } from "../mail/changes/plan.ts";
import { applyPlan } from "../mail/changes/start.ts";
import { undoOperation } from "../mail/changes/undo.ts";
import { searchEmails } from "../mail/search/search.ts";
import { listFolder } from "../mail/store/read/list.ts";
import { countsAndRecounts } from "../mail/store/testing.ts";
import { withAccountLock } from "../platform/locks/account-lock.ts";

const OWNERS = ["ann", "bob", "cyd", "dan", "eve", "fay"];
const MESSAGES = 160;

describeIf(isPostgres)("tables in parts by owner", () => {
	let install: Awaited<ReturnType<typeof testInstall>>;
	let box: TestMailbox;
	let tables: string[];
	const accounts = new Map<string, string>();

	beforeAll(async () => {
		install = await testInstall();
		const before = await openMailbox(install, { isIdle: true });
		tables = await partitionByOwner(before.ctx.database);
		await before.close();
		box = await openMailbox(install);
		for (const owner of OWNERS) accounts.set(owner, await importGenerated(box, { count: MESSAGES }, owner));
	});
	afterAll(async () => {
		await box.close();
		await install.remove();
	});

	const list = (owner: string) =>
		listFolder(box.ctx.database, owner, { accountId: null, folder: "inbox", limit: 50, cursor: undefined });
	const search = (owner: string) =>
		searchEmails(box.ctx.database, owner, {
			query: "message text from:sender3@example.org",
			accountId: null,
			folder: null,
			limit: 50,
			cursor: undefined,
			now: Date.now(),
		});

	it("hold all mail, with keys that allow partition pruning by owner", async () => {
		expect(tables).toEqual(expect.arrayContaining(["emails", "email_search", "jobs", "operation_items", "uploads"]));
		const parts = await box.ctx.database.query<{ part: string; n: number }>(
			"select tableoid::regclass::text as part, count(*)::int as n from emails group by 1",
			[],
		);
		expect(parts.length).toBeGreaterThan(1);
		expect(parts.reduce((sum, { n }) => sum + n, 0)).toBe(OWNERS.length * MESSAGES);
		for (const { saved, counted } of await countsAndRecounts(box.ctx.database)) expect(saved).toEqual(counted);
	});

	it("answer lists and searches from one partition", async () => {
		const first = await list("ann");
		expect(first.items).toHaveLength(50);
		expect((await search("ann")).items.length).toBeGreaterThan(0);
		const plan = await box.ctx.database.query<{ "QUERY PLAN": string }>(
			"explain select * from emails where owner_id = 'ann' and account_id = $1 order by received_date desc, id desc limit 50",
			[accounts.get("ann")],
		);
		expect(new Set(JSON.stringify(plan).match(/emails_\d/g)).size).toBe(1);
	});

	it("support changes and undo", async () => {
		const before = await messageStates(box, "bob");
		const ids = [...(await idsOf(box, "bob")).values()];
		const { id } = await createPlan(box.ctx, "bob", { action: { type: "trash" }, ids, source: "inbox" });
		const { job } = await applyPlan(box.ctx, "bob", id);
		await box.ctx.jobs.drain();
		expect(await box.ctx.jobs.get("bob", job.id)).toMatchObject({ state: "done" });
		expect((await list("bob")).items).toEqual([]);
		await undoOperation(box.ctx, "bob", id);
		await box.ctx.jobs.drain();
		expect(await messageStates(box, "bob")).toEqual(before);
		for (const { saved, counted } of await countsAndRecounts(box.ctx.database)) expect(saved).toEqual(counted);
	});

	it("delete one user's mail without touching another's", async () => {
		const account = { ownerId: "cyd", accountId: accounts.get("cyd") ?? "" };
		await withAccountLock(box.ctx, { ...account, scope: "sync" }, new AbortController().signal, (lock) =>
			wipeMail(box.ctx, account, lock, 3),
		);
		const remaining = await box.ctx.database.query<{ owner_id: string; n: number }>(
			"select owner_id, count(*)::int as n from emails group by 1 order by 1",
			[],
		);
		expect(remaining).toEqual(OWNERS.filter((owner) => owner !== "cyd").map((owner_id) => ({ owner_id, n: MESSAGES })));
		for (const { saved, counted } of await countsAndRecounts(box.ctx.database)) expect(saved).toEqual(counted);
	});
});
