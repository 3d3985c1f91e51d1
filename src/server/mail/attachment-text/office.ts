import { buffer } from "node:stream/consumers";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { TooLarge } from "./limits.ts";
import { type TextElements, xmlText } from "./xml-text.ts";

/** Files of a document: thousands of images and styles are no reason to read on. */
const MAX_ENTRIES = 5_000;
/** XML of one file unpacked, and of all together: a small zip archive may hold gigabytes. */
const MAX_PART_BYTES = 24 * 1024 * 1024;
const MAX_UNPACKED_BYTES = 48 * 1024 * 1024;

interface Format {
	/** Files in the archive with text. */
	parts: RegExp;
	elements: TextElements;
}

/** Word, Excel and PowerPoint (ECMA-376): text is in `t`, numbers of cells in `v`. */
export const OFFICE_OPEN_XML: Format = {
	parts:
		/^(?:word\/(?:document|header\d*|footer\d*|footnotes|endnotes|comments)|xl\/(?:sharedStrings|worksheets\/[^/]+)|ppt\/(?:slides|notesSlides)\/[^/]+)\.xml$/,
	elements: {
		text: new Set(["t", "v"]),
		lines: new Set(["p", "si", "row"]),
		gaps: new Set(["c", "tc", "tab", "br"]),
	},
};

/** OpenDocument text, spreadsheets and presentations (ISO/IEC 26300): all text is in paragraphs and headings. */
export const OPEN_DOCUMENT: Format = {
	parts: /^(?:content|styles)\.xml$/,
	elements: {
		text: new Set(["p", "h"]),
		lines: new Set(["p", "h"]),
		gaps: new Set(["s", "tab", "line-break", "table-cell"]),
	},
};

/**
 * The text of an office document.
 * @throws TooLarge; other errors when it is damaged or encrypted
 */
export async function officeText(bytes: Buffer, { parts, elements }: Format, maxCharacters: number): Promise<string> {
	const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false });
	if (zip.entryCount > MAX_ENTRIES) throw new TooLarge();
	let out = "";
	let unpacked = 0;
	let isDocument = false;
	for await (const entry of zip.eachEntry()) {
		if (!parts.test(entry.fileName)) continue;
		isDocument = true;
		const xml = await readEntry(zip, entry);
		unpacked += xml.length;
		if (unpacked > MAX_UNPACKED_BYTES) throw new TooLarge();
		out += `${xmlText(xml.toString("utf8"), elements, maxCharacters - out.length)}\n`;
		if (out.length >= maxCharacters) break;
	}
	if (!isDocument) throw new Error("The archive is not an office document");
	return out.slice(0, maxCharacters);
}

/** yauzl ends the stream when a file is larger than the archive says. */
async function readEntry(zip: ZipFile, entry: Entry): Promise<Buffer> {
	if (entry.uncompressedSize > MAX_PART_BYTES) throw new TooLarge();
	return buffer(await zip.openReadStreamPromise(entry));
}
