import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { docx, mailWithFiles, odt, pdf, pptx, xlsx } from "../../../../fixtures/documents.ts";
import { zip } from "../../../../fixtures/mbox/zip.ts";
import { parseMessage } from "../parse/parse-message.ts";
import attachmentText from "./attachment-text.task.ts";
import { firstTextStates } from "./kinds.ts";

/** State and text of a file as the first attachment of a message, spaces and line ends as one space. */
async function read(name: string, bytes: Buffer, type?: string): Promise<{ state: string; text: string }> {
	const raw = mailWithFiles({ subject: "Files", text: "See below" }, [{ name, bytes, ...(type && { type }) }]);
	const { state, text } = await attachmentText(raw, { index: 0 });
	return { state, text: text.replace(/\s+/g, " ") };
}

describe("the text of attachments", () => {
	it.each([
		["a.pdf", pdf(["Quarterly figures", "Total 4711"]), "Quarterly figures Total 4711"],
		["a.docx", docx(["Terms &amp; conditions", "Grüße aus Köln"]), "Terms & conditions Grüße aus Köln"],
		[
			"a.xlsx",
			xlsx([
				["Invoice", 4711],
				["Paid", 12.5],
			]),
			"4711 12.5 Invoice Paid",
		],
		["a.pptx", pptx(["First slide", "Second slide"]), "First slide Second slide"],
		["a.odt", odt(["Eine <text:span>Zeile</text:span>", "Noch<text:s/>eine"]), "Eine Zeile Noch eine"],
		["a.csv", Buffer.from("name;city\r\nAnn;Köln\r\n"), "name;city Ann;Köln"],
		["a.txt", Buffer.from("\ufeffUnicode €", "utf16le"), "Unicode €"],
		["a.txt", Buffer.from("Caf\xe9", "latin1"), "Café"],
	])("is read from %s", async (name, bytes, text) => {
		expect(await read(name, bytes)).toEqual({ state: "read", text });
	});

	it("is found by the media type when the name has no extension", async () => {
		expect((await read("scan", pdf(["Receipt"]), "application/pdf")).text).toBe("Receipt");
	});

	it.each([
		["not what its name says", "a.pdf", randomBytes(5_000)],
		["an old document under a new name", "a.docx", Buffer.from("d0cf11e0a1b11ae1".padEnd(4_000, "0"), "hex")],
		["cut", "a.docx", docx(["Terms"]).subarray(0, 200)],
		["an archive without a document", "a.docx", zip([{ path: "notes.txt", bytes: "hello" }])],
		["an encrypted archive", "a.odt", zip([{ path: "content.xml", bytes: "<text:p>a</text:p>", encrypted: true }])],
		[
			"a PDF with a password",
			"a.pdf",
			pdf(
				["Secret"],
				`/ID [<00> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${"11".repeat(32)}> /U <${"22".repeat(32)}> >>`,
			),
		],
	])("is not read from %s", async (_, name, bytes) => {
		expect(await read(name, bytes)).toEqual({ state: "unreadable", text: "" });
	});

	it("is not unpacked beyond the limits", async () => {
		const part = (path: string, megabytes: number) => ({ path, bytes: Buffer.alloc(megabytes * 1024 * 1024, " ") });
		expect((await read("a.docx", zip([part("word/document.xml", 25)]))).state).toBe("skipped");
		const sheets = [1, 2, 3, 4].map((n) => part(`xl/worksheets/sheet${n}.xml`, 20));
		expect((await read("a.xlsx", zip(sheets))).state).toBe("skipped");
		const long = await read("a.docx", docx(Array.from({ length: 60_000 }, (_, i) => `word${i}`)));
		expect([long.state, long.text.length <= 200_000]).toEqual(["read", true]);
	});
});

describe("which attachments are read", () => {
	const file = (filename: string, sizeBytes = 100, isInline = false) => ({
		...{ index: 0, filename, contentType: "application/octet-stream", contentId: null },
		...{ sizeBytes, isInline },
	});

	it("depends on their kind and size", () => {
		const files = [file("a.PDF"), file("a.jpg"), file("a.docx", 30e6), file("a.txt", 100, true)];
		expect(firstTextStates(files, 1_000)).toEqual(["pending", null, "skipped", null]);
		expect(firstTextStates(files, 100e6)).toEqual(["skipped", null, "skipped", null]);
	});

	it("is limited per message", () => {
		const states = firstTextStates(
			Array.from({ length: 30 }, () => file("a.pdf")),
			1_000,
		);
		expect(states.map((state) => state === "pending").lastIndexOf(true)).toBe(19);
		expect(states.filter((state) => state === "skipped")).toHaveLength(10);
	});

	it("is known from a parsed message", async () => {
		const raw = mailWithFiles({ subject: "Files", text: "See below" }, [
			{ name: "a.pdf", bytes: pdf(["A"]) },
			{ name: "a.zip", bytes: zip([]) },
		]);
		const { attachments, sizeBytes } = await parseMessage(raw);
		expect(firstTextStates(attachments, sizeBytes)).toEqual(["pending", null]);
	});
});
