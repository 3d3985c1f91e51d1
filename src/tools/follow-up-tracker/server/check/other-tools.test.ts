import { afterAll, beforeAll, expect, it } from "vitest";
import { analyzeDomain } from "#shared/capabilities/analyze-domain.ts";
import { validateAddresses } from "#shared/capabilities/validate-addresses.ts";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { jobsContract } from "#shared/contracts/jobs.ts";
import { pricingContract } from "#shared/contracts/pricing.ts";
import { withCapability } from "#test/capabilities.ts";
import { smallDemo } from "#test/demo.ts";
import { startDns, type TestDns } from "#test/dns/dns.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { dkimKey } from "#tools/spam-analyzer/server/testing/zones.ts";
import { campaignsContract } from "../../contract.ts";
import { samplePlan } from "../testing/sample-plan.ts";

/** The check of a campaign by what other tools can do: a plan with fewer validations than recipients, or no such tools. */

let dns: TestDns;
let server: TestServer;
let operator: TestUser;
beforeAll(async () => {
	dns = await startDns({
		"ink.example": { MX: [10, "mx.ink.example"] },
		"mx.ink.example": { A: "192.0.2.1" },
		"closed.example": { MX: [0, "."] },
		// The mailbox's domain.
		"marlow.example": { TXT: "v=spf1 ip4:192.0.2.1 -all" },
		"_dmarc.marlow.example": { TXT: "v=DMARC1; p=reject" },
		"default._domainkey.marlow.example": { TXT: dkimKey(2_048) },
	});
	server = await startTestServer({ env: { DNS_SERVERS: dns.server }, demo: smallDemo() });
	operator = await server.signUp();
	const limits = { mailboxes: null, aiPersonalizations: null, validations: 2 };
	await operator
		.client(pricingContract)
		.createPricingPlan({ body: { name: "Small", price: "Free", limits, isDefault: true } });
});
afterAll(async () => {
	await server.close();
	await dns.close();
});

it("validates what the plan includes, and warns about the other recipients", async () => {
	const user = await server.signUp();
	const api = user.client(campaignsContract);
	const { account } = await user.client(accountsContract).startDemo();
	await server.ctx.jobs.drain();
	const { id } = await api.createCampaign({ body: samplePlan({ accountIds: [account.id] }) });
	const params = { id };
	const names = ["ann@ink", "bea@ink", "cid@ink", "dan@closed"];
	const rows = names.map((name) => ({ email: `${name}.example`, fields: {} }));
	await api.addRecipients({ params, body: { rows } });
	const { job } = await api.checkCampaign({ params });
	await server.ctx.jobs.drain();
	expect((await user.client(jobsContract).getJob({ params: { id: job.id } })).state).toBe("done");

	const { items } = await api.listRecipients({ params, query: {} });
	const beyond = "Not validated: your plan's validations of this month are used.";
	expect(items.map(({ email, reason, warning }) => [email, reason, warning])).toEqual([
		["ann@ink.example", null, null],
		["bea@ink.example", null, null],
		["cid@ink.example", null, beyond],
		// DNS is looked up for everyone.
		["dan@closed.example", "no_mail_server", null],
	]);
	const usage = await user.client(pricingContract).getPlanUsage();
	expect(usage.validations).toEqual({ used: 2, limit: 2 });
	const { findings } = await api.getCampaign({ params });
	expect(findings.filter(({ isBlocking }) => isBlocking)).toEqual([]);
});

it("checks without the tools that validate addresses and analyze domains", async () => {
	const user = await server.signUp();
	const api = user.client(campaignsContract);
	const { account } = await user.client(accountsContract).startDemo();
	await server.ctx.jobs.drain();
	const { id } = await api.createCampaign({ body: samplePlan({ accountIds: [account.id] }) });
	const rows = ["ann@ink.example", "dan@closed.example"].map((email) => ({ email, fields: {} }));
	await api.addRecipients({ params: { id }, body: { rows } });
	await withCapability(server.ctx, validateAddresses, null, () =>
		withCapability(server.ctx, analyzeDomain, null, async () => {
			await api.checkCampaign({ params: { id } });
			await server.ctx.jobs.drain();
		}),
	);
	const { items } = await api.listRecipients({ params: { id }, query: {} });
	expect(items.map(({ email, reason, warning }) => [email, reason, warning])).toEqual([
		["ann@ink.example", null, null],
		["dan@closed.example", "no_mail_server", null],
	]);
	expect((await user.client(pricingContract).getPlanUsage()).validations.used).toBe(0);
	const { findings } = await api.getCampaign({ params: { id } });
	expect(findings).toContainEqual({
		...{ code: "domain-not-checked", isBlocking: false },
		message: "marlow.example couldn't be analyzed. Check again before you launch.",
	});
});
