import { afterAll, beforeAll, expect, it } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { unsubscriberContract } from "../../contract.ts";

let server: TestServer;
let ada: TestUser;

const newsletter = (day: number, from: string): string =>
	[
		`From x Sun Nov ${day} 10:00:00 2026`,
		...[`From: ${from}`, "To: ada@example.org", `Subject: Day ${day}`, `Date: ${day} Nov 2026 10:00:00 +0000`],
		...[
			"List-Unsubscribe: <https://lists.test/u>",
			"List-Unsubscribe-Post: List-Unsubscribe=One-Click",
			"",
			"Hello",
			"",
			"",
		],
	].join("\n");

beforeAll(async () => {
	server = await startTestServer();
	ada = await server.signUp();
	const mail = [newsletter(1, "PayPal <news@intl-limited.net>"), newsletter(2, "Shop <news@shop.test>")].join("");
	await ada.client(accountsContract).importMbox({ query: { filename: "a.mbox" } }, { bytes: Buffer.from(mail) });
	await server.ctx.jobs.drain();
});
afterAll(() => server.close());

it("never unsubscribes from mail that is suspicious", async () => {
	const api = ada.client(unsubscriberContract);
	const { items } = await api.listSubscriptions({ query: { view: "all" } });
	const found = items.map(({ name, isSuspicious, unsubscribe }) => [name, isSuspicious, unsubscribe.method]).sort();
	expect(found).toEqual([
		["PayPal", true, "none"],
		["Shop", false, "web"],
	]);
	const phishing = items.find(({ isSuspicious }) => isSuspicious);
	await api.unsubscribe({ body: { subscriptions: [phishing?.id ?? ""], mode: "unsubscribe" } });
	await server.ctx.jobs.drain();
	const attempts = (await api.listAttempts({ query: {} })).items;
	expect(attempts.map(({ state, reason, address }) => [state, reason, address])).toEqual([
		["failed", "suspicious", null],
	]);
});
