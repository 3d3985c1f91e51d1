import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startDns, type TestDns } from "#test/dns/dns.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { wholeList } from "#web/lib/api/all-pages.ts";
import { type FileBatch, validatorContract } from "../../contract.ts";
import { EXPORT_COLUMNS } from "../../export-columns.ts";
import { zones } from "../testing/zones.ts";

let dns: TestDns;
let server: TestServer;
let ada: TestUser;

beforeAll(async () => {
	dns = await startDns(zones);
	server = await startTestServer({ env: { DNS_SERVERS: dns.server } });
	ada = await server.signUp();
});
afterAll(async () => {
	await server.close();
	await dns.close();
});

const client = () => ada.client(validatorContract);
const upload = (text: string | Uint8Array<ArrayBuffer>, filename = "list.csv"): Promise<FileBatch> => {
	const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
	return client().validateFile({ query: { filename } }, { bytes });
};
const finished = async (id: string): Promise<FileBatch> => {
	await server.ctx.jobs.drain();
	return client().getFileBatch({ params: { id } });
};
async function exported(id: string): Promise<string[][]> {
	const reply = await client().exportFileBatch({ params: { id } });
	expect(reply.headers.get("content-disposition")).toMatch(/filename="email-validation-[\w-]+\.csv"/);
	return parse(await reply.text(), { bom: true, relax_column_count: true });
}

describe("a file", () => {
	it("is validated row by row, and exported with all its columns", async () => {
		const { id } = await upload(
			[
				"Name;E-mail;Note",
				"Ann;ann@good.test;=HYPERLINK(1)",
				'"Lee; Bob";Bob <bob@missing.test>;"two\nlines"',
				";;",
				"Cy;ann+x@good.test;+49 30",
				"Di;di@servfail.test;",
				"Ed;not an address;x",
			].join("\r\n"),
			"People.csv",
		);
		const file = await finished(id);
		expect(file).toMatchObject({
			...{ filename: "People.csv", columns: ["Name", "E-mail", "Note"], emailColumn: 1, skippedRows: 1, duplicates: 1 },
			...{ error: null, batch: { state: "done", total: 5, outcomes: { invalid: 2, unknown: 3 } } },
		});
		const { items } = await client().listFileRows({ params: { id }, query: {} });
		expect(items.map(({ line, email, duplicateOf }) => [line, email, duplicateOf])).toEqual([
			[2, "ann@good.test", null],
			[3, "bob@missing.test", null],
			[5, "ann+x@good.test", 2],
			[6, "di@servfail.test", null],
			[7, "not an address", null],
		]);
		const [head, ...rows] = await exported(id);
		expect(head).toEqual([...EXPORT_COLUMNS, "Name", "E-mail", "Note"]);
		const at = (row: string[] | undefined) => row?.toSpliced(12, 1);
		expect(at(rows[0])).toEqual([
			...[
				"ann@good.test",
				"Unknown",
				"unknown",
				"Domain works; mailbox not checked",
				"Unknown",
				"Unknown",
				"good.test",
				"Yes",
				"Yes",
				"Yes",
				"80",
				"",
			],
			...["Ann", "ann@good.test", "'=HYPERLINK(1)"],
		]);
		expect(at(rows[1])).toEqual([
			...[
				"bob@missing.test",
				"No",
				"invalid",
				"Domain not found",
				"No",
				"High",
				"missing.test",
				"No",
				"No",
				"No",
				"0",
				"",
			],
			...["Lee; Bob", "Bob <bob@missing.test>", "two\nlines"],
		]);
		expect(at(rows[3])).toEqual([
			...["di@servfail.test", "Unknown", "unknown", "Temporary failure", "Unknown", "Unknown", "servfail.test"],
			...["Unknown", "Unknown", "Unknown", "50", "", "Di", "di@servfail.test", ""],
		]);
		expect(rows[2]?.at(-1)).toBe("'+49 30");
		expect(rows).toHaveLength(5);
	});

	it.each([
		["PK\x03\x04zip", "not-a-table"],
		["name,phone\nAnn,1", "no-emails"],
	])("is refused at once: %j", async (text, code) => {
		await expect(upload(text)).rejects.toMatchObject({ status: 400, code });
		expect((await client().listFileBatches()).items.map(({ filename }) => filename)).not.toContain("refused.csv");
	});

	it("that turns out broken keeps what was read, and says where it broke", async () => {
		const good = "ann@good.test,x\n".repeat(1_200);
		const { id } = await upload(`${good}bob@good.test,"open\n${"cy@good.test,x\n".repeat(40_000)}`);
		const file = await finished(id);
		expect(file.error).toBe("Row 1201 is too long. A quotation mark before it may not be closed.");
		expect(file.batch).toMatchObject({ state: "done", total: 1_200, done: 1_200 });
	});

	it("belongs to its user", async () => {
		const { id } = await upload("ann@good.test");
		const bea = (await server.signUp()).client(validatorContract);
		for (const call of [bea.getFileBatch, bea.cancelFileBatch, bea.exportFileBatch, bea.deleteFileBatch])
			await expect(call({ params: { id } })).rejects.toMatchObject({ status: 404 });
		expect((await bea.listFileBatches()).items).toEqual([]);
	});

	it("is on one of the pages of the list", async () => {
		for (const name of ["ann", "bob", "cy"]) await finished((await upload(`${name}@good.test`)).id);
		const all = await client().listFileBatches({ query: { limit: 200 } });
		expect(all.items.length).toBeGreaterThan(2);
		const paged = await wholeList((cursor) => client().listFileBatches({ query: { limit: 2, cursor } }));
		expect(paged.items).toEqual(all.items);
	});
});

describe("control", () => {
	it("pauses, resumes and exports partial results; each row is validated once", async () => {
		const { id } = await upload(Array.from({ length: 3_000 }, (_, i) => `p${i}@plain.test`).join("\n"));
		const paused = await client().pauseFileBatch({ params: { id } });
		expect(paused.batch.state).toBe("paused");
		const partial = await exported(id);
		expect(partial.length).toBeGreaterThan(0);
		await client().resumeFileBatch({ params: { id } });
		expect((await finished(id)).batch).toMatchObject({ state: "done", total: 3_000, done: 3_000, failed: 0 });
		const addresses = (await exported(id)).slice(1).map(([email]) => email);
		expect(new Set(addresses).size).toBe(3_000);
	});

	it("cancels, keeps the rows, and deletes them on request", async () => {
		const { id } = await upload(Array.from({ length: 5_000 }, (_, i) => `c${i}@plain.test`).join("\n"));
		const { batch } = await client().cancelFileBatch({ params: { id } });
		expect(batch.state).toBe("cancelled");
		await finished(id);
		const rows = (await exported(id)).slice(1);
		for (const row of rows) expect(["unknown", "not checked"]).toContain(row[2]);
		await expect(client().resumeFileBatch({ params: { id } })).rejects.toMatchObject({ code: "batch-ended" });
		await client().deleteFileBatch({ params: { id } });
		await expect(client().getFileBatch({ params: { id } })).rejects.toMatchObject({ status: 404 });
		const left = await server.ctx.database.query("select 1 from work_items where batch_id = $1", [id]);
		expect(left).toEqual([]);
	});

	it("deletes a file while its rows are being validated", async () => {
		const { id } = await upload(Array.from({ length: 2_000 }, (_, i) => `d${i}@plain.test`).join("\n"));
		await client().deleteFileBatch({ params: { id } });
		await server.ctx.jobs.drain();
		expect((await client().listFileBatches()).items.map((file) => file.id)).not.toContain(id);
		expect(await server.ctx.database.query("select 1 from artifacts where id = $1", [id])).toEqual([]);
	});
});
