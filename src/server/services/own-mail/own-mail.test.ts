import { afterAll, beforeAll, expect, it } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { createSeenSelectors, readAuthResults } from "./authentication.ts";
import { messagesFrom, namesOf } from "./messages.ts";
import { lastReceived, readFolderStats } from "./senders.ts";

let server: TestServer;
let ada: TestUser;

const message = (day: number, from: string, headers: readonly string[] = []): string =>
	[
		`From x Sun Nov ${day} 10:00:00 2026`,
		...[`Authentication-Results: mx.test; dkim=pass header.d=shop.test header.s=s${day}`, `From: ${from}`],
		...["To: ada@example.org", `Subject: Day ${day}`, `Date: ${day} Nov 2026 10:00:00 +0000`, ...headers],
		...["", "Hello", "", ""],
	].join("\n");

beforeAll(async () => {
	server = await startTestServer();
	ada = await server.signUp();
	const mail = [
		...[message(10, "Ann <ann@shop.test>"), message(11, "Ann Lee <ann@shop.test>")],
		message(12, "Ann Lee <ann@shop.test>", ["List-Id: <news.shop.test>"]),
		...[message(13, "Fake <ann@shop.test>", ["X-Gmail-Labels: Spam"]), message(9, "Bob <bob@mail.shop.test>")],
	].join("");
	await ada.client(accountsContract).importMbox({ query: { filename: "a.mbox" } }, { bytes: Buffer.from(mail) });
	await server.ctx.jobs.drain();
});
afterAll(() => server.close());

it("knows the names and messages of an address, spam aside", async () => {
	const { database } = server.ctx;
	const names = await namesOf(database, ada.ownerId, "ann@shop.test");
	expect(names.map(({ name, count }) => [name, count])).toEqual([
		["Ann Lee", 2],
		["Ann", 1],
	]);
	const subjects = async (isPersonal: boolean) =>
		(await messagesFrom(database, ada.ownerId, "ann@shop.test", { limit: 5, isPersonal })).map((one) => one.subject);
	expect(await subjects(false)).toEqual(["Day 12", "Day 11", "Day 10"]);
	expect(await subjects(true)).toEqual(["Day 11", "Day 10"]);
	const last = await lastReceived(database, ada.ownerId, ["ann@shop.test", "nobody@shop.test"]);
	expect([...last]).toEqual([["ann@shop.test", new Date("2026-11-12T10:00:00Z")]]);
});

it("counts an address, or a domain with its subdomains, by the role of the folder", async () => {
	const stats = async (address: string | null) =>
		(await readFolderStats(server.ctx.database, ada.ownerId, { address, domain: "shop.test" }))
			.map(({ role, count }) => [role === "spam" ? role : "received", count])
			.sort();
	expect(await stats("ann@shop.test")).toEqual([
		["received", 3],
		["spam", 1],
	]);
	expect(await stats(null)).toEqual([
		["received", 4],
		["spam", 1],
	]);
	expect(await readFolderStats(server.ctx.database, "another", { address: null, domain: "shop.test" })).toEqual([]);
});

it("reads the authentication of the latest messages, for selectors without spam", async () => {
	const { database } = server.ctx;
	const sender = { address: null, domain: "shop.test" };
	const roles = ["inbox", "archive", "custom", "spam"] as const;
	const results = async (addresses: number) =>
		(await readAuthResults(database, ada.ownerId, sender, { addresses, messages: 1, roles })).map(
			(one) => /header\.s=(\w+)/.exec(one.results ?? "")?.[1],
		);
	expect(await results(1)).toEqual(["s13"]);
	expect(await results(2)).toEqual(["s13", "s9"]);
	const selectorsOf = await createSeenSelectors(database, ada.ownerId);
	expect([await selectorsOf("shop.test"), await selectorsOf("other.test")]).toEqual([["s12"], []]);
});
