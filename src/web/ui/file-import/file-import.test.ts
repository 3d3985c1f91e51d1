import { expect, it } from "vitest";
import { encodingOf } from "#shared/mail/text-encoding.ts";
import { mapRows, missingFields, suggestMapping } from "./mapping.ts";
import { delimiterOf, detectFormat, emailColumnOf, readRows, readSample } from "./table-file.ts";

const fields = [
	{ id: "email", label: "Email", kind: "email", isRequired: true, aliases: ["mail"] },
	{ id: "name", label: "Name", aliases: ["full name"] },
] as const;

const file = (text: string | Uint8Array<ArrayBuffer>) => new Blob([text]);

it("reads a spreadsheet's CSV with semicolons, quotes and line breaks within values", async () => {
	const csv = file('Name;E-Mail;Note\r\n"Vale; Robin";robin@vale.example;"two\nlines"\r\nAda;ada@vale.example;\r\n');
	const format = await detectFormat(csv);
	expect(format).toEqual({ encoding: "utf-8", delimiter: ";", hasHeader: true });
	const sample = await readSample(csv, format);
	expect(sample.columns).toEqual(["Name", "E-Mail", "Note"]);
	expect(sample.rows[0]).toEqual(["Vale; Robin", "robin@vale.example", "two\nlines"]);
	expect(suggestMapping(sample, fields)).toEqual({ email: 1, name: 0 });
});

it("reads tabs, and a plain list of addresses", async () => {
	expect(delimiterOf("a@x.example\tAnn\nb@x.example\tBob\n")).toBe("\t");
	const list = file("ann@x.example\n\nbob@x.example\r\n");
	const format = await detectFormat(list);
	expect(format).toEqual({ encoding: "utf-8", delimiter: "", hasHeader: false });
	expect((await readRows(list, format)).rows).toEqual([["ann@x.example"], ["bob@x.example"]]);
	expect((await readSample(list, format)).columns).toEqual(["Column 1"]);
});

it("recognizes what Windows and Excel write", async () => {
	expect(encodingOf(new Uint8Array([0xff, 0xfe, 0x41, 0]))).toBe("utf-16le");
	expect(encodingOf(new TextEncoder().encode("Zoë").subarray(0, 3))).toBe("utf-8");
	const latin = file(
		new Uint8Array([
			...new TextEncoder().encode("Name,Email\nZo"),
			0xeb,
			...new TextEncoder().encode(",z@x.example\n"),
		]),
	);
	const format = await detectFormat(latin);
	expect(format.encoding).toBe("windows-1252");
	expect((await readSample(latin, format)).rows).toEqual([["Zoë", "z@x.example"]]);
	const wide = file(
		new Uint8Array([0xff, 0xfe, ..."Email,Name\na@x.example,Å\n".split("").flatMap((c) => [c.charCodeAt(0), 0])]),
	);
	expect((await readSample(wide, await detectFormat(wide))).columns).toEqual(["Email", "Name"]);
});

it("does not show a row that the sample cut off", async () => {
	const long = file(`Email,Note\n${"ann@x.example,some text\n".repeat(20_000)}`);
	const sample = await readSample(long, await detectFormat(long), 50_000);
	expect(new Set(sample.rows.map((row) => row.join())).size).toBe(1);
});

it("finds the column of addresses by its content", () => {
	const columns = ["Email", "Contact"];
	expect(
		emailColumnOf({
			columns,
			rows: [
				["none", "a@x.example"],
				["", "b@x.example"],
				["", ""],
			],
		}),
	).toBe(1);
	expect(emailColumnOf({ columns, rows: [["Ann", "12"]] })).toBeNull();
	expect(suggestMapping({ columns, rows: [["7", "a@x.example"]] }, fields)).toEqual({ email: 1, name: null });
});

it("reports every row that cannot be imported, with its line", () => {
	const mapping = { email: 0, name: 1 };
	const rows = [
		["ann@x.example", "Ann"],
		["ann@", "Ann"],
		["", "Nobody"],
		["ANN@x.example", "Again"],
	];
	const { rows: good, errors, duplicates } = mapRows(rows, 2, mapping, fields);
	expect(good).toEqual([{ line: 2, values: { email: "ann@x.example", name: "Ann" }, emails: ["ann@x.example"] }]);
	expect(errors).toEqual([
		{ line: 3, message: "“ann@” is not an email address." },
		{ line: 4, message: "Email is empty." },
	]);
	expect(duplicates).toBe(1);
	expect(missingFields({ email: null, name: 1 }, fields).map(({ id }) => id)).toEqual(["email"]);
});
