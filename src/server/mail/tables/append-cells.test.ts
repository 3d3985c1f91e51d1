import { describe, expect, it } from "vitest";
import type { Encoding } from "#shared/contracts/tables.ts";
import { appendCells } from "./append-cells.ts";
import { encodeText } from "./encode.ts";
import { detectFormat, type GivenFormat } from "./format.ts";
import { rawRowsBySegments } from "./rows.ts";
import { readSegment } from "./segment.ts";

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
	for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
}

/** The file with a cell added to each row, and what it is without that cell. */
async function appended(bytes: Uint8Array, given: GivenFormat = {}) {
	const format = detectFormat(bytes, { isWhole: true, given });
	const options = { ...format, width: format.columns.length };
	const [withCell, without, original]: [Buffer[], Buffer[], Uint8Array[]] = [[], [], []];
	for await (const { cells, bytes: raw } of rawRowsBySegments(
		chunksOf(bytes),
		{ ...format, segmentBytes: 3 },
		readSegment,
	)) {
		original.push(raw);
		withCell.push(cells === null ? Buffer.from(raw) : appendCells({ cells, bytes: raw }, ["x"], options));
		without.push(cells === null ? Buffer.from(raw) : appendCells({ cells, bytes: raw }, [], { ...options, width: 1 }));
	}
	return {
		...{ text: Buffer.concat(withCell).toString(), without: Buffer.concat(without) },
		original: Buffer.concat(original),
	};
}

const text =
	'Name;E-mail;Note\r\nJörg;j@a.test;"two\r\nlines; ""q"""\r\n\r\n"Ann";ann@a.test;+49 30 1\r\nBob;b@a.test;-5\nZoé;z@a.test;';

describe("a file with nothing added is the same, byte by byte", () => {
	const encodings: Encoding[] = [
		...(["utf-8", "utf-16le", "utf-16be", "windows-1252", "macintosh", "windows-1250"] as const),
	];
	it.each(encodings)("in %s", async (encoding) => {
		for (const mark of encoding.startsWith("utf") ? ["\ufeff", ""] : [""]) {
			const bytes = encodeText(mark + text, encoding);
			const { original, without } = await appended(bytes, { encoding, delimiter: ";" });
			expect(original).toEqual(bytes);
			expect(without).toEqual(bytes);
		}
	});

	it.each<[Encoding, string]>([
		["shift_jis", "山田太郎ソ表"],
		["gb18030", "张伟"],
		["big5", "陳大文"],
		["euc-kr", "김철수"],
		["euc-jp", "山田"],
		["windows-1251", "Иван"],
	])("in %s", async (encoding, name) => {
		const bytes = encodeText(`name,email\r\n${name},a@x.test\r\n\r\n=${name},b@x.test\r\n${name},c@x.test`, encoding);
		expect(new TextDecoder(encoding, { fatal: true }).decode(bytes)).toContain(name);
		const { original, without } = await appended(bytes, { encoding });
		expect(original).toEqual(bytes);
		expect(new TextDecoder(encoding).decode(without)).toBe(
			new TextDecoder(encoding).decode(bytes).replace(`=${name}`, `'=${name}`),
		);
	});

	it.each(["sep=;\r\nname;email\r\nAnn;a@x.test\r\n", "a@x.test\nb@x.test\n\n  ", "email\ra@x.test\rb@x.test\r"])(
		"%j",
		async (given) => {
			const { original, without } = await appended(Buffer.from(given));
			expect([original.toString(), without.toString()]).toEqual([given, given]);
		},
	);
});

it("adds cells to each row in the same columns, with the line breaks of the rows", async () => {
	expect((await appended(Buffer.from("a;email\r\n1;a@x.test\n2\r\n;;\r\n3;c@x.test"))).text).toBe(
		"a;email;;x\r\n1;a@x.test;;x\n2;;;x\r\n;;;x\r\n3;c@x.test;;x",
	);
	expect((await appended(Buffer.from('Lee, "Al" <a@x.test>\nb@x.test\n'), { delimiter: "" })).text).toBe(
		'"Lee, ""Al"" <a@x.test>",x\nb@x.test,x\n',
	);
});

it("keeps spreadsheets from evaluating formulas, and leaves numbers alone", async () => {
	const given =
		'email,a,b\na@x.test,=1+1,-5\nb@x.test,"=HYPERLINK(""x"")","@SUM(1)"\nc@x.test,+49 30,"-3,5"\nd@x.test,5" =1,=2\n';
	expect((await appended(Buffer.from(given))).without.toString()).toBe(
		'email,a,b\na@x.test,\'=1+1,-5\nb@x.test,"\'=HYPERLINK(""x"")","\'@SUM(1)"\nc@x.test,+49 30,"-3,5"\nd@x.test,5" =1,\'=2\n',
	);
});
