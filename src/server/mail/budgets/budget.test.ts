import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { newId } from "#shared/ids.ts";
import { pause } from "#shared/pause.ts";
import { testDatabase } from "#test/database.ts";
import type { AccountKey } from "../context/account-scope.ts";
import { RateLimited } from "../provider/errors.ts";
import { createBudget, spendInOrder } from "./budget.ts";

let database: Awaited<ReturnType<typeof testDatabase>>;
let owner: AccountKey;
const { signal } = new AbortController();
// A quarter may be spent at once; the rest refills over days, so that nothing refills during the test.
const slow = { name: "requests", units: 4_000, seconds: 864_000, sharedBy: "account" as const };

beforeAll(async () => {
	database = await testDatabase();
});
afterAll(() => database.remove());
beforeEach(() => {
	owner = { ownerId: "owner", accountId: newId() };
});

/** Spends one unit after another until it would have to wait. */
async function spendAll(budgets: ReturnType<typeof createBudget>[]): Promise<number> {
	let spent = 0;
	const one = async (budget: ReturnType<typeof createBudget>): Promise<void> => {
		for (;;) {
			try {
				await budget.consume(10, signal);
				spent += 10;
			} catch (cause) {
				expect(cause).toBeInstanceOf(RateLimited);
				return;
			}
		}
	};
	await Promise.all(budgets.map(one));
	return spent;
}

it("lets several processes share one burst, and no more", async () => {
	const budgets = [1, 2, 3].map(() => createBudget(database, owner, slow));
	const spent = await spendAll(budgets);
	expect(spent).toBeLessThanOrEqual(1_010);
	expect(spent).toBeGreaterThan(700);
});

it("keeps its state across restarts, and separates accounts", async () => {
	await spendAll([createBudget(database, owner, slow)]);
	expect(await spendAll([createBudget(database, owner, slow)])).toBeLessThanOrEqual(10);
	const other = { ...owner, accountId: newId() };
	expect(await spendAll([createBudget(database, other, slow)])).toBeGreaterThan(900);
});

it("waits for the refill", async () => {
	const budget = createBudget(database, owner, { ...slow, units: 100, seconds: 1 });
	for (let spent = 0; spent < 100; spent += 5) await budget.consume(5, signal);
	const row = await database.one<{ units: number }>("select units from provider_budgets where account_id = $1", [
		owner.accountId,
	]);
	expect(row?.units).toBeLessThan(25);
});

it("gives at once what is there, and nothing while somebody waits for it", async () => {
	const budget = createBudget(database, owner, { ...slow, units: 400, seconds: 4 });
	expect([await budget.take(90), await budget.take(90)]).toEqual([true, false]);
	const waits = budget.consume(90, signal);
	expect(await Promise.race([waits, pause(100)])).toBe(undefined);
	expect(await budget.take(1)).toBe(false);
	await waits;
});

it("spends nothing while the provider asks for a pause", async () => {
	const budget = createBudget(database, owner, slow);
	await budget.consume(1, signal);
	await budget.pause(600);
	const error = await createBudget(database, owner, slow)
		.consume(1, signal)
		.catch((cause: unknown) => cause);
	expect(error).toBeInstanceOf(RateLimited);
	expect((error as RateLimited).retryAfter).toBeGreaterThan(590);
	await expect(budget.consume(1, signal)).rejects.toBeInstanceOf(RateLimited);
});

it("loses nothing that was taken for later when the provider asks for a pause", async () => {
	const budget = createBudget(database, owner, slow);
	for (let n = 0; n < 50; n++) {
		await budget.consume(10, signal);
		await budget.pause(0);
	}
	expect(await spendAll([budget])).toBeGreaterThan(400);
});

it("spends from several in one statement, from each only if those before allow it", async () => {
	const day = { limit: { ...slow, name: "day", isExact: true as const }, units: 400 };
	const minute = { limit: { ...slow, name: "minute", isExact: true as const }, units: 1 };
	const spend = () => spendInOrder(database, owner, [day, minute]);
	expect([await spend(), await spend(), await spend()]).toEqual([2, 2, 0]);
	await createBudget(database, owner, minute.limit).pause(600);
	expect(await spendInOrder(database, owner, [{ ...day, units: 100 }, minute])).toBe(1);
	expect(await createBudget(database, owner, minute.limit).consume(1, signal).catch(String)).toContain("RateLimited");
	const rows = await database.query<{ name: string; units: number }>(
		"select name, round(units)::int as units from provider_budgets where account_id = $1 order by name",
		[owner.accountId],
	);
	expect(rows).toEqual([
		{ name: "day", units: 100 },
		{ name: "minute", units: 998 },
	]);
});
