import { afterAll, beforeAll, expect, it } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { contactsContract } from "../contract.ts";

let server: TestServer;
let ada: TestUser;

/** Two wrote at the same time. */
const days = { "a.test": 3, "b.test": 5, "c.test": 5, "d.test": 9 };

beforeAll(async () => {
	server = await startTestServer();
	ada = await server.signUp();
	const letters = Object.entries(days).map(([domain, day]) => {
		const date = new Date(Date.UTC(2026, 0, day, 12)).toUTCString();
		const head = [`From: Jo <jo@${domain}>`, "To: ada@example.org", "Subject: Hi", `Message-ID: <1@${domain}>`];
		return [`From x@x.test Mon Jan  ${day} 12:00:00 2026`, ...head, `Date: ${date}`, "", "Hello", ""].join("\n");
	});
	const bytes = new TextEncoder().encode(letters.join("\n"));
	await ada.client(accountsContract).importMbox({ query: { filename: "ada.mbox" } }, { bytes });
	await server.ctx.jobs.drain();
	// They never wrote.
	const rows = ["y.test", "x.test", "z.test"].map((domain) => ({ emails: [`jo@${domain}`], name: "Jo" }));
	await ada.client(contactsContract).importContacts({ body: { rows } });
	await ada.client(contactsContract).listContacts({ query: {} });
	await server.ctx.jobs.drain();
});
afterAll(() => server.close());

it("are all reached page by page, with their number", async () => {
	const client = ada.client(contactsContract);
	const seen: string[] = [];
	for (let cursor: string | undefined; ; ) {
		const page = await client.listOrganizations({ query: { limit: 2, cursor } });
		expect([page.total, page.items.length <= 2]).toEqual([7, true]);
		seen.push(...page.items.map(({ organization }) => organization));
		if (page.nextCursor === null) break;
		cursor = page.nextCursor;
	}
	expect(seen).toEqual(["d.test", "b.test", "c.test", "a.test", "x.test", "y.test", "z.test"]);
	expect(await client.listOrganizations({ query: { q: "x.test", limit: 2 } })).toMatchObject({
		...{ total: 1, nextCursor: null },
	});
	await expect(client.listOrganizations({ query: { cursor: "x" } })).rejects.toMatchObject({ code: "bad-cursor" });
});
