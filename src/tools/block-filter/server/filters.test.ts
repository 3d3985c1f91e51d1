import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { changeableAccounts } from "#kernel/changes.ts";
import type { Client } from "#shared/contract.ts";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { plansContract } from "#shared/contracts/plans.ts";
import { smallDemo } from "#test/demo.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { type FilterDraft, filtersContract } from "../contract.ts";
import { gmailScannerContract } from "../scanner-contract.ts";
import { maintainFilters } from "./maintenance.ts";
import { countMatched, matchInOrder } from "./rules/match-in-order.ts";
import { listRules } from "./rules/store.ts";
import { busiestOf, everythingOf, hostOf, received } from "./testing/mailbox.ts";

let server: TestServer;
let ada: TestUser;
let bea: TestUser;
let account: string;
let filters: Client<typeof filtersContract>;

beforeAll(async () => {
	server = await startTestServer({ demo: smallDemo() });
	ada = await server.signUp();
	bea = await server.signUp();
	account = (await ada.client(accountsContract).startDemo()).account.id;
	await server.ctx.jobs.drain();
	filters = ada.client(filtersContract);
});
afterAll(() => server.close());
afterEach(async () => {
	for (const { id } of (await filters.listFilters()).items) await filters.deleteFilter({ params: { id } });
});

const everything = () => everythingOf(ada);
const busiest = () => busiestOf(ada);

/** Message states, to compare after an undo. */
async function mailboxState(): Promise<unknown> {
	const items = await everything();
	return items
		.map(({ id, folderId, labels, isRead, isStarred }) => [id, folderId, labels.toSorted(), isRead, isStarred])
		.sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1));
}

const draft = (part: Partial<FilterDraft>): FilterDraft => ({
	name: "A rule",
	ruleType: "keyword",
	ruleValue: "",
	action: "delete",
	...part,
});
const make = (part: Partial<FilterDraft>) => filters.createFilter({ body: draft(part) });
const failure = (answer: Promise<unknown>): Promise<{ status?: number; code?: string; message?: string }> =>
	answer.then(
		() => ({}),
		(cause: { status: number; code: string; message: string; problem?: unknown }) => cause,
	);
/** What the active rules would do. */
async function planAll() {
	const { job } = await filters.planFilters({ body: {} });
	await server.ctx.jobs.drain();
	return { id: job.id, ...(await filters.listFilterPlans({ params: { id: job.id } })) };
}

async function applyAll(): Promise<string[]> {
	const { id, items } = await planAll();
	await filters.applyFilters({ params: { id } });
	await server.ctx.jobs.drain();
	return items.flatMap(({ plan }) => plan?.id ?? []);
}

async function undo(operations: string[]): Promise<void> {
	for (const id of operations) await ada.client(plansContract).undoOperation({ params: { id } });
	await server.ctx.jobs.drain();
}

describe("a rule", () => {
	it("is created active and last, edited, disabled, deleted and restored to its position", async () => {
		const first = await make({ name: "First", ruleValue: "alpha" });
		const second = await make({ name: "Second", ruleValue: "beta" });
		expect(first).toMatchObject({ isActive: true, hitCount: 0, lastHitAt: null, query: "alpha" });
		const names = async (): Promise<string[]> => (await filters.listFilters()).items.map(({ name }) => name);
		expect(await names()).toEqual(["First", "Second"]);
		await filters.deleteFilter({ params: { id: first.id } });
		expect(await names()).toEqual(["Second"]);
		expect(await failure(filters.updateFilter({ params: { id: first.id }, body: { isActive: false } }))).toMatchObject({
			status: 404,
		});
		await filters.restoreFilter({ params: { id: first.id } });
		expect(await names()).toEqual(["First", "Second"]);
		const { items } = await filters.orderFilters({ body: { ids: [second.id] } });
		expect(items.map(({ name }) => name)).toEqual(["Second", "First"]);
		const off = await filters.updateFilter({ params: { id: second.id }, body: { isActive: false } });
		expect(off.isActive).toBe(false);
		const changed = await filters.updateFilter({
			params: { id: second.id },
			body: {
				draft: draft({ name: "Changed", ruleType: "domain", ruleValue: "@X.org", action: "label", labelName: "L" }),
			},
		});
		expect(changed).toMatchObject({ name: "Changed", query: "domain:x.org", labelName: "L", isActive: true });
	});

	it("validates with the specification's sentences for missing fields, and its own for invalid ones", async () => {
		const missing = { status: 400, code: "required-fields", message: "Please fill in all required fields." };
		expect(await failure(make({ ruleValue: "  " }))).toMatchObject(missing);
		expect(await failure(make({ name: "", ruleValue: "x" }))).toMatchObject(missing);
		expect(await failure(make({ ruleValue: "x", action: "label", labelName: " " }))).toMatchObject(missing);
		expect(await failure(make({ ruleValue: "x", action: "move" }))).toMatchObject(missing);
		expect(await failure(make({ ruleType: "advanced" }))).toMatchObject(missing);
		const messageOf = async (part: Partial<FilterDraft>) => (await failure(make(part))).message;
		expect(await messageOf({ ruleType: "domain", ruleValue: "not a domain" })).toMatch(/is not a domain/);
		expect(await messageOf({ ruleType: "domain", ruleValue: "ann@example.org" })).toMatch(/Choose Sender/);
		expect(await messageOf({ ruleType: "sender", ruleValue: "ann@" })).toMatch(/not a complete address/);
		for (const ruleType of ["keyword", "subject", "sender"] as const)
			expect(await failure(make({ ruleType, ruleValue: "!!" }))).toMatchObject({
				status: 400,
				code: "query-unsearchable",
				message: "“!!” can't be searched. Use letters, digits, symbols or emoji.",
			});
		const onList = { kind: "list" as const, value: ".", not: true };
		expect(await failure(make({ ruleType: "advanced", conditions: onList }))).toMatchObject({
			code: "query-unsearchable",
		});
		expect(await messageOf({ ruleValue: "x", action: "forward", forwardTo: "nobody" })).toMatch(/not an email address/);
		const words = Array.from({ length: 12 }, (_, n) => ({ kind: "keyword" as const, value: `w${n}`, not: true }));
		expect(await messageOf({ ruleType: "advanced", conditions: { kind: "all", not: false, parts: words } })).toMatch(
			/exclude at most 10 words/,
		);
		expect(await messageOf({ ruleValue: "x", accountId: "01900000-0000-7000-8000-000000000000" })).toMatch(/not found/);
		expect((await filters.listFilters()).items).toEqual([]);
	});

	it("matches suspicious and forged email by its verdict", async () => {
		const cleo = await server.signUp();
		const mail = ["PayPal <x@intl-limited.net>", "Ann <ann@vale.test>"].map((from, i) =>
			["From x Sun Nov 1 10:00:00 2026", `From: ${from}`, `Subject: ${i}`, "", "Hello", "", ""].join("\n"),
		);
		const bytes = Buffer.from(mail.join(""));
		await cleo.client(accountsContract).importMbox({ query: { filename: "two.mbox" } }, { bytes });
		await server.ctx.jobs.drain();
		const found = async (not: boolean) => {
			const conditions = { kind: "suspicious" as const, not };
			const body = { draft: draft({ ruleType: "advanced", conditions }), limit: 10 };
			return (await cleo.client(filtersContract).previewFilter({ body })).sample.map(({ subject }) => subject);
		};
		expect(await found(false)).toEqual(["0"]);
		expect(await found(true)).toEqual(["1"]);
	});

	it("is created in bulk, all or none", async () => {
		const body = { filters: [draft({ ruleValue: "one" }), draft({ ruleValue: "" })] };
		expect(await failure(filters.createFilters({ body }))).toMatchObject({ code: "required-fields" });
		expect((await filters.listFilters()).items).toEqual([]);
		const { items } = await filters.createFilters({ body: { filters: [body.filters[0] as FilterDraft] } });
		expect(items).toHaveLength(1);
	});

	it("is accessible only to its owner", async () => {
		const { id } = await make({ ruleValue: "mine" });
		const other = bea.client(filtersContract);
		expect((await other.listFilters()).items).toEqual([]);
		for (const request of [
			() => other.updateFilter({ params: { id }, body: { isActive: false } }),
			() => other.deleteFilter({ params: { id } }),
			() => other.restoreFilter({ params: { id } }),
			() => other.createFilter({ body: draft({ ruleValue: "x", accountId: account }) }),
			() => other.planFilters({ body: { account } }),
			() => other.decideSenders({ body: { account, senders: ["a@b.c"], decision: "block" } }),
			() => other.setScreener({ body: { account, isOn: true } }),
		])
			expect([404, 409]).toContain((await failure(request())).status);
		await other.orderFilters({ body: { ids: [id] } });
		expect(await failure(other.planFilters({ body: { ids: [id] } }))).toMatchObject({ code: "no-active-filters" });
		expect((await filters.listFilters()).items[0]).toMatchObject({ id, isActive: true });
		const { count } = await other.previewFilter({ body: { draft: draft({ ruleValue: "the" }) } });
		expect(count).toBe(0);
	});
});

describe("a dry run", () => {
	it("finds what the rule would match, without saving or changing anything", async () => {
		const { domain, all } = await busiest();
		const fits = all.filter((item) => hostOf(item) === domain || hostOf(item).endsWith(`.${domain}`));
		const before = await mailboxState();
		const preview = await filters.previewFilter({
			body: { draft: draft({ ruleType: "domain", ruleValue: domain }), limit: 7 },
		});
		expect(preview.count).toBe(fits.length);
		expect(preview.bytes).toBe(fits.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
		expect(preview.sample.map(({ id }) => id)).toEqual(fits.slice(0, 7).map(({ id }) => id));
		expect(preview.folders.reduce((sum, { count }) => sum + count, 0)).toBe(fits.length);
		expect((await filters.listFilters()).items).toEqual([]);
		expect(await mailboxState()).toEqual(before);
		const { total } = await ada.client(emailsContract).listEmails({ query: { q: preview.query } });
		expect(total).toBeGreaterThanOrEqual(fits.length);
	});

	it("counts how many messages earlier rules match", async () => {
		const { domain, all } = await busiest();
		const sender = all.find((item) => hostOf(item) === domain)?.senderEmail ?? "";
		const count = all.filter(({ senderEmail }) => senderEmail === sender).length;
		const preview = (id?: string) =>
			filters.previewFilter({ body: { draft: draft({ ruleType: "domain", ruleValue: domain }), ...(id && { id }) } });
		expect((await preview()).matchedBefore).toBe(0);
		await make({ ruleType: "sender", ruleValue: sender });
		const { id } = await make({ ruleType: "domain", ruleValue: domain });
		expect((await preview(id)).matchedBefore).toBe(count);
		await filters.orderFilters({ body: { ids: [id] } });
		expect((await preview(id)).matchedBefore).toBe(0);
	});

	it("counts the matches of earlier rules together, as if each were matched alone", async () => {
		const { all } = await busiest();
		const some = [...new Set(all.map(({ senderEmail }) => senderEmail))].slice(0, 5);
		const word = all[0]?.subject.split(" ").find((one) => /^\p{L}{4,}$/u.test(one)) ?? "the";
		for (const ruleValue of some) await make({ ruleType: "sender", ruleValue });
		for (const ruleValue of [word, "invoice", "xyzzyplugh"]) await make({ ruleType: "subject", ruleValue });
		const without: FilterDraft["conditions"] = { kind: "keyword", value: word, not: true };
		await make({ ruleType: "advanced", conditions: without, action: "archive" });
		const rules = await listRules(server.ctx.database, ada.ownerId);
		const [mailbox] = await changeableAccounts(server.ctx, ada.ownerId, account);
		if (mailbox === undefined) throw new Error("The mailbox is gone");
		const ids = all.slice(0, 200).map(({ id }) => id);
		const scope = { ownerId: ada.ownerId, account: mailbox, now: Date.now(), ids };
		for (const among of [rules, rules.slice(0, 8), rules.slice(5, 8)]) {
			const alone = await matchInOrder(server.ctx.database, among, scope);
			const expected = [...alone.values()].reduce((sum, one) => sum + one.ids.length, 0);
			expect(expected).toBeGreaterThan(0);
			expect(await countMatched(server.ctx.database, among, scope, 2)).toBe(expected);
		}
	});

	it("combines nested conditions", async () => {
		const all = (await everything()).filter(received);
		const { domain } = await busiest();
		const conditions: FilterDraft["conditions"] = {
			kind: "any",
			not: false,
			parts: [
				{
					kind: "all",
					not: false,
					parts: [
						{ kind: "domain", value: domain, not: false },
						{ kind: "size", than: "larger", bytes: 4_000, not: false },
					],
				},
				{
					kind: "all",
					not: false,
					parts: [
						{ kind: "attachment", not: false },
						{ kind: "category", value: "promotions", not: true },
						{ kind: "age", than: "older", count: 30, unit: "d", not: false },
					],
				},
			],
		};
		const old = Date.now() - 30 * 86_400_000;
		const fits = all.filter(
			(item) =>
				(hostOf(item) === domain && item.sizeBytes > 4_000) ||
				(item.hasAttachments && item.category !== "promotions" && Date.parse(item.receivedAt) < old),
		);
		expect(fits.length).toBeGreaterThan(0);
		const { count } = await filters.previewFilter({ body: { draft: draft({ ruleType: "advanced", conditions }) } });
		expect(count).toBe(fits.length);
	});
});

describe("applying all filters", () => {
	it("gives each message to the first matching rule, does what the dry run reported, and is fully undone", async () => {
		const { domain, all } = await busiest();
		const before = await mailboxState();
		const ofDomain = all.filter((item) => hostOf(item) === domain);
		const sender = ofDomain[0]?.senderEmail ?? "";
		await make({ name: "Sender", ruleType: "sender", ruleValue: sender, action: "label", labelName: "Kept apart" });
		await make({ name: "Domain", ruleType: "domain", ruleValue: domain, action: "delete" });
		await make({ name: "Off", ruleType: "domain", ruleValue: domain, action: "star", isActive: false });
		const { items, count } = await planAll();
		const bySender = all.filter(({ senderEmail }) => senderEmail === sender);
		const byDomain = all.filter(
			(item) => (hostOf(item) === domain || hostOf(item).endsWith(`.${domain}`)) && item.senderEmail !== sender,
		);
		expect(items.map(({ matched }) => matched)).toEqual([bySender.length, byDomain.length].filter((n) => n > 0));
		expect(count).toBe(bySender.length + byDomain.length);
		expect(await mailboxState()).toEqual(before);
		const operations = await applyAll();
		const after = new Map((await everything()).map((item) => [item.id, item]));
		for (const { id } of bySender) expect(after.get(id)?.labels).toContain("Kept apart");
		for (const { id } of bySender) expect(after.get(id)?.folder).not.toBe("trash");
		for (const { id } of byDomain) expect(after.get(id)?.folder).toBe("trash");
		const hits = async () => (await filters.listFilters()).items.map(({ hitCount }) => hitCount);
		const recent = async () => (await filters.listFilters()).items.map(({ recentHitCount }) => recentHitCount);
		expect(await hits()).toEqual([bySender.length, byDomain.length, 0]);
		expect(await recent()).toEqual([bySender.length, byDomain.length, 0]);
		const { items: history } = await ada.client(plansContract).listOperations();
		expect(history[0]).toMatchObject({ source: "block-filter", query: expect.stringMatching(/^filter “/) });
		await undo(operations);
		expect(await mailboxState()).toEqual(before);
		expect(await hits()).toEqual([0, 0, 0]);
		expect(await recent()).toEqual([0, 0, 0]);
		expect((await filters.listFilters()).items.map(({ lastHitAt }) => lastHitAt)).toEqual([null, null, null]);

		// Undoing the undo counts them again, also once nothing can be undone anymore.
		const undos = (await ada.client(plansContract).listOperations()).items.slice(0, operations.length);
		await undo(undos.map(({ id }) => id));
		expect(await hits()).toEqual([bySender.length, byDomain.length, 0]);
		const { database } = server.ctx;
		await database.exec("update filter_operations set created_at = now() - interval '1 year'", []);
		await maintainFilters(server.ctx, { matches: 2, operations: 1 });
		expect(await database.query("select from filter_operations", [])).toEqual([]);
		expect(await hits()).toEqual([bySender.length, byDomain.length, 0]);
		const redone = (await ada.client(plansContract).listOperations()).items.slice(0, operations.length);
		await undo(redone.map(({ id }) => id));
		expect(await mailboxState()).toEqual(before);
	});

	it("forget which messages matched a month ago, however many", async () => {
		const { database } = server.ctx;
		const match = (owner: TestUser, days: number, count: number) =>
			database.query(
				`insert into filtered_emails (owner_id, account_id, email_id, filter_id, state, matched_at)
				select $1, $2, gen_random_uuid(), gen_random_uuid(), 'done', now() - make_interval(days => $3)
				from generate_series(1, $4)`,
				[owner.ownerId, account, days, count],
			);
		const matches = async () =>
			(await database.query("select from filtered_emails where filter_id not in (select id from custom_filters)", []))
				.length;
		const before = await matches();
		await match(ada, 31, 5);
		await match(bea, 31, 3);
		await match(ada, 29, 1);
		await maintainFilters(server.ctx, { matches: 2, operations: 2 });
		expect(await matches()).toBe(before + 1);
	});

	it("moves to folders it creates, archives only from the inbox, and ignores sent mail and drafts", async () => {
		const all = await everything();
		const inbox = all.filter(({ folder }) => folder === "inbox");
		const before = await mailboxState();
		await make({
			ruleType: "advanced",
			conditions: { kind: "size", than: "larger", bytes: 0, not: false },
			action: "archive",
		});
		const { count } = await planAll();
		expect(count).toBe(inbox.length);
		const [rule] = (await filters.listFilters()).items;
		const body = {
			draft: draft({
				ruleType: "domain",
				ruleValue: (await busiest()).domain,
				action: "move",
				folderName: "Set aside",
			}),
		};
		await filters.updateFilter({ params: { id: rule?.id ?? "" }, body });
		const operations = await applyAll();
		const moved = (await everything()).filter(
			(item) => item.folder === "custom" && !before?.toString().includes(item.folderId),
		);
		expect(moved.length).toBeGreaterThan(0);
		await undo(operations);
		expect(await mailboxState()).toEqual(before);
	});

	it("requires an active rule", async () => {
		await make({ ruleValue: "x", isActive: false });
		expect(await failure(filters.planFilters({ body: {} }))).toMatchObject({
			status: 409,
			code: "no-active-filters",
			message: "Create and activate filters before applying them.",
		});
	});

	it("is available through the specification's function", async () => {
		const { domain, all } = await busiest();
		const before = await mailboxState();
		const rule = await make({ ruleType: "domain", ruleValue: domain, action: "star" });
		const scanner = ada.client(gmailScannerContract)["gmail-scanner"];
		const body = { accessToken: "ignored", scanType: "applyFilters" as const, filters: [{ ...rule }] };
		const { processed } = await scanner({ body });
		const fits = all.filter((item) => hostOf(item) === domain || hostOf(item).endsWith(`.${domain}`));
		expect(processed).toBe(fits.filter(({ isStarred }) => !isStarred).length);
		expect(await scanner({ body })).toEqual({ processed: 0 });
		const { items } = await ada.client(plansContract).listOperations();
		await undo([items[0]?.id ?? ""]);
		expect(await mailboxState()).toEqual(before);
		expect(await failure(scanner({ body: { ...body, filters: [] } }))).toMatchObject({ code: "no-active-filters" });
	});
});
