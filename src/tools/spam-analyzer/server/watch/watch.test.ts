import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { settingsContract } from "#shared/contracts/settings.ts";
import { startDns, type TestDns } from "#test/dns/dns.ts";
import { startTestServer, type TestServer } from "#test/server.ts";
import { type SmtpSink, startSmtpSink } from "#test/smtp-sink.ts";
import { spamAnalyzerContract } from "../../contract.ts";
import { lists, zones } from "../testing/zones.ts";

let dns: TestDns;
let sink: SmtpSink;
let server: TestServer;
beforeAll(async () => {
	dns = await startDns(zones);
	sink = await startSmtpSink();
	server = await startTestServer({
		env: {
			DNS_SERVERS: dns.server,
			ALLOW_PRIVATE_HOSTS: "on",
			SMTP_URL: sink.url,
			RDAP_BOOTSTRAP_URL: "http://127.0.0.1:9/",
		},
	});
});
afterAll(async () => {
	await server.close();
	await sink.close();
	await dns.close();
});

it("watches a domain, and says once what changed", async () => {
	const user = await server.signUp();
	await user.client(settingsContract).updateSettings({ params: { section: "spam-analyzer" }, body: lists });
	const mails = () => sink.received.map(({ raw }) => raw).filter((raw) => raw.includes("watched.test"));
	const client = user.client(spamAnalyzerContract);
	dns.set({ "watched.test": { MX: [10, "mx.mail.test"], TXT: "v=spf1 mx -all" } });
	await expect(client.watchDomain({ body: { email: "nobody" } })).rejects.toMatchObject({ code: "invalid-email" });
	expect(await client.watchDomain({ body: { email: "ann@watched.test", every: "week" } })).toEqual({
		domain: "watched.test",
	});
	const [row] = (await client.listWatchedDomains()).items;
	expect(row).toMatchObject({ subject: "ann@watched.test", every: "week", changes: [] });
	expect(row?.checkedAt).not.toBeNull();

	dns.set({ "watched.test": { MX: [10, "mx.mail.test"], TXT: "v=spf1 +all" } });
	const { database, now } = server.ctx;
	await database.exec("update schedules set next_run_at = $2 where owner_id = $1", [user.ownerId, new Date(now())]);
	await vi.waitFor(async () => expect(await client.countDomainChanges()).toEqual({ count: 1 }), {
		...{ timeout: 60_000, interval: 200 },
	});
	const [changed] = (await client.listWatchedDomains()).items;
	expect(changed?.changes[0]).toMatchObject({
		...{
			isNew: true,
			changes: [{ check: "spf", before: "pass", after: "fail", was: "v=spf1 mx -all", is: "v=spf1 +all" }],
		},
	});
	await vi.waitFor(() => expect(mails()).toHaveLength(1), { timeout: 30_000 });
	expect(mails()[0]).toContain("watched.test has changed");
	expect((await client.checkWatchedDomain({ params: { domain: "watched.test" } })).changes).toEqual([]);
	await client.markDomainChangesSeen();
	expect(await client.countDomainChanges()).toEqual({ count: 0 });
	await client.unwatchDomain({ params: { domain: "watched.test" } });
	expect((await client.listWatchedDomains()).items).toEqual([]);
	expect(await database.query("select from schedules where owner_id = $1", [user.ownerId])).toEqual([]);
	await expect(client.unwatchDomain({ params: { domain: "watched.test" } })).rejects.toMatchObject({ status: 404 });
});
