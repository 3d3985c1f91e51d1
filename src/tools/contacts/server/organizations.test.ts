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

it("are suggested for merging page by page, with their number", async () => {
	const letters = ["Kit Marlowe", "Ben Jonson", "Ann Askew", "Mary Sidney", "John Donne"].flatMap((name, at) => {
		const [first = ""] = name.toLowerCase().split(" ");
		return [first, `${first}.2`].map((local) => {
			const day = at < 3 ? 2 : at;
			const date = new Date(Date.UTC(2026, 1, day, 12)).toUTCString();
			const head = [`From: ${name} <${local}@poets.test>`, "To: ada@example.org", `Message-ID: <${local}@poets.test>`];
			return [
				`From x@x.test Mon Feb  ${day} 12:00:00 2026`,
				...head,
				"Subject: Hi",
				`Date: ${date}`,
				"",
				"Hello",
				"",
			].join("\n");
		});
	});
	const bytes = new TextEncoder().encode(letters.join("\n"));
	const poet = await server.signUp();
	await poet.client(accountsContract).importMbox({ query: { filename: "poets.mbox" } }, { bytes });
	await server.ctx.jobs.drain();
	const client = poet.client(contactsContract);
	await client.listContacts({ query: {} });
	await server.ctx.jobs.drain();
	const pages: string[][] = [];
	for (let cursor: string | undefined; ; ) {
		const page = await client.listMergeSuggestions({ query: { limit: 2, cursor } });
		pages.push(page.items.map(({ name }) => name));
		expect(page.total).toBe(5);
		if (page.nextCursor === null) break;
		cursor = page.nextCursor;
	}
	expect(pages).toEqual([["John Donne", "Mary Sidney"], ["Kit Marlowe", "Ben Jonson"], ["Ann Askew"]]);
	await expect(client.listMergeSuggestions({ query: { cursor: "x" } })).rejects.toMatchObject({ code: "bad-cursor" });
});
