import { afterAll, beforeAll, expect, it } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { smallDemo } from "#test/demo.ts";
import { startDns, type TestDns } from "#test/dns/dns.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { dkimKey } from "#tools/spam-analyzer/server/testing/zones.ts";
import { campaignsContract } from "../contract.ts";
import { campaignRun } from "./run.ts";
import { samplePlan, sampleStep } from "./testing/sample-plan.ts";

/** Campaigns from a domain that receivers can verify, or not. */

let dns: TestDns;
let server: TestServer;
let ada: TestUser;
let accountId: string;
/** Milliseconds by which the server's clock is ahead. */
let ahead = 0;
/** Of the demo mailbox's domain. */
const records = {
	"marlow.example": { TXT: "v=spf1 ip4:192.0.2.1 -all" },
	"_dmarc.marlow.example": { TXT: "v=DMARC1; p=reject" },
	"default._domainkey.marlow.example": { TXT: dkimKey(2_048) },
};
const api = () => ada.client(campaignsContract);

beforeAll(async () => {
	dns = await startDns({
		"ink.example": { MX: [10, "mx.ink.example"] },
		"mx.ink.example": { A: "192.0.2.1" },
		...records,
	});
	const env = { DNS_SERVERS: dns.server };
	server = await startTestServer({ env, demo: smallDemo(), now: () => Date.now() + ahead });
	ada = await server.signUp();
	({ id: accountId } = (await ada.client(accountsContract).startDemo()).account);
	await server.ctx.jobs.drain();
});
afterAll(() => dns.close());
afterAll(() => server.close());

/** A draft with these recipients. */
async function draft(emails: readonly string[], changes: Parameters<typeof samplePlan>[0] = {}): Promise<string> {
	const { id } = await api().createCampaign({ body: samplePlan({ accountIds: [accountId], ...changes }) });
	await api().addRecipients({ params: { id }, body: { rows: emails.map((email) => ({ email, fields: {} })) } });
	return id;
}

async function check(id: string): Promise<void> {
	await api().checkCampaign({ params: { id } });
	await server.ctx.jobs.drain();
}

it("pauses in progress when receivers can no longer verify its domain, and is checked once a day", async () => {
	const steps = [sampleStep({ subject: "Hi", body: "A new thing." }), sampleStep({ waitDays: 20, body: "Again." })];
	const id = await draft(["moe@ink.example"], { steps });
	const params = { id };
	await check(id);
	await api().launchCampaign({ params });
	const run = async () => {
		const { signal } = new AbortController();
		const due = { ownerId: ada.ownerId, key: id, input: { campaignId: id }, dueAt: new Date(), signal };
		await campaignRun.run(server.ctx, due);
		await server.ctx.jobs.drain();
		await server.ctx.database.exec("delete from spam_analyses where owner_id = $1", [ada.ownerId]);
		return (await api().getCampaign({ params })).state;
	};
	const before = ahead;
	dns.set({ "_dmarc.marlow.example": null });
	expect(await run()).toBe("active");
	ahead += 86_400_000;
	expect(await run()).toBe("paused");
	expect((await api().getCampaign({ params })).pauseReason).toContain("DMARC of marlow.example");
	dns.set(records);
	await api().resumeCampaign({ params });
	expect(await run()).toBe("active");
	await api().stopCampaign({ params });
	ahead = before;
});

it("blocks a launch from a domain that receivers cannot verify, until its records are published", async () => {
	const steps = [sampleStep({ subject: "Hi", body: "Something new entirely." })];
	const id = await draft(["lee@ink.example"], { steps });
	const params = { id };
	const findings = async () => {
		await check(id);
		const usual = ["no-https", "stays-local"];
		const shown = (await api().getCampaign({ params })).findings.filter(({ code }) => !usual.includes(code));
		return shown.map(({ code, isBlocking }) => `${code} ${isBlocking}`);
	};
	expect(await findings()).toEqual([]);
	dns.set(Object.fromEntries(Object.keys(records).map((name) => [name, null])));
	// The latest analysis is recent, and found nothing wrong.
	expect(await findings()).toEqual([]);
	await server.ctx.database.exec("delete from spam_analyses where owner_id = $1", [ada.ownerId]);
	expect(await findings()).toEqual(["no-spf true", "no-dmarc true"]);
	const spf = (await api().getCampaign({ params })).findings.find(({ code }) => code === "no-spf");
	expect(spf?.message).toContain("SPF of marlow.example: There is no SPF record");
	await expect(api().launchCampaign({ params })).rejects.toMatchObject({ code: "blocked" });
	dns.set({ ...records, "default._domainkey.marlow.example": { TXT: dkimKey(512) } });
	expect(await findings()).toEqual(["no-dkim true"]);
	dns.set(records);
	expect(await findings()).toEqual([]);
	await server.ctx.database.exec("delete from spam_analyses where owner_id = $1", [ada.ownerId]);
	dns.set({ "marlow.example": "servfail" });
	expect(await findings()).toEqual(["spf-not-checked false", "dkim-not-checked false", "dmarc-not-checked false"]);
	dns.set(records);
});
