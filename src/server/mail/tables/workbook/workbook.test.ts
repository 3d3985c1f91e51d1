import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { fromBufferPromise } from "yauzl";
import { zip } from "../../../../../fixtures/mbox/zip.ts";
import append from "./append.task.ts";
import inspect from "./inspect.task.ts";
import readSheet from "./read-sheet.task.ts";

const SHEET = "xl/worksheets/sheet1.xml";
const cell = (reference: string, type: string, value: string) => `<c r="${reference}" t="${type}"><v>${value}</v></c>`;
/** Dates are numbers with a format; a code with zeros in front is text; there is a formula, and no row 3. */
const sheet = `<?xml version="1.0"?><worksheet xmlns="x"><dimension ref="A1:E5"/><cols><col min="1" max="1" width="9"/></cols><sheetData>
<row r="1" spans="1:5">${["A1", "B1", "C1", "D1", "E1"].map((at, index) => cell(at, "s", String(index))).join("")}</row>
<row r="2" ht="20">${cell("A2", "s", "5")}<c r="B2" t="inlineStr"><is><r><t>ann@</t></r><r><t>good.test</t></r></is></c><c r="C2" s="1"><v>46024</v></c><c r="D2" t="str"><f>"="&amp;A2</f><v>=x</v></c><c r="E2"><f t="shared" ref="E2:E5" si="0">C2*2</f><v>92048</v></c></row>
<row r="4"><c r="A4" s="2"/><c r="B4" t="s"><v>6</v></c><c r="E4"><f t="shared" si="0"/><v>0</v></c></row><row r="5"/>
<row r="6">${cell("B6", "s", "7")}</row></sheetData><mergeCells count="1"><mergeCell ref="A1:A2"/></mergeCells><pageMargins left="1"/></worksheet>`;
const strings = ["Code", "E-mail", "Joined", "Formula", "Twice", "00712", "bob@missing.test", "cy@plain.test"];
const others = {
	"[Content_Types].xml":
		'<Types><Override PartName="/xl/calcChain.xml" ContentType="c"/><Override PartName="/xl/workbook.xml"/></Types>',
	"xl/workbook.xml":
		'<workbook xmlns:r="r"><sheets><sheet name="Old" sheetId="3" state="hidden" r:id="r3"/><sheet name="Notes" sheetId="2" r:id="r2"/><sheet name="A &amp; B" sheetId="1" r:id="r1"/></sheets></workbook>',
	"xl/_rels/workbook.xml.rels":
		'<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Target="/xl/worksheets/sheet2.xml"/><Relationship Id="r3" Target="worksheets/sheet3.xml"/><Relationship Id="r4" Target="calcChain.xml"/></Relationships>',
	"xl/sharedStrings.xml": `<sst>${strings.map((text) => `<si><t>${text}</t><rPh sb="0" eb="1"><t>spoken</t></rPh></si>`).join("")}</sst>`,
	"xl/styles.xml": "<styleSheet/>",
	"xl/calcChain.xml": '<calcChain><c r="D2"/></calcChain>',
	"xl/worksheets/sheet2.xml":
		'<worksheet><sheetData><row><c t="inlineStr"><is><t>None</t></is></c></row></sheetData></worksheet>',
	"xl/worksheets/sheet3.xml": "<worksheet><sheetData/></worksheet>",
};
const workbook = (xml = sheet) =>
	zip(
		[...Object.entries(others), [SHEET, xml]].map(([path = "", bytes = ""]) => ({
			path,
			bytes,
			stored: path === "xl/styles.xml",
		})),
	);

/** The files of an archive; their checksums are verified. */
async function filesOf(bytes: Uint8Array): Promise<Record<string, string>> {
	const archive = await fromBufferPromise(Buffer.from(bytes), { lazyEntries: true, autoClose: false });
	const found: Record<string, string> = {};
	for await (const entry of archive.eachEntry())
		found[entry.fileName] = (await buffer(await archive.openReadStreamPromise(entry))).toString();
	return found;
}

it("shows the sheets with their columns, and finds the one with addresses", async () => {
	expect(await inspect(workbook())).toEqual([
		{
			...{
				name: "Notes",
				part: "xl/worksheets/sheet2.xml",
				hasHeader: false,
				columns: ["Column 1"],
				emailColumn: null,
			},
			sample: [["None"]],
		},
		{
			...{ name: "A & B", part: SHEET, hasHeader: true, columns: strings.slice(0, 5), emailColumn: 1 },
			sample: [
				["00712", "ann@good.test", "46024", "=x", "92048"],
				[],
				["", "bob@missing.test", "", "", "0"],
				[],
				["", "cy@plain.test"],
			],
		},
	]);
});

it("adds nothing where merged cells would hide it", async () => {
	const merged = sheet.replace('ref="A1:A2"', 'ref="D6:H6"');
	expect((await readSheet(workbook(merged), { part: SHEET, column: 1 })).width).toBe(8);
});

it("reads a column by rows, as the spreadsheet counts them", async () => {
	expect(await readSheet(workbook(), { part: SHEET, column: 1 })).toEqual({
		rows: ["E-mail", "ann@good.test", null, "bob@missing.test", null, "cy@plain.test"],
		width: 5,
	});
});

const added = [
	["Status", "Score"],
	["unknown", "80"],
	["=left", ""],
	["invalid", "0"],
	["", ""],
	['a<b & "c"\u0001', "1"],
];

describe("adding cells", () => {
	it("changes nothing else: neither values, formats, formulas nor other parts", async () => {
		const files = await filesOf(await append(workbook(), { part: SHEET, column: 5, rows: added, isPart: false }));
		const { [SHEET]: changed, ...rest } = files;
		expect(rest).toEqual(others);
		const own = (changed ?? "")
			.replace(/<c r="[FG]\d+"(?: t="inlineStr")?>.*?<\/c>/g, "")
			.replace(/<row r="3"><\/row>/, "")
			.replace('<row r="5"></row>', '<row r="5"/>');
		expect(own).toBe(sheet.replace('<dimension ref="A1:E5"/>', "").replace(' spans="1:5"', ""));
		expect(changed).toContain(
			'<c r="F2" t="inlineStr"><is><t xml:space="preserve">unknown</t></is></c><c r="G2"><v>80</v></c></row>',
		);
		expect(changed).toContain(
			'<row r="3"><c r="F3" t="inlineStr"><is><t xml:space="preserve">=left</t></is></c></row>',
		);
		expect(changed).toContain("a&lt;b &amp; &quot;c&quot;</t>");
	});

	it("leaves out rows: the others move up, with values in place of formulas", async () => {
		const rows = added.map((cells, index) => (index === 0 || index === 3 || index === 5 ? cells : null));
		const files = await filesOf(await append(workbook(), { part: SHEET, column: 5, rows, isPart: true }));
		expect(files["xl/calcChain.xml"]).toBeUndefined();
		expect(files["[Content_Types].xml"]).toBe('<Types><Override PartName="/xl/workbook.xml"/></Types>');
		expect(files["xl/_rels/workbook.xml.rels"]).not.toContain("calcChain");
		const result = Buffer.from(await append(workbook(), { part: SHEET, column: 5, rows, isPart: true }));
		expect((await readSheet(result, { part: SHEET, column: 1 })).rows).toEqual([
			"E-mail",
			"bob@missing.test",
			"cy@plain.test",
		]);
		expect((await readSheet(result, { part: SHEET, column: 5 })).rows[1]).toBe("invalid");
		expect(files[SHEET]).not.toMatch(/<f|mergeCell/);
		expect(files[SHEET]).toContain('<c r="E2"><v>0</v></c>');
	});

	it("keeps the prefix of elements", async () => {
		const prefixed = sheet.replace(/<(\/?)(?=[a-z])/gi, "<$1x:");
		const files = await filesOf(
			await append(workbook(prefixed), { part: SHEET, column: 5, rows: added, isPart: false }),
		);
		expect(files[SHEET]).toContain(
			'<x:c r="F2" t="inlineStr"><x:is><x:t xml:space="preserve">unknown</x:t></x:is></x:c>',
		);
		expect((await readSheet(workbook(prefixed), { part: SHEET, column: 1 })).rows).toHaveLength(6);
	});
});

it.each([
	["a zip of something else", zip([{ path: "a.txt", bytes: "x" }]), "ZIP archive"],
	["a damaged one", workbook().subarray(0, 400), "damaged"],
])("refuses %s", async (_, bytes, message) => {
	await expect(inspect(bytes)).rejects.toThrow(message);
});
