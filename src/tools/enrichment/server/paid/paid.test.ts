import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { settingsContract } from "#shared/contracts/settings.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { enrichmentContract } from "../../contract.ts";
import { type PaidSourceId, paidSourceIds } from "../../fields.ts";
import { paidSources } from "./sources.ts";

const KEY = "secret-key-1234";

let service: Server;
let origin: string;
/** What was requested, with the key. */
let requests: { method: string; url: string; key: string; body: string }[] = [];
let reply: { status: number; body: unknown } = { status: 404, body: "" };
let server: TestServer;
let user: TestUser;

beforeAll(async () => {
	service = createServer((request, response) => {
		const { method = "", url = "", headers } = request;
		const chunks: Buffer[] = [];
		request.on("data", (chunk: Buffer) => chunks.push(chunk));
		request.on("end", () => {
			requests.push({ method, url, key: String(headers["x-api-key"]), body: Buffer.concat(chunks).toString() });
			response.writeHead(reply.status, { "content-type": "application/json" });
			response.end(typeof reply.body === "string" ? reply.body : JSON.stringify(reply.body));
		});
	});
	await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
	origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
	server = await startTestServer({ env: { ALLOW_PRIVATE_HOSTS: "on" } });
});
afterAll(async () => {
	await server.close();
	await new Promise((resolve) => service.close(resolve));
});
beforeEach(async () => {
	user = await server.signUp();
	requests = [];
});

const api = () => user.client(enrichmentContract);
const turnOn = (sources: PaidSourceId[]) =>
	user.client(settingsContract).updateSettings({ params: { section: "enrichment" }, body: { paidSources: sources } });

/** What a source says when its service answers so. */
async function ask(source: PaidSourceId, body: unknown, status = 200): Promise<Record<string, string>> {
	reply = { status, body };
	await api().setSourceKey({ body: { source, key: KEY } });
	const question = { ownerId: user.ownerId, email: "ann@leeco.com", isBackground: false };
	const { observations } = await paidSources(origin)[source].ask(server.ctx, question);
	return Object.fromEntries(observations.map(({ field, value }) => [field, value]));
}

describe("a paid source", () => {
	it("reads Hunter's person", async () => {
		const data = {
			...{ name: { fullName: "Ann Lee" }, location: "Oslo, Norway", phone: null, site: "leeco.com" },
			...{
				employment: { name: "LeeCo", title: "CTO" },
				twitter: { handle: "annlee" },
				linkedin: { handle: "ann-lee" },
			},
		};
		expect(await ask("hunter", { data })).toEqual({
			...{ fullName: "Ann Lee", company: "LeeCo", position: "CTO", location: "Oslo, Norway" },
			...{ linkedIn: "https://www.linkedin.com/in/ann-lee", twitter: "https://x.com/annlee" },
			website: "https://leeco.com",
		});
		expect(requests).toEqual([{ method: "GET", url: "/v2/people/find?email=ann%40leeco.com", key: KEY, body: "" }]);
	});

	it("reads the person of People Data Labs, without what the plan hides", async () => {
		const data = {
			...{ full_name: "ann lee", job_company_name: "leeco", job_title: "cto", location_name: true },
			...{
				mobile_phone: true,
				linkedin_url: "linkedin.com/in/ann-lee",
				twitter_url: null,
				job_company_website: "leeco.com",
			},
		};
		expect(await ask("people-data-labs", { status: 200, likelihood: 9, data })).toEqual({
			...{ fullName: "Ann Lee", company: "leeco", position: "cto", website: "https://leeco.com" },
			linkedIn: "https://www.linkedin.com/in/ann-lee",
		});
		expect(requests[0]).toMatchObject({ url: "/v5/person/enrich?email=ann%40leeco.com&min_likelihood=6", key: KEY });
	});

	it("reads Apollo's match", async () => {
		const person = {
			...{ name: "Ann Lee", title: "CTO", city: "Oslo", state: null, country: "Norway" },
			...{
				linkedin_url: "http://www.linkedin.com/in/ann-lee",
				organization: { name: "LeeCo", website_url: "http://leeco.com" },
			},
		};
		expect(await ask("apollo", { person })).toEqual({
			...{
				fullName: "Ann Lee",
				company: "LeeCo",
				position: "CTO",
				location: "Oslo, Norway",
				website: "http://leeco.com",
			},
			linkedIn: "https://www.linkedin.com/in/ann-lee",
		});
		const body = JSON.stringify({ email: "ann@leeco.com" });
		expect(requests).toEqual([{ method: "POST", url: "/api/v1/people/match", key: KEY, body }]);
	});

	it.each(paidSourceIds)("%s knows nobody, refuses, is out of credits, or sends nonsense", async (source) => {
		expect(await ask(source, "", 404)).toEqual({});
		for (const body of [
			{},
			{ data: null, person: null },
			{ data: [1], person: "x" },
			{ data: { name: 5 }, person: { name: {} } },
		])
			expect(await ask(source, body)).toEqual({});
		for (const status of [401, 403])
			await expect(ask(source, "", status)).rejects.toMatchObject({ code: "source-refused" });
		for (const status of [402, 429])
			await expect(ask(source, "", status)).rejects.toMatchObject({ code: "source-busy" });
		for (const body of ["<html>", "[]", "null"])
			await expect(ask(source, body)).rejects.toMatchObject({ code: "source-failed" });
		await expect(ask(source, "", 500)).rejects.toMatchObject({ code: "source-failed" });
		// The key is sent to nobody else.
		await expect(ask(source, "", 302)).rejects.toMatchObject({ code: "source-failed" });
	});
});

describe("keys", () => {
	it("are stored encrypted, per user, and never shown", async () => {
		await api().setSourceKey({ body: { source: "hunter", key: KEY } });
		expect(await api().listSourceKeys({})).toEqual({ sources: ["hunter"] });
		const rows = await server.ctx.database.query<{ api_key: Buffer }>("select api_key from enrichment_keys", []);
		expect(rows).not.toEqual([]);
		for (const row of rows) expect(row.api_key.toString("latin1")).not.toContain(KEY);
		const other = await server.signUp();
		expect(await other.client(enrichmentContract).listSourceKeys({})).toEqual({ sources: [] });
		await expect(api().setSourceKey({ body: { source: "hunter", key: "two words" } })).rejects.toMatchObject({
			status: 400,
		});
	});

	it("turn their source off when they are removed", async () => {
		await api().setSourceKey({ body: { source: "hunter", key: KEY } });
		await turnOn(["hunter", "apollo"]);
		await api().deleteSourceKey({ query: { source: "hunter" } });
		expect(await api().listSourceKeys({})).toEqual({ sources: [] });
		const { settings } = await user.client(settingsContract).getSettings({});
		expect(settings.enrichment?.paidSources).toEqual(["apollo"]);
	});
});

describe("paid sources", () => {
	const askedAbout = async (email: string) => (await api().enrichEmail({ body: { email } })).asked;

	it("are asked only if they are on, and say what is missing", async () => {
		expect(await askedAbout("ann@leeco.com")).toMatchObject([{ source: "own-mail" }]);
		await turnOn(["apollo"]);
		expect(await askedAbout("ann@leeco.com")).toMatchObject([
			{ source: "own-mail" },
			{ source: "apollo", state: "failed", detail: "Enter your API key under Sources." },
		]);
	});

	it("are not asked about people on the suppression list, nor about lists", async () => {
		await turnOn(["apollo"]);
		await server.ctx.database.exec(
			"insert into suppressions (owner_id, target, source, reason, created_at) values ($1, 'no@leeco.com', 'manual', '', now())",
			[user.ownerId],
		);
		expect(await askedAbout("no@leeco.com")).toHaveLength(1);
		await api().enrichList({ body: { name: "List", emails: ["bob@leeco.com"] } });
		await server.ctx.jobs.drain();
		const { items } = await api().listEnrichments({ query: { q: "bob@" } });
		expect(items[0]?.asked.map(({ source }) => source)).toEqual(["own-mail"]);
	});
});
