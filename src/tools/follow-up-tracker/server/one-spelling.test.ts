import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { outgoingContract } from "#shared/contracts/outgoing.ts";
import { smallDemo } from "#test/demo.ts";
import { startDns, type TestDns } from "#test/dns/dns.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { campaignsContract } from "../contract.ts";
import { samplePlan } from "./testing/sample-plan.ts";

let dns: TestDns;
let server: TestServer;
let ada: TestUser;
let accountId: string;
const api = () => ada.client(campaignsContract);

beforeAll(async () => {
	dns = await startDns({});
	server = await startTestServer({ env: { DNS_SERVERS: dns.server }, demo: smallDemo() });
	ada = await server.signUp();
	({ id: accountId } = (await ada.client(accountsContract).startDemo()).account);
	await server.ctx.jobs.drain();
});
afterAll(() => dns.close());
afterAll(() => server.close());

it("kind 4: a file with letters that nobody sees makes nobody two recipients (csv/c21)", async () => {
	const lines = readFileSync("fixtures/reported/csv/c21-invisible.csv", "utf8").trim().split("\n").slice(1);
	const written = lines.map((line) => line.split(",")[0]?.replaceAll('"', "") ?? "");
	expect(written.some((email) => /[\u200b\u200e]/.test(email))).toBe(true);
	const plain = ["ann@example.org", "bob@example.net", "cem@example.net", "dee@example.net"];
	const others = [
		"eve@bücher.example",
		"eve@xn--bcher-kva.example",
		"Eve@BÜCHER.example",
		"e\u2060ve@bu\u0308cher.example",
	];
	const { id } = await api().createCampaign({ body: samplePlan({ accountIds: [accountId] }) });
	const rows = [...written, ...plain, ...others].map((email) => ({ email, fields: {} }));
	await api().addRecipients({ params: { id }, body: { rows } });
	const { items } = await api().listRecipients({ params: { id }, query: {} });
	expect(items.map(({ email }) => email)).toEqual([...plain, "eve@xn--bcher-kva.example"]);
	await ada.client(outgoingContract).addSuppression({ body: { target: "EVE@bücher.example", reason: null } });
	await api().checkCampaign({ params: { id } });
	await server.ctx.jobs.drain();
	const { items: checked } = await api().listRecipients({ params: { id }, query: {} });
	expect(checked.find(({ email }) => email.startsWith("eve@"))).toMatchObject({
		state: "excluded",
		reason: "suppressed",
	});
});
