import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { settingsContract } from "#shared/contracts/settings.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { wholeList } from "#web/lib/api/all-pages.ts";
import { type EnrichmentList, enrichmentContract } from "../../contract.ts";
import { mboxOf } from "../testing/messages.ts";
import { EXPORT_COLUMNS } from "./export.ts";

let server: TestServer;
let ada: TestUser;

const signature = "Hello\n\nBest regards,\nJane van Dyke\nHead of Sales\nNewfirm GmbH\nTel.: +49 30 901820\n";

beforeAll(async () => {
	server = await startTestServer();
	ada = await server.signUp();
	const messages = [10, 20, 30].map((days) => ({
		...{ from: "Jane van Dyke <jane@newfirm.test>", date: new Date(Date.now() - days * 86_400_000), text: signature },
	}));
	await ada.client(accountsContract).importMbox({ query: { filename: "ada.mbox" } }, { bytes: mboxOf(messages) });
	await server.ctx.jobs.drain();
});
afterAll(() => server.close());

const client = (user = ada) => user.client(enrichmentContract);
const upload = (text: string, user = ada): Promise<EnrichmentList> =>
	client(user).enrichFile({ query: { filename: "people.csv" } }, { bytes: new TextEncoder().encode(text) });
async function exported(id: string): Promise<Record<string, string>[]> {
	const reply = await client().exportEnrichmentList({ params: { id } });
	expect(reply.headers.get("content-disposition")).toContain('filename="email-enrichment.csv"');
	return parse(await reply.text(), { bom: true, columns: true });
}

const file = [
	"Name;E-mail;Remark",
	"Jane;JANE@newfirm.test;=SUM(1)",
	"Nobody;nobody@nowhere.test;",
	"Jane again;jane@newfirm.test;twice",
	";;empty",
	"Odd;a@b;x",
].join("\r\n");

it("the people of a file are looked up, and exported with its columns", async () => {
	const started = await upload(file);
	expect(started).toMatchObject({
		name: "people.csv",
		columns: ["Name", "E-mail", "Remark"],
		skippedRows: 1,
		duplicates: 1,
	});
	await server.ctx.jobs.drain();
	const list = await client().getEnrichmentList({ params: { id: started.id } });
	expect(list.batch).toMatchObject({ state: "done", total: 4, failed: 1, outcomes: { found: 2, nothing: 1 } });
	const rows = await exported(started.id);
	expect(Object.keys(rows[0] ?? {})).toEqual([...EXPORT_COLUMNS, "Name", "E-mail", "Remark"]);
	expect(rows.map((row) => [row.Email, row.Found, row["Full Name"], row.Company, row.Name, row.Remark])).toEqual([
		["jane@newfirm.test", "Yes", "Jane van Dyke", "Newfirm GmbH", "Jane", "'=SUM(1)"],
		["nobody@nowhere.test", "No", "", "", "Nobody", ""],
		["jane@newfirm.test", "Yes", "Jane van Dyke", "Newfirm GmbH", "Jane again", "twice"],
		["a@b", "No", "", "", "Odd", "x"],
	]);
	expect(rows[0]).toMatchObject({ Position: "Head of Sales", Phone: "+49 30 901820", Sources: "own-mail" });
	expect((await client().listEnrichmentLists()).items.map(({ id }) => id)).toEqual([started.id]);
});

it("are all listed page by page", async () => {
	for (const name of ["1 contact", "Another", "A third"])
		await client().enrichList({ body: { name, emails: ["nobody@nowhere.test"] } });
	await server.ctx.jobs.drain();
	const all = await client().listEnrichmentLists({ query: { limit: 200 } });
	expect(all.items.length).toBeGreaterThan(2);
	const paged = await wholeList((cursor) => client().listEnrichmentLists({ query: { limit: 2, cursor } }));
	expect(paged.items).toEqual(all.items);
});

it("the details of people who opt out are in no export", async () => {
	const { id } = await client().enrichList({ body: { name: "2 contacts", emails: ["jane@newfirm.test", "x@y.test"] } });
	await server.ctx.jobs.drain();
	expect(await exported(id)).toMatchObject([{ Found: "Yes", Company: "Newfirm GmbH" }, { Found: "No" }]);
	await client().optOut({ body: { email: "jane@newfirm.test" } });
	expect(await exported(id)).toMatchObject([{ Found: "No", Company: "", Note: "Deleted" }, { Found: "No" }]);
	const again = await client().enrichList({ body: { name: "1 contact", emails: ["jane@newfirm.test"] } });
	await server.ctx.jobs.drain();
	expect(await exported(again.id)).toMatchObject([{ Found: "No", Note: expect.stringContaining("opted out") }]);
	await client().optIn({ query: { email: "jane@newfirm.test" } });
});

it("belongs to its user, and is deleted", async () => {
	const { id } = await upload(file);
	const bea = await server.signUp();
	await expect(client(bea).getEnrichmentList({ params: { id } })).rejects.toMatchObject({ status: 404 });
	await expect(client(bea).exportEnrichmentList({ params: { id } })).rejects.toMatchObject({ status: 404 });
	await client().deleteEnrichmentList({ params: { id } });
	await expect(client().getEnrichmentList({ params: { id } })).rejects.toMatchObject({ status: 404 });
});

it.each([
	["PK\u0003\u0004 zip", "not-a-table"],
	["name,age\nAnn,5\n", "no-emails"],
	[`email\n${"a@b.test\n".repeat(10_001)}`, "too-many-rows"],
])("refuses %.12s", async (text, code) => {
	await expect(upload(text)).rejects.toMatchObject({ status: 400, code });
});

it("asks the public sources that were on at the start; one that limits requests is asked again later", async () => {
	const user = await server.signUp();
	const { net } = server.ctx;
	const { http } = net;
	const asked: string[] = [];
	net.http = async (url) => {
		asked.push(url);
		return { status: 429, headers: new Headers(), body: new Uint8Array(), url };
	};
	try {
		const choose = (publicSources: string[]) =>
			user.client(settingsContract).updateSettings({ params: { section: "enrichment" }, body: { publicSources } });
		await choose(["gravatar"]);
		const { id, publicSources } = await client(user).enrichList({
			body: { name: "Gina", emails: ["gina@public.test"] },
		});
		expect(publicSources).toEqual(["gravatar"]);
		await choose([]);
		await vi.waitFor(
			async () => {
				const [row] = await server.ctx.work.items({ ownerId: user.ownerId, id }, { after: null, limit: 1 });
				expect([asked.length, row?.state]).toEqual([1, "waiting"]);
			},
			{ timeout: 60_000 },
		);
		expect((await client(user).pauseEnrichmentList({ params: { id } })).batch.state).toBe("paused");
		expect((await client(user).resumeEnrichmentList({ params: { id } })).batch.state).toBe("active");
		expect((await client(user).cancelEnrichmentList({ params: { id } })).batch).toMatchObject({
			...{ state: "cancelled", done: 0 },
		});
	} finally {
		net.http = http;
	}
});
