import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startDns, type TestDns } from "#test/dns/dns.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { workbookOf } from "#test/workbook.ts";
import { wholeList } from "#web/lib/api/all-pages.ts";
import { type FileBatch, validatorContract } from "../../contract.ts";
import { EXPORT_COLUMNS } from "../../export-columns.ts";
import type { RowFilter } from "../../row-filter.ts";
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
async function exportedBytes(id: string, query: RowFilter = {}): Promise<Buffer> {
	const reply = await client().exportFileBatch({ params: { id }, query });
	expect(reply.headers.get("content-disposition")).toMatch(/filename="email-validation-[\w-]+\.csv"/);
	return Buffer.from(await reply.arrayBuffer());
}
async function exported(id: string, delimiter = ",", query: RowFilter = {}): Promise<string[][]> {
	return parse(await exportedBytes(id, query), { bom: true, relax_column_count: true, delimiter });
}
/** Columns of the results. */
const ADDED = EXPORT_COLUMNS.length;

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
			...{ error: null, batch: { state: "done", total: 6, outcomes: { invalid: 2, unknown: 3, left_out: 1 } } },
		});
		const { items } = await client().listFileRows({ params: { id }, query: {} });
		expect(items.map(({ line, email, duplicateOf }) => [line, email, duplicateOf])).toEqual([
			[2, "ann@good.test", null],
			[3, "bob@missing.test", null],
			[4, "", null],
			[5, "ann+x@good.test", 2],
			[6, "di@servfail.test", null],
			[7, "not an address", null],
		]);
		const [head, ...rows] = await exported(id, ";");
		expect(head).toEqual(["Name", "E-mail", "Note", ...EXPORT_COLUMNS]);
		const at = (row: string[] | undefined) => row?.slice(0, -1);
		expect(at(rows[0])).toEqual([
			...["Ann", "ann@good.test", "'=HYPERLINK(1)", "ann@good.test", "Unknown", "unknown"],
			...["Domain works; mailbox not checked", "Unknown", "Unknown", "good.test", "Yes", "Yes", "Yes", "80", ""],
		]);
		expect(at(rows[1])).toEqual([
			...["Lee; Bob", "Bob <bob@missing.test>", "two\nlines", "bob@missing.test", "No", "invalid", "Domain not found"],
			...["No", "High", "missing.test", "No", "No", "No", "0", ""],
		]);
		expect(rows[2]?.slice(0, 7)).toEqual(["", "", "", "", "Unknown", "not checked", "Blank line"]);
		expect(rows[3]?.slice(0, 4)).toEqual(["Cy", "ann+x@good.test", "+49 30", "ann+x@good.test"]);
		expect(at(rows[4])).toEqual([
			...["Di", "di@servfail.test", "", "di@servfail.test", "Unknown", "unknown", "Temporary failure", "Unknown"],
			...["Unknown", "servfail.test", "Unknown", "Unknown", "Unknown", "50", ""],
		]);
		expect(rows).toHaveLength(6);
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
		const rows = await exported(id);
		expect(rows).toHaveLength(1_201);
		expect(rows.at(-1)?.slice(4, 6)).toEqual(["not checked", file.error]);
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

/** A file without what was added to its rows. */
function withoutResults(bytes: Buffer, encoding: string, delimiter: string): string {
	const text = new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
	// Results have no line breaks, and are quoted only where they have the delimiter.
	return text.replace(
		new RegExp(`(?:${delimiter}(?:"[^"\\r\\n]*"|[^${delimiter}"\\r\\n]*)){${ADDED}}(?=\\r\\n|\\n|\\r|$)`, "g"),
		"",
	);
}

describe("an export is the file", () => {
	const people = [
		"Name;E-mail;Joined;Phone;Note",
		'Jörg;joerg@good.test;2026-01-02;+49 30 1234;"a ""quoted"" note"',
		'"Zoé; Müller";zoe@missing.test;02.01.2026;0049;"two\r\nlines"',
		"",
		"007;noreply@plain.test;;-5;-3,50 €",
		";;;;",
		"  Bob ;bob@good.test;00012;+1;1e5",
		"Ann;joerg@good.test;x;y;z",
		"Eve;;no;address;",
	];
	const encoded: Record<string, (text: string) => Buffer> = {
		"utf-8": (text) => Buffer.from(text),
		"utf-8 with a mark": (text) => Buffer.from(`\ufeff${text}`),
		"utf-16le": (text) => Buffer.from(`\ufeff${text}`, "utf16le"),
		"utf-16be": (text) => Buffer.from(`\ufeff${text}`, "utf16le").swap16(),
		"windows-1252": (text) => Buffer.from(text.replaceAll("€", "\x80"), "latin1"),
	};
	it.each(
		Object.entries(encoded).flatMap(([name, encode]) =>
			["\r\n", "\n"].flatMap((end) => [true, false].map((hasEnd) => [name, end, hasEnd, encode] as const)),
		),
	)("in %s with lines that end with %j (the last one: %j)", async (name, end, hasEnd, encode) => {
		const text = people.join(end) + (hasEnd ? end : "");
		const bytes = encode(text);
		const { id } = await upload(new Uint8Array(bytes));
		const file = await finished(id);
		expect(file).toMatchObject({
			error: null,
			skippedRows: 3,
			duplicates: 1,
			batch: { total: 8, outcomes: { left_out: 3 } },
		});
		const encoding = name.split(" ")[0] ?? "";
		const result = await exportedBytes(id);
		// A shorter row is filled up, so that results are in the same columns everywhere.
		const filled = encode(text.replace(`${end}${end}`, `${end};;;;${end}`));
		expect(encode(withoutResults(result, encoding, ";").replace(/^\ufeff/, ""))).toEqual(filled);
	});

	it("with a separator line, tabs, one column, or no header", async () => {
		for (const [delimiter, text] of [
			[";", "sep=;\r\nmail;n\r\nann@good.test;1\r\n"],
			["\t", "mail\tn\tm\nann@good.test\t1\t2\nbob@good.test\t1\t2"],
			[",", "ann@good.test\nbob@good.test\n\n\n"],
			[",", "1,ann@good.test\n2,bob@good.test\n"],
		] as const) {
			const { id } = await upload(text, "list.txt");
			expect(await finished(id)).toMatchObject({ error: null });
			expect(withoutResults(await exportedBytes(id), "utf-8", delimiter)).toBe(text);
		}
	});

	it("says why each row was left out, and lists them", async () => {
		const { id } = await upload(people.join("\r\n"));
		await finished(id);
		const { items } = await client().listFileRows({ params: { id }, query: { status: "left_out" } });
		expect(items.map(({ line, leftOut, verdict }) => [line, leftOut, verdict])).toEqual([
			[4, "blank-line", null],
			[6, "blank-line", null],
			[9, "no-address", null],
		]);
		const left = await exported(id, ";", { status: "left_out" });
		expect(left.slice(1).map((row) => row.at(8))).toEqual(["Blank line", "Blank line", "No address in the column"]);
	});

	it("blames no address for another one in its cell, and reads text that a spreadsheet keeps as text", async () => {
		const cells = ['"ann@good.test, bob@good.test"', '"=""bob@missing.test"""', '"Lee; Ann <ann@good.test>"'];
		const { id } = await upload(`Name,Email\n${cells.map((cell) => `x,${cell}\n`).join("")}`);
		await finished(id);
		const { items } = await client().listFileRows({ params: { id }, query: {} });
		expect(items.map(({ email, leftOut, verdict }) => [email, leftOut ?? verdict?.reason])).toEqual([
			["ann@good.test, bob@good.test", "several-addresses"],
			["bob@missing.test", "domain-not-found"],
			["ann@good.test", "accepts-mail"],
		]);
	});

	it("has only rows of a status or reason where that is asked for", async () => {
		const { id } = await upload("Name,Email\nAnn,ann@good.test\nBob,bob@missing.test\nCy,sales@plain.test\n");
		await finished(id);
		const names = async (query: RowFilter) => (await exported(id, ",", query)).map(([name]) => name);
		expect(await names({ status: "invalid" })).toEqual(["Name", "Bob"]);
		expect(await names({ status: "valid" })).toEqual(["Name"]);
		expect(await names({ reason: "role" })).toEqual(["Name", "Cy"]);
		expect(await names({ status: "not_checked" })).toEqual(["Name"]);
		const { items } = await client().listFileRows({ params: { id }, query: { reason: "domain-not-found" } });
		expect(items.map(({ email }) => email)).toEqual(["bob@missing.test"]);
		expect((await client().getFileBatch({ params: { id } })).reasons).toEqual({
			...{ "accepts-mail": 1, "domain-not-found": 1, role: 1 },
		});
	});

	it("has duplicates as rows with the line of the first, where they are left out", async () => {
		const bytes = new TextEncoder().encode("Email\nann@good.test\nAnn+x@good.test\nbob@good.test\n");
		const { id } = await client().validateFile({ query: { filename: "d.csv", duplicates: "leave_out" } }, { bytes });
		expect(await finished(id)).toMatchObject({ duplicates: 1, batch: { outcomes: { unknown: 2, left_out: 1 } } });
		expect((await exported(id)).map((row) => row[4])).toEqual([
			...["Reason", "Domain works; mailbox not checked", "Duplicate of line 2", "Domain works; mailbox not checked"],
		]);
	});

	it("is a spreadsheet where that was uploaded, with the results in its rows", async () => {
		const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
		const row = (n: number, code: string, mail: string) =>
			`<row r="${n}">${cell(`A${n}`, code)}${cell(`B${n}`, mail)}</row>`;
		const bytes = workbookOf({
			Notes: row(1, "x", "y"),
			People: row(1, "Code", "E-mail") + row(2, "007", "ann@good.test") + row(4, "008", "bob@missing.test"),
		});
		const { sheets } = await client().inspectSpreadsheet({}, { bytes });
		expect(sheets.map(({ name, emailColumn }) => [name, emailColumn])).toEqual([
			["Notes", null],
			["People", 1],
		]);
		const { id } = await client().validateFile({ query: { filename: "people.xlsx" } }, { bytes });
		expect(await finished(id)).toMatchObject({
			...{ isSpreadsheet: true, columns: ["Code", "E-mail"], emailColumn: 1, skippedRows: 1, error: null },
			batch: { outcomes: { unknown: 1, invalid: 1, left_out: 1 } },
		});
		const sheetOf = async (query: RowFilter) => {
			const reply = await client().exportSpreadsheet({ params: { id }, query });
			expect(reply.headers.get("content-disposition")).toMatch(/filename="email-validation-[\w-]+\.xlsx"/);
			const again = { bytes: new Uint8Array(await reply.arrayBuffer()) };
			return (await client().inspectSpreadsheet({}, again)).sheets[1];
		};
		const whole = await sheetOf({});
		expect(whole?.columns).toEqual(["Code", "E-mail", ...EXPORT_COLUMNS]);
		expect(whole?.sample.map((cells) => [cells[0], cells[1], cells[4], cells[5]])).toEqual([
			["007", "ann@good.test", "unknown", "Domain works; mailbox not checked"],
			["", "", "not checked", "Blank line"],
			["008", "bob@missing.test", "invalid", "Domain not found"],
		]);
		expect((await sheetOf({ status: "invalid" }))?.sample.map(([code]) => code)).toEqual(["008"]);
		const [head] = await exported(id);
		expect(head).toEqual(EXPORT_COLUMNS);
		const wrong = { filename: "people.xlsx", sheet: "Others" };
		await expect(client().validateFile({ query: wrong }, { bytes })).rejects.toMatchObject({ code: "bad-sheet" });
		const text = await upload("ann@good.test");
		const asSpreadsheet = client().exportSpreadsheet({ params: { id: text.id } });
		await expect(asSpreadsheet).rejects.toMatchObject({ status: 409, code: "no-spreadsheet" });
	});

	it("is the results alone where the file is gone", async () => {
		const { id } = await upload("Name,Email\nAnn,ann@good.test\n");
		await finished(id);
		await server.ctx.database.exec("delete from artifacts where id = $1", [id]);
		const [head, row] = await exported(id);
		expect(head).toEqual(EXPORT_COLUMNS);
		expect(row?.slice(0, 3)).toEqual(["ann@good.test", "Unknown", "unknown"]);
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
		const addresses = (await exported(id)).map(([email]) => email);
		expect(new Set(addresses).size).toBe(3_000);
	});

	it("cancels, keeps the rows, and deletes them on request", async () => {
		const { id } = await upload(Array.from({ length: 5_000 }, (_, i) => `c${i}@plain.test`).join("\n"));
		const { batch } = await client().cancelFileBatch({ params: { id } });
		expect(batch.state).toBe("cancelled");
		await finished(id);
		const rows = await exported(id);
		expect(rows).toHaveLength(5_000);
		for (const row of rows) expect(["unknown", "not checked"]).toContain(row[3]);
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
