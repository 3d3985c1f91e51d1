import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { plansContract } from "#shared/contracts/plans.ts";
import { smallDemo } from "#test/demo.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { filtersContract } from "../../tools/block-filter/contract.ts";
import { presentRows } from "../platform/http/present-rows.ts";
import { soundReplyOf } from "./damaged-rows.ts";

/** A stored row that cannot be read does not break its list. */

let server: TestServer;
let ada: TestUser;

beforeAll(async () => {
	server = await startTestServer({ demo: smallDemo() });
	ada = await server.signUp();
	await ada.client(accountsContract).startDemo();
	await server.ctx.jobs.drain();
});
afterAll(() => server.close());

/** A list over HTTP, with how many of its rows were left out. */
async function list(path: string): Promise<{ ids: string[]; damaged: string | null }> {
	const response = await fetch(new URL(path, server.url), { headers: { cookie: ada.cookie } });
	expect(response.status).toBe(200);
	const { items } = (await response.json()) as { items: { id: string }[] };
	return { ids: items.map(({ id }) => id), damaged: response.headers.get("damaged-rows") };
}

it("leaves a change out of the activity whose action is damaged", async () => {
	const client = ada.client(plansContract);
	const { items } = await ada.client(emailsContract).listEmails({ query: { folder: "inbox", limit: 3 } });
	const made: string[] = [];
	for (const { id } of items) {
		const plan = await client.createPlan({ body: { action: "trash", ids: [id] } });
		await client.applyPlan({ params: { id: plan.id } });
		await server.ctx.jobs.drain();
		made.unshift(plan.id);
	}
	expect(await list("/api/v1/operations")).toEqual({ ids: made, damaged: null });
	await server.ctx.database.exec(`update operations set action = '{"type": "forget"}' where id = $1`, [made[1]]);
	expect(await list("/api/v1/operations")).toEqual({ ids: [made[0], made[2]], damaged: "1" });
});

it("leaves a damaged filter out of the list and of what acts, and keeps the others acting", async () => {
	const client = ada.client(filtersContract);
	const create = async (name: string) => {
		const conditions = { kind: "subject" as const, value: name, not: false };
		const body = { name, ruleType: "advanced" as const, conditions, action: "archive" as const };
		return (await client.createFilter({ body })).id;
	};
	const [first, second] = [await create("One"), await create("Two")];
	await server.ctx.database.exec(`update custom_filters set conditions = '{"kind": "smell"}' where id = $1`, [first]);
	expect(await list("/api/v1/filters")).toEqual({ ids: [second], damaged: "1" });
	expect((await client.exportFilters({ query: { format: "json" } })).status).toBe(200);
	await client.createFilter({ body: { name: "Three", ruleType: "sender", ruleValue: "a@b.test", action: "archive" } });
	expect((await list("/api/v1/filters")).ids).toHaveLength(2);
});

it("answers with an error when something else than a row does not fit", () => {
	const schema = z.object({ items: z.array(z.object({ id: z.string() })), total: z.number() });
	expect(soundReplyOf(schema, { items: [{ id: 7 }, { id: "a" }], total: 2 })).toMatchObject({
		data: { items: [{ id: "a" }], total: 2 },
		damaged: [expect.stringContaining("items[0]")],
	});
	expect(soundReplyOf(schema, { items: [{ id: "a" }], total: "2" })).toBeNull();
	expect(soundReplyOf(schema, { items: [{ id: 7 }], total: "2" })).toBeNull();
});

it("takes only what is stored for damaged, not an error of the database", async () => {
	const lost = Object.assign(new Error("The connection is lost"), { code: "57P01" });
	await expect(presentRows([1], () => Promise.reject(lost))).rejects.toBe(lost);
	const rows = await presentRows(["1", "{"], (text) => JSON.parse(text) as number);
	const reply = soundReplyOf(z.object({ items: z.array(z.number()) }), { items: rows });
	expect(reply).toMatchObject({ data: { items: [1] }, damaged: [expect.stringContaining("items[1]")] });
});
