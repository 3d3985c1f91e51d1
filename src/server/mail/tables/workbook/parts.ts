import { buffer } from "node:stream/consumers";
import { decodeXML } from "entities";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { MAX_PART_BYTES, notAWorkbook, WORKBOOK_LIMITS } from "./limits.ts";

/** A sheet of a workbook, by the name that its user gave it. */
export interface Sheet {
	name: string;
	/** Path of its XML in the archive. */
	part: string;
}

/** An open workbook. */
export interface Workbook {
	entries: Entry[];
	/** In order; hidden ones are left out. */
	sheets: Sheet[];
	/** Text that cells refer to by number. */
	strings(): Promise<string[]>;
	/** @throws AppError 400 `not-a-table` when there is no such part, or it is too large */
	read(part: string): Promise<string>;
}

const MAX_ENTRIES = 5_000;

/** Opens a workbook. @throws AppError 400 `not-a-table` when it is none */
export async function openWorkbook(bytes: Buffer): Promise<Workbook> {
	const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false }).catch(() => {
		throw notAWorkbook("The spreadsheet is damaged. Save it again and try again.");
	});
	if (zip.entryCount > MAX_ENTRIES) throw notAWorkbook("The spreadsheet has too many parts. Save the table as CSV.");
	const entries: Entry[] = [];
	for await (const entry of zip.eachEntry()) entries.push(entry);
	const read = (part: string) => readPart(zip, entries, part);
	if (!entries.some(({ fileName }) => fileName === "xl/workbook.xml"))
		throw notAWorkbook(
			"This is a ZIP archive or a spreadsheet of another kind. Save the table as XLSX or CSV and try again.",
		);
	const sheets = sheetsOf(await read("xl/workbook.xml"), await read("xl/_rels/workbook.xml.rels"));
	if (sheets.length === 0) throw notAWorkbook("The spreadsheet has no sheet.");
	return {
		...{ entries, sheets, read },
		async strings() {
			const part = "xl/sharedStrings.xml";
			return entries.some(({ fileName }) => fileName === part) ? stringsOf(await read(part)) : [];
		},
	};
}

async function readPart(zip: ZipFile, entries: readonly Entry[], part: string): Promise<string> {
	const entry = entries.find(({ fileName }) => fileName === part);
	if (entry === undefined) throw notAWorkbook("The spreadsheet is damaged. Save it again and try again.");
	if (entry.uncompressedSize > MAX_PART_BYTES)
		throw notAWorkbook("The spreadsheet is too large. Save the table as CSV and try again.");
	return (await buffer(await zip.openReadStreamPromise(entry))).toString("utf8");
}

function sheetsOf(workbook: string, relations: string): Sheet[] {
	const targets = new Map<string, string>();
	for (const [tag] of relations.matchAll(/<(?:\w+:)?Relationship\b[^>]*>/g))
		targets.set(attribute(tag, "Id"), attribute(tag, "Target"));
	const tags = [...workbook.matchAll(/<(?:\w+:)?sheet\b[^>]*>/g)].map(([tag]) => tag);
	return tags.slice(0, WORKBOOK_LIMITS.sheets).flatMap((tag) => {
		const target = targets.get(/\s\w+:id="([^"]*)"/.exec(tag)?.[1] ?? "") ?? "";
		const part = target.startsWith("/") ? target.slice(1) : `xl/${target}`;
		const isTable = part.includes("worksheets/") && !/\sstate="(?:hidden|veryHidden)"/.test(tag);
		return isTable ? [{ name: attribute(tag, "name"), part }] : [];
	});
}

/** The value of an attribute; empty: there is none. */
export function attribute(tag: string, name: string): string {
	return decodeXML(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? "");
}

function stringsOf(xml: string): string[] {
	return between(xml, "si").map(textOf);
}

/** The text of a string: of its runs, without how it is pronounced. */
export function textOf(xml: string): string {
	const spoken = between(xml, "rPh");
	const own = spoken.reduce((rest, part) => rest.replace(part, ""), xml);
	// Control characters are written `_x000D_`.
	return between(own, "t")
		.map(decodeXML)
		.join("")
		.replace(/_x([0-9A-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** The contents of all elements of a name, which may have a prefix; nested ones of the same name are not expected. */
export function between(xml: string, name: string): string[] {
	const found: string[] = [];
	const open = new RegExp(`<(\\w+:)?${name}(?:\\s[^>]*)?>`, "g");
	for (let match = open.exec(xml); match !== null; match = open.exec(xml)) {
		if (match[0].endsWith("/>")) {
			found.push("");
			continue;
		}
		const close = `</${match[1] ?? ""}${name}>`;
		const end = xml.indexOf(close, open.lastIndex);
		if (end < 0) break;
		found.push(xml.slice(open.lastIndex, end));
		open.lastIndex = end + close.length;
	}
	return found;
}
