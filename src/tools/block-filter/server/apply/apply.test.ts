import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Progress } from "#server/platform/jobs/jobs.ts";
import type { Client } from "#shared/contract.ts";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { jobsContract } from "#shared/contracts/jobs.ts";
import { plansContract } from "#shared/contracts/plans.ts";
import { newId } from "#shared/ids.ts";
import { smallDemo } from "#test/demo.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { type FilterDraft, filtersContract } from "../../contract.ts";
import { maintainFilters } from "../maintenance.ts";
import { applyPlans } from "./apply-plans.ts";
import { planRules } from "./plan-job.ts";
import { listPlans } from "./plan-store.ts";

/** All rules applied to stored mail, in slices and operations of two. */

let server: TestServer;
let ada: TestUser;
let filters: Client<typeof filtersContract>;
let later = 0;
beforeAll(async () => {
	server = await startTestServer({ demo: smallDemo(), now: () => Date.now() + later });
	ada = await server.signUp();
	await ada.client(accountsContract).startDemo();
	await server.ctx.jobs.drain();
	filters = ada.client(filtersContract);
});
afterAll(() => server?.close());
afterEach(async () => {
	later = 0;
	for (const { id } of (await filters.listFilters()).items) await filters.deleteFilter({ params: { id } });
});

const RULES = 5;

/** Stars what five senders have sent. @returns how many emails each rule finds unstarred */
async function makeRules(): Promise<number[]> {
	const { items } = await ada.client(emailsContract).listEmails({ query: { q: "in:inbox -is:starred", limit: 200 } });
	const senders = [...Map.groupBy(items, ({ senderEmail }) => senderEmail).keys()].slice(0, RULES);
	const drafts = senders.map(
		(ruleValue): FilterDraft => ({ name: ruleValue, ruleType: "sender", ruleValue, action: "star" }),
	);
	await filters.createFilters({ body: { filters: drafts } });
	const counts = drafts.map(async (draft) => {
		const { query } = await filters.previewFilter({ body: { draft } });
		return (await ada.client(emailsContract).listEmails({ query: { q: `${query} -is:starred` } })).total;
	});
	return Promise.all(counts);
}

/** A job that runs here. @param stopAt it is canceled once so many rules are done */
function running(stopAt = Number.POSITIVE_INFINITY) {
	const controller = new AbortController();
	const reported: Progress[] = [];
	return {
		...{ id: newId(), ownerId: ada.ownerId, input: { account: null, ids: null, apply: false } },
		signal: controller.signal,
		progress(update: Progress): void {
			reported.push(update);
			if ((update.done ?? 0) >= stopAt) controller.abort(new Error("Canceled"));
		},
		yieldIfWaiting: async () => undefined,
		reported,
	};
}

const plansOf = (jobId: string) => listPlans(server.ctx.database, { ownerId: ada.ownerId, jobId }, { limit: 100 });
const operations = async () => (await ada.client(plansContract).listOperations()).items;

describe("planning", () => {
	it("goes through the rules in slices, tells how many it has checked, and stops between them", async () => {
		const counts = await makeRules();
		const whole = running();
		await planRules(server.ctx, whole, 2);
		expect(whole.reported).toEqual([2, 4, 5].map((done) => ({ done, total: RULES })));
		const { items, total, count } = await plansOf(whole.id);
		expect(items.map(({ plan }) => plan?.count)).toEqual(counts);
		expect({ total, count }).toEqual({ total: RULES, count: counts.reduce((sum, one) => sum + one, 0) });

		const stopped = running(2);
		await expect(planRules(server.ctx, stopped, 2)).rejects.toThrow("Canceled");
		expect((await plansOf(stopped.id)).items).toHaveLength(2);
		// Started again after a restart, it has each plan once.
		await planRules(server.ctx, { ...running(), id: stopped.id }, 2);
		expect((await plansOf(stopped.id)).items.map(({ plan }) => plan?.count)).toEqual(counts);
	});

	it("is listed page by page, for a day", async () => {
		await makeRules();
		const { job } = await filters.planFilters({ body: {} });
		await server.ctx.jobs.drain();
		const params = { id: job.id };
		expect(await ada.client(jobsContract).getJob({ params })).toMatchObject({
			done: RULES,
			total: RULES,
			unit: "filters",
		});
		const seen: string[] = [];
		for (let cursor: string | undefined; ; ) {
			const page = await filters.listFilterPlans({ params, query: { limit: 2, cursor } });
			expect(page.total).toBe(RULES);
			seen.push(...page.items.map(({ filterId }) => filterId));
			if (page.nextCursor === null) break;
			cursor = page.nextCursor;
		}
		expect(seen).toEqual((await filters.listFilters()).items.map(({ id }) => id));
		await server.ctx.database.exec("update filter_plans set created_at = now() - interval '2 days'", []);
		await maintainFilters(server.ctx);
		expect((await filters.listFilterPlans({ params })).total).toBe(0);
	});
});

describe("applying", () => {
	it("stops when it is canceled, shows what it has changed as undoable, and continues with the rest", async () => {
		const counts = await makeRules();
		const before = (await operations()).length;
		const plans = running();
		await planRules(server.ctx, plans, 2);
		const key = { ownerId: ada.ownerId, jobId: plans.id };
		await expect(applyPlans(server.ctx, running(1), key, 2)).rejects.toThrow("Canceled");
		await server.ctx.jobs.drain();
		const history = await operations();
		const begun = history.slice(0, history.length - before);
		expect(begun).toHaveLength(2);
		for (const operation of begun) expect(operation).toMatchObject({ source: "block-filter", canUndo: true });
		const { items } = await plansOf(plans.id);
		const applied = items.map(({ operation }) => operation?.applied);
		expect(applied).toEqual([...counts.slice(0, 2), undefined, undefined, undefined]);

		const rest = running();
		await applyPlans(server.ctx, rest, key, 2);
		expect(rest.reported.at(0)).toEqual({ done: 2, total: RULES });
		expect(rest.reported.at(-1)).toEqual({ done: RULES, total: RULES });
		expect((await plansOf(plans.id)).items.map(({ operation }) => operation)).toEqual(
			counts.map((count) => ({ state: "done", applied: count, skipped: 0, failed: 0, canUndo: true, error: null })),
		);
		expect(await operations()).toHaveLength(before + RULES);
		await undoAll(plans.id);
	});

	it("can follow planning in the same job, as for a new filter", async () => {
		const counts = await makeRules();
		const [first] = (await filters.listFilters()).items;
		const { job } = await filters.planFilters({ body: { ids: [first?.id ?? ""], apply: true } });
		await server.ctx.jobs.drain();
		const { items } = await filters.listFilterPlans({ params: { id: job.id } });
		expect(items.map(({ operation }) => operation?.applied)).toEqual(counts.slice(0, 1));
		await undoAll(job.id);
	});

	it("needs complete plans that have not expired", async () => {
		await makeRules();
		const { job } = await filters.planFilters({ body: {} });
		await server.ctx.jobs.drain();
		const params = { id: job.id };
		later = 2 * 3_600_000;
		await expect(filters.applyFilters({ params })).rejects.toMatchObject({ status: 410, code: "plan-expired" });
		await server.ctx.database.exec("update jobs set state = 'cancelled' where id = $1", [job.id]);
		await expect(filters.applyFilters({ params })).rejects.toMatchObject({ status: 409, code: "plans-incomplete" });
		const other = (await ada.client(jobsContract).listJobs()).items.find(({ kind }) => kind !== job.kind);
		const wrong = { params: { id: other?.id ?? "" } };
		await expect(filters.applyFilters(wrong)).rejects.toMatchObject({ status: 404 });
		await expect(filters.listFilterPlans(wrong)).rejects.toMatchObject({ status: 404 });
	});
});

async function undoAll(jobId: string): Promise<void> {
	for (const { plan } of (await plansOf(jobId)).items)
		if (plan) await ada.client(plansContract).undoOperation({ params: { id: plan.id } });
	await server.ctx.jobs.drain();
	expect((await plansOf(jobId)).items.some(({ operation }) => operation?.canUndo)).toBe(false);
}
