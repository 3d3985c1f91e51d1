import { afterAll, beforeAll, expect, test } from "vitest";
import { memoryEnvironment } from "#providers/memory-environment.ts";
import { createBudget } from "#server/mail/budgets/budget.ts";
import { RateLimited } from "#server/mail/provider/errors.ts";
import { newId } from "#shared/ids.ts";
import { testDatabase } from "#test/database.ts";
import { createRateLimiter } from "./rate-limiter.ts";
import { UNITS } from "./units.ts";

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
	database = await testDatabase();
});
afterAll(() => database.remove());

const { signal } = new AbortController();

/** For a new mailbox, refilled over days, so that waiting is refused at once. */
function startLimiter() {
	const account = { ownerId: "owner", accountId: newId() };
	return createRateLimiter(
		{ ...memoryEnvironment(), budget: (limit) => createBudget(database, account, { ...limit, seconds: 864_000 }) },
		{
			...{ clientId: "", clientSecret: "", apiUrl: "", signInUrl: null, topic: null },
			...{ unitsPerMinute: 6_000, projectUnitsPerMinute: 1_200_000 },
		},
	);
}

/** Requests of these units until one would have to wait. @returns units spent */
async function spendAll(limiter: ReturnType<typeof startLimiter>, priority: "interactive" | "bulk", units: number) {
	for (let spent = 0; ; spent += units)
		try {
			await limiter.consume(units, priority, signal);
		} catch (cause) {
			expect(cause).toBeInstanceOf(RateLimited);
			return spent;
		}
}

test("sending several messages in a row waits for nothing while no listing needs the quota", async () => {
	const spent = await spendAll(startLimiter(), "interactive", UNITS["messages.send"]);
	// A quarter of both shares, less what is left of each.
	expect(spent).toBeGreaterThanOrEqual(1_300);
	expect(spent).toBeLessThanOrEqual(6_000 * 0.25);
});

test("a listing leaves interactive requests their share, and gets what they leave", async () => {
	const limiter = startLimiter();
	const bulk = await spendAll(limiter, "bulk", UNITS["messages.get"]);
	expect(bulk).toBeGreaterThan(1_200);
	expect(await spendAll(limiter, "interactive", UNITS["messages.modify"])).toBeGreaterThanOrEqual(140);
	const other = startLimiter();
	await other.consume(UNITS["messages.send"], "interactive", signal);
	await other.consume(UNITS["messages.send"], "interactive", signal);
	expect(await spendAll(other, "bulk", UNITS["messages.get"])).toBeGreaterThan(1_100);
});
