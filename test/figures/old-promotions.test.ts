import { afterAll, beforeAll, expect, it } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { plansContract } from "#shared/contracts/plans.ts";
import { oldPromotionsBefore } from "#shared/search/old-promotions.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { dashboardContract } from "#tools/dashboard/contract.ts";
import { queries } from "#tools/dashboard/queries.ts";
import { smartArchiveContract } from "#tools/smart-archive/contract.ts";
import { makeMessage, type TestMessage } from "#tools/smart-archive/server/testing.ts";

const HOUR = 3_600_000;
const mail = (subject: string, labels: string, age: number): TestMessage => ({
	subject,
	labels: `Inbox,Opened,${labels}`,
	daysAgo: age / (24 * HOUR),
});

/** Old and young promotions on both sides of the limit, and starred mail in all that the dashboard takes out of the inbox. */
function messages(): TestMessage[] {
	const now = Date.now();
	const limit = now - oldPromotionsBefore(now).getTime();
	return [
		mail("Old", "Category promotions", 2 * limit),
		mail("Just old", "Category promotions", limit + HOUR),
		mail("Not old yet", "Category promotions", limit - HOUR),
		mail("Starred", "Starred,Category promotions", 2 * limit),
		mail("Starred notice", "Starred,Category social", 2 * limit),
		mail("Old notice", "Category social", 2 * limit),
	];
}

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
	server = await startTestServer();
	user = await server.signUp();
	const bytes = new TextEncoder().encode(messages().map(makeMessage).join(""));
	await user.client(accountsContract).importMbox({ query: { filename: "mail.mbox" } }, { bytes });
	await server.ctx.jobs.drain();
});
afterAll(() => server.close());

async function subjectsOf(plan: { id: string }): Promise<string[]> {
	const { items } = await user.client(plansContract).listPlanItems({ params: { id: plan.id } });
	return items.map(({ subject }) => subject).sort();
}

it("are the same emails for the dashboard and the smart archive", async () => {
	const { plans } = await user.client(dashboardContract).get_email_statistics({ query: {} });
	const archive = user.client(smartArchiveContract);
	const { oldPromotionsCount } = await archive.getAnalysis();
	expect([plans?.oldPromotions.count, oldPromotionsCount]).toEqual([2, 2]);
	const byDashboard = await user
		.client(plansContract)
		.createPlan({ body: { action: "archive", query: queries.oldPromotions } });
	const byArchive = await archive.planCleanup({ body: { selection: { type: "old_promotions" }, action: "archive" } });
	expect([byDashboard.bytes, byArchive.bytes]).toEqual([plans?.oldPromotions.bytes, plans?.oldPromotions.bytes]);
	expect(await subjectsOf(byDashboard)).toEqual(["Just old", "Old"]);
	expect(await subjectsOf(byArchive)).toEqual(["Just old", "Old"]);
});

it("leave starred mail in the inbox, as every cleanup of the dashboard does", async () => {
	const { plans } = await user.client(dashboardContract).get_email_statistics({ query: {} });
	expect(plans?.oldSocial.count).toBe(1);
	for (const query of [queries.oldPromotions, queries.oldSocial(plans?.oldSocial.before ?? "")]) {
		const { id } = await user.client(plansContract).createPlan({ body: { action: "archive", query } });
		await user.client(plansContract).applyPlan({ params: { id } });
	}
	await server.ctx.jobs.drain();
	const left = await user.client(emailsContract).listEmails({ query: { q: "in:inbox" } });
	expect(left.items.map(({ subject }) => subject).sort()).toEqual(["Not old yet", "Starred", "Starred notice"]);
	const { plans: after } = await user.client(dashboardContract).get_email_statistics({ query: {} });
	expect([after?.oldPromotions.count, after?.oldSocial.count]).toEqual([0, 0]);
});
