import { describe, expect, it } from "vitest";
import { detectFormat, type GivenFormat } from "./format.ts";
import { TABLE_LIMITS } from "./limits.ts";
import { type ReadRowsOptions, rowsBySegments } from "./rows.ts";
import { readSegment } from "./segment.ts";

const bytesOf = (text: string, encoding: BufferEncoding = "utf8"): Uint8Array => Buffer.from(text, encoding);
const detect = (bytes: Uint8Array, given: GivenFormat = {}) => detectFormat(bytes, { isWhole: true, given });

async function* chunksOf(bytes: Uint8Array, size = 7): AsyncGenerator<Uint8Array> {
	for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const readRows = (bytes: AsyncIterable<Uint8Array>, options: ReadRowsOptions) =>
	rowsBySegments(bytes, options, readSegment);

async function rows(bytes: Uint8Array, given: GivenFormat = {}): Promise<string[][]> {
	const found: string[][] = [];
	for await (const row of readRows(chunksOf(bytes), { ...detect(bytes, given), segmentBytes: 3 })) found.push(row);
	return found;
}

describe("detectFormat", () => {
	it.each([
		["name,email\nAnn,ann@example.org\n", { delimiter: ",", hasHeader: true, emailColumn: 1 }],
		["ann@example.org;Ann;1,5\nbob@example.org;Bob;2,5\n", { delimiter: ";", hasHeader: false, emailColumn: 0 }],
		["Name\tE-Mail\nAnn\tann@example.org\n", { delimiter: "\t", hasHeader: true, emailColumn: 1 }],
		["a|ann@example.org\nb|bob@example.org", { delimiter: "|", emailColumn: 1 }],
		["ann@example.org\nbob@example.org\n", { delimiter: "", hasHeader: false, columns: ["Column 1"] }],
		["email\nann@example.org\n", { delimiter: "", hasHeader: true, columns: ["email"] }],
		["id,old,email\n1,x,ann@\n2,y@,bob@example.org\n", { emailColumn: 2 }],
	])("%j", (text, format) => expect(detect(bytesOf(text))).toMatchObject({ encoding: "utf-8", ...format }));

	it("recognizes encodings", () => {
		const text = "name,email\nJörg,joerg@example.org\n";
		expect(detect(bytesOf(`\ufeff${text}`)).encoding).toBe("utf-8");
		expect(detect(bytesOf(`\ufeff${text}`, "utf16le"))).toMatchObject({
			encoding: "utf-16le",
			columns: ["name", "email"],
		});
		expect(detect(bytesOf(text, "utf16le")).encoding).toBe("utf-16le");
		expect(detect(Buffer.from(bytesOf(`\ufeff${text}`, "utf16le")).swap16()).encoding).toBe("utf-16be");
		expect(detect(bytesOf(text, "latin1")).encoding).toBe("windows-1252");
		expect(detect(bytesOf("email\nann@example.org;Andr\xe9", "latin1")).encoding).toBe("windows-1252");
	});

	it("kind 23: takes the delimiter of a line that names it", () => {
		const named = "sep=;\r\nname;email\r\nAnn;ann@example.org\r\n";
		expect(detect(bytesOf(named))).toMatchObject({ delimiter: ";", columns: ["name", "email"], emailColumn: 1 });
	});

	it.each([
		["PK\x03\x04 archive", "not-a-table"],
		["\x1f\x8b\x08compressed", "not-a-table"],
		["%PDF-1.7", "not-a-table"],
		["a,b\0\0\0,ann@example.org\n\0", "not-a-table"],
		["", "no-emails"],
		["name,phone\nAnn,1\n", "no-emails"],
		[`${"a@b.test,".repeat(1_001)}\n`, "not-a-table"],
	])("refuses %j", (text, code) => {
		expect(() => detect(bytesOf(text.slice(0, 20_000), "latin1"))).toThrow(expect.objectContaining({ code }));
	});

	it("follows the caller", () => {
		const bytes = bytesOf("a@x.test,b@x.test\nc@x.test,d@x.test\n");
		expect(detect(bytes, { emailColumn: 1, hasHeader: true })).toMatchObject({ emailColumn: 1, hasHeader: true });
		expect(() => detect(bytes, { emailColumn: 2 })).toThrow(expect.objectContaining({ code: "bad-column" }));
	});
});

describe("readRows", () => {
	it("keeps cells as they are: quotes, line breaks, formulas, empty rows", async () => {
		const text = '\ufeffemail,note\r\nann@example.org,"one ""two""\nthree"\r\n\r\nbob@example.org,=1+1\r\n';
		expect(await rows(bytesOf(text))).toEqual([
			["email", "note"],
			["ann@example.org", 'one "two"\nthree'],
			[""],
			["bob@example.org", "=1+1"],
		]);
	});

	it("accepts quotes inside of values, and rows of different lengths", async () => {
		expect(await rows(bytesOf('ann@example.org,5" pipe,x\nbob@example.org\n'), { delimiter: "," })).toEqual([
			["ann@example.org", '5" pipe', "x"],
			["bob@example.org"],
		]);
	});

	it("reads all encodings, with characters across chunks", async () => {
		const expected = [
			["name", "email"],
			["Jörg 😀", "joerg@example.org"],
		];
		const text = "name,email\nJörg 😀,joerg@example.org";
		expect(await rows(bytesOf(text))).toEqual(expected);
		expect(await rows(bytesOf(`\ufeff${text}`, "utf16le"))).toEqual(expected);
		expect(await rows(bytesOf("name,email\nJörg,j@example.org", "latin1"))).toEqual([
			["name", "email"],
			["Jörg", "j@example.org"],
		]);
	});

	it.each([
		["shift_jis", "\x8eR\x93c\x91\xbe\x98Y", "山田太郎"],
		["gb18030", "\xd5\xc5\xce\xb0", "张伟"],
		["big5", "\xb3\xaf\xa4j\xa4\xe5", "陳大文"],
		["euc-kr", "\xb1\xe8\xc3\xb6\xbc\xf6", "김철수"],
		["macintosh", "Zo\x8e M\x9fller", "Zoé Müller"],
		["windows-1251", "\xc8\xe2\xe0\xed", "Иван"],
	])("kind 23: reads %s segment by segment", async (encoding, written, name) => {
		const file = bytesOf(
			`name,email\r\n${`${written},a@example.org\r\n`.repeat(3)}\r\n${written},b@example.org`,
			"latin1",
		);
		expect(detect(file).encoding).toBe(encoding);
		expect(await rows(file)).toEqual([
			["name", "email"],
			...Array.from({ length: 3 }, () => [name, "a@example.org"]),
			[""],
			[name, "b@example.org"],
		]);
	});

	it.each(["\r\n", "\n", "\r"])("kind 23: leaves out a line that names the delimiter, before %j", async (end) => {
		const lines = ["sep=;", "name;email", "Ann;ann@example.org", ""];
		expect(await rows(bytesOf(lines.join(end)))).toEqual([
			["name", "email"],
			["Ann", "ann@example.org"],
		]);
		expect(await rows(bytesOf(`\ufeff${lines.join(end)}`, "utf16le"))).toHaveLength(2);
	});

	it("ends with a clear error on a quote that is not closed", async () => {
		const open = `email,note\nann@example.org,"open\n${"bob@example.org,x\n".repeat(10)}`;
		await expect(rows(bytesOf(open), { delimiter: "," })).rejects.toMatchObject({ code: "bad-table" });
	});

	it("ends with a clear error on a row of 100 MB, without holding it", async () => {
		async function* endless(): AsyncGenerator<Uint8Array> {
			yield bytesOf("ann@example.org,");
			for (let at = 0; at < 1_600; at++) yield Buffer.alloc(64 * 1024, "x");
		}
		for (const delimiter of [",", ""] as const) {
			const run = async () => {
				for await (const row of readRows(endless(), { encoding: "utf-8", delimiter }))
					expect(row.length).toBeLessThan(3);
			};
			await expect(run()).rejects.toMatchObject({ code: "row-too-long" });
		}
	});

	it("ends with a clear error when the encoding changes", async () => {
		const bytes = Buffer.concat([
			bytesOf("ann@example.org,Jörg\n".repeat(20)),
			bytesOf("bob@example.org,Jörg\n", "latin1"),
		]);
		await expect(rows(bytes, { encoding: "utf-8" })).rejects.toMatchObject({ code: "wrong-encoding" });
	});

	it("yields the rows before the one that is too wide, too long or not decoded", async () => {
		const limits = { ...TABLE_LIMITS, columns: 2, rowLength: 30 };
		const until = async (text: string, delimiter: "," | "" = ",") => {
			const found: string[] = [];
			const options = { encoding: "utf-8", delimiter, limits, segmentBytes: 40 } as const;
			const reading = async () => {
				for await (const [cell = ""] of readRows(chunksOf(bytesOf(text, "latin1")), options)) found.push(cell);
			};
			const cause = await reading().catch((error: unknown) => error);
			return [found.join(" "), (cause as { code?: string } | undefined)?.code ?? null];
		};
		expect(await until("a,b\nc,d\ne,f,g\nh,i\n")).toEqual(["a c", "bad-table"]);
		expect(await until(`a,b\n${"c".repeat(31)},d\ne,f\n`)).toEqual(["a", "row-too-long"]);
		expect(await until(`a\n${"c".repeat(31)}\ne\n`, "")).toEqual(["a", "row-too-long"]);
		expect(await until(`${"a,b\n".repeat(20)}\xfc,c\n`)).toEqual([expect.stringMatching(/^a( a)+$/), "wrong-encoding"]);
		expect(await until("a,b\nc,d")).toEqual(["a c", null]);
	});
});
