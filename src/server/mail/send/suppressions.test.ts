import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { z } from "zod";
import { outgoingContract } from "#shared/contracts/outgoing.ts";
import { MAX_SUPPRESSIONS } from "#shared/mail/suppression-limits.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { allowAddress, findSuppressed, hasUnsubscribed, suppress, suppressionsCsv } from "./suppressions.ts";

let server: TestServer;
let ada: TestUser;

beforeAll(async () => {
	server = await startTestServer();
	ada = await server.signUp();
});
afterAll(() => server.close());

const client = (user = ada) => user.client(outgoingContract);
const targetsOf = async (query: z.input<typeof outgoingContract.listSuppressions.query>) =>
	(await client().listSuppressions({ query })).items.map(({ target }) => target);

test("a list is imported, found in parts, exported and changed", async () => {
	const now = new Date("2026-03-02T10:00:00Z");
	const left = { target: "left@a.example", source: "unsubscribe" as const, reason: "=2+2" };
	await suppress(server.ctx.database, ada.ownerId, left, { now });
	const targets = ["Bob@B.example", "bob@b.example", "*.müller.example", "LEFT@a.example", "no address", "x@"];
	expect(await client().importSuppressions({ body: { targets } })).toEqual({
		added: 2,
		known: 1,
		invalid: ["no address", "x@"],
	});
	const all = ["bob@b.example", "left@a.example", "xn--mller-kva.example"];
	expect(await targetsOf({})).toEqual(all);
	expect(await targetsOf({ q: "B.EX" })).toEqual(["bob@b.example"]);
	expect(await targetsOf({ q: "%" })).toEqual([]);
	expect(await targetsOf({ source: "unsubscribe" })).toEqual(["left@a.example"]);

	const first = await client().listSuppressions({ query: { limit: 2 } });
	expect([first.items.length, first.total]).toEqual([2, 3]);
	expect(await targetsOf({ limit: 2, cursor: first.nextCursor ?? "" })).toEqual(all.slice(2));

	const file = await client().exportSuppressions({ query: {} });
	expect(file.headers.get("content-disposition")).toContain("suppression-list.csv");
	const rows = parse(await file.text(), { columns: true }) as Record<string, string>[];
	expect(rows.map((row) => row["Address or domain"])).toEqual(all);
	// A cell that a spreadsheet would evaluate.
	expect(rows[1]).toMatchObject({ Source: "unsubscribe", Reason: "'=2+2", "Added at": now.toISOString() });

	for (const page of [1, 2, 3]) {
		const lines: string[] = [];
		for await (const line of suppressionsCsv(server.ctx.database, ada.ownerId, {}, page)) lines.push(line);
		expect(lines.slice(1).map((line) => line.split(",")[0])).toEqual(all);
	}

	await client().removeSuppression({ query: { target: "MÜLLER.example" } });
	expect(await targetsOf({})).toEqual(all.slice(0, 2));
});

test("refuses more in one request than it can add at once", async () => {
	const targets = Array.from({ length: MAX_SUPPRESSIONS + 1 }, (_, n) => `${n}.example`);
	await expect(client().importSuppressions({ body: { targets } })).rejects.toMatchObject({ status: 400 });
	expect(await targetsOf({ q: "0.example" })).toEqual([]);
});

test("belongs to one user", async () => {
	const bea = await server.signUp();
	await client(bea).importSuppressions({ body: { targets: ["carl@c.example"] } });
	expect((await client(bea).listSuppressions({ query: {} })).total).toBe(1);
	expect(await targetsOf({ q: "carl" })).toEqual([]);
	expect(await (await client(bea).exportSuppressions({ query: {} })).text()).not.toContain("left@");
});

test.each([
	["p12", "ann@müller-x.example", ["ann@müller-x.example", "Ann@MÜLLER-X.example", "ann@xn--mller-x-n2a.example"]],
	["p15", "post@straße-x.example", ["post@straße-x.example", "post@STRAßE-X.example", "post@xn--strae-x-3va.example"]],
	["stored with A-labels", "bob@xn--bcher-kva.example", ["bob@bücher.example", "bob@bu\u0308cher.example"]],
	["stored with an invisible letter", "cem\u200e@c.example", ["cem@c.example", "c\u00adem@c.example"]],
	["looked up with one", "dee@d.example", ["dee\u2060@d.example", "\u202adee@d.example\u202c", "dee@d\u00ad.example"]],
	["a domain", "例え.テスト", ["x@例え。テスト", "x@mail.xn--r8jz45g.xn--zckzah"]],
	["quoted without need", "eve.lee@e.example", ['"eve.lee"@e.example', "eve.lee@E.example."]],
])("kind 4: what is suppressed is found in every spelling: %s", async (_, target, addresses) => {
	const { database } = server.ctx;
	const { ownerId } = await server.signUp();
	await suppress(database, ownerId, { target, source: "unsubscribe", reason: null }, { now: new Date() });
	expect([...(await findSuppressed(database, ownerId, addresses)).keys()]).toEqual(addresses);
	if (target.includes("@"))
		for (const address of addresses)
			expect([address, await hasUnsubscribed(database, ownerId, address)]).toEqual([address, true]);
	const lines: string[] = [];
	for await (const line of suppressionsCsv(database, ownerId, {})) lines.push(line);
	expect(lines[1]).toMatch(/^[!-~]+,unsubscribe/);
	expect(await allowAddress(database, ownerId, addresses.at(-1) ?? "")).toHaveLength(1);
	expect((await findSuppressed(database, ownerId, addresses)).size).toBe(0);
});
