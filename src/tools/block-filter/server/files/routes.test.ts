import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "#shared/contract.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { type FilterDraft, filtersContract } from "../../contract.ts";

let server: TestServer;
let ada: TestUser;
let filters: Client<typeof filtersContract>;

beforeAll(async () => {
	server = await startTestServer();
	ada = await server.signUp();
	filters = ada.client(filtersContract);
});
afterAll(() => server.close());

const draft = (part: Partial<FilterDraft>): FilterDraft => ({
	name: "A rule",
	ruleType: "keyword",
	ruleValue: "",
	action: "delete",
	...part,
});
const make = (part: Partial<FilterDraft>) => filters.createFilter({ body: draft(part) });

describe("rule files", () => {
	const send = async (text: string, format?: string) => {
		const path = `/api/v1/filters/read${format === undefined ? "" : `?format=${format}`}`;
		const reply = await ada.fetch(path, { method: "POST", body: text });
		return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
	};

	it("are exported and read in each format, and reading imports nothing", async () => {
		await make({ name: "Domain", ruleType: "domain", ruleValue: "example.org", action: "archive" });
		await make({ name: "Words", ruleType: "subject", ruleValue: "weekly report", action: "star" });
		for (const format of ["gmail", "sieve", "json"] as const) {
			const reply = await ada.fetch(`/api/v1/filters/export?format=${format}`);
			expect(reply.headers.get("content-disposition")).toMatch(/^attachment; filename=/);
			const { body } = await send(await reply.text());
			expect(body).toMatchObject({
				format,
				skipped: [],
				filters: [
					{ draft: { name: "Domain", ruleType: "domain", action: "archive" }, error: null, isKnown: true },
					{ draft: { name: "Words", ruleValue: "weekly report", action: "star" }, error: null, isKnown: true },
				],
			});
		}
		expect((await filters.listFilters()).items).toHaveLength(2);
	});

	it("are rejected with a reason", async () => {
		expect(await send("")).toMatchObject({ status: 400, body: { code: "bad-file" } });
		expect(await send("\0")).toMatchObject({ status: 400, body: { code: "bad-file" } });
		expect(await send("if {")).toMatchObject({
			status: 400,
			body: { code: "bad-file", detail: expect.stringContaining("line 1") },
		});
		const many = JSON.stringify(Array.from({ length: 501 }, () => draft({ ruleValue: "x" })));
		expect(await send(many)).toMatchObject({ status: 400, body: { detail: expect.stringContaining("501") } });
		const odd = JSON.stringify([draft({ ruleType: "domain", ruleValue: "no domain" })]);
		expect(await send(odd)).toMatchObject({
			body: { filters: [{ error: expect.stringContaining("not a domain"), isKnown: false }] },
		});
	});
});
