import { afterAll, beforeAll, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { readUsageStats, updateUsageStats } from "./usage.ts";

const month = "2026-01-01";
let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
	database = await testDatabase();
});
afterAll(() => database.remove());

it("adds up, per user", async () => {
	expect(await readUsageStats(database, "ada")).toEqual({ emailsValidated: 0, aiPersonalizations: 0 });
	await Promise.all(
		[1, 2, 3].map((emailsValidated) => updateUsageStats(database, "ada", { emailsValidated }, { month })),
	);
	await updateUsageStats(database, "ada", { aiPersonalizations: 1 }, { month });
	await updateUsageStats(database, "bea", { emailsValidated: 10 }, { month });
	expect(await readUsageStats(database, "ada")).toEqual({ emailsValidated: 6, aiPersonalizations: 1 });
});

it("refuses without a user", async () => {
	const refusal = { status: 401, message: "User not authenticated" };
	await expect(updateUsageStats(database, null, { emailsValidated: 1 }, { month })).rejects.toMatchObject(refusal);
	await expect(updateUsageStats(database, "", { emailsValidated: 1 }, { month })).rejects.toMatchObject(refusal);
	await expect(database.query("select update_usage_stats(null, 1)", [])).rejects.toThrow("User not authenticated");
});
