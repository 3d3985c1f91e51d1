import { escapeUTF8 } from "entities";
import { openWorkbook, type Workbook } from "./parts.ts";
import { rewriteZip } from "./rewrite-zip.ts";
import { columnName, rowsOfSheet, type SheetRow } from "./sheet-rows.ts";

export interface AppendInput {
	part: string;
	/** Column of the first added cell, from 0. */
	column: number;
	/** Cells that are added, by row, from row 1; null: the row is left out. Rows beyond are kept as they are, or left out. */
	rows: (string[] | null)[];
	/** Rows are left out: those that remain move up. */
	isPart: boolean;
}

/**
 * A workbook with cells added to the rows of a sheet. All else stays as it is: values, dates, formats, formulas, other
 * sheets. Where rows are left out, formulas of the sheet become their values, since they may refer to rows that moved.
 * @throws AppError 400 `not-a-table`
 */
export default async function task(bytes: Buffer, { part, column, rows, isPart }: AppendInput): Promise<Uint8Array> {
	const workbook = await openWorkbook(bytes);
	// Excel reads the rows, whatever it says.
	const xml = (await workbook.read(part)).replace(/<(\w+:)?dimension\b[^>]*\/>/, "");
	const changed = new Map<string, Buffer | null>();
	changed.set(part, Buffer.from(isPart ? someRows(xml, column, rows) : allRows(xml, column, rows)));
	if (isPart) await dropReferences(workbook, part, changed);
	return rewriteZip(bytes, workbook.entries, changed);
}

function allRows(xml: string, column: number, rows: AppendInput["rows"]): string {
	let out = "";
	let at = 0;
	let next = 1;
	for (const row of rowsOfSheet(xml, [])) {
		out += xml.slice(at, row.start);
		for (; next < row.number; next++) out += newRow(next, column, rows[next - 1]);
		out += extended(xml, row, row.number, cellsXml(row.number, column, rows[row.number - 1]));
		at = row.end;
		next = row.number + 1;
	}
	return out + xml.slice(at);
}

/** A row that the sheet does not have, because it is empty. */
function newRow(number: number, column: number, cells: string[] | null | undefined): string {
	return cells ? `<row r="${number}">${cellsXml(number, column, cells)}</row>` : "";
}

function extended(xml: string, row: SheetRow, number: number, added: string): string {
	const opening = xml.slice(row.start, row.open).replace(/\sspans="[^"]*"/, "");
	const prefix = /^<(\w+:)?/.exec(opening)?.[1] ?? "";
	const tag = opening.replace(/\/?>$/, ">").replace(/\sr="\d+"/, ` r="${number}"`);
	return `${tag}${xml.slice(row.open, row.close)}${prefixed(added, prefix)}</${prefix}row>`;
}

function prefixed(xml: string, prefix: string): string {
	return prefix === "" ? xml : xml.replace(/<(\/?)(c|is|t|v)(?=[\s/>])/g, `<$1${prefix}$2`);
}

function cellsXml(row: number, column: number, cells: readonly string[] | null | undefined): string {
	return (cells ?? [])
		.map((text, index) => {
			const reference = `${columnName(column + index)}${row}`;
			if (text === "") return "";
			if (/^\d{1,9}$/.test(text)) return `<c r="${reference}"><v>${text}</v></c>`;
			const safe = escapeUTF8(text).replace(/[^\t\n\r\x20-\u{10ffff}]/gu, "");
			return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${safe}</t></is></c>`;
		})
		.join("");
}

/** The sheet with some of its rows, one below the other. */
function someRows(xml: string, column: number, rows: AppendInput["rows"]): string {
	let head = "";
	let out = "";
	let number = 0;
	let last = 0;
	for (const row of rowsOfSheet(xml, [])) {
		if (number === 0 && last === 0) head = xml.slice(0, row.start);
		last = row.end;
		const added = rows[row.number - 1];
		if (!added) continue;
		number++;
		const moved = xml
			.slice(row.open, row.close)
			.replace(/<(\w+:)?f(?:\s[^>]*)?(?:\/>|>[^<]*<\/(?:\w+:)?f>)/g, "")
			.replace(/(<(?:\w+:)?c(?=\s)[^>]*?\sr="[A-Z]{1,3})\d+"/g, `$1${number}"`);
		const opening = xml.slice(row.start, row.open).replace("/>", ">");
		const copy = `${opening}${moved}`;
		const whole = { ...row, start: 0, open: opening.length, close: copy.length, end: copy.length };
		out += extended(copy, whole, number, cellsXml(number, column, added));
	}
	const tail = xml.slice(last);
	const end = /<\/(\w+:)?sheetData>/.exec(tail)?.[0] ?? "</sheetData>";
	const close = /<\/(\w+:)?worksheet>\s*$/.exec(tail)?.[0] ?? "</worksheet>";
	// What follows the rows refers to cells by their position: merged cells, filters, validations, tables.
	return head + out + end + close;
}

/** Removes what refers to cells that moved: the order of calculation, and parts that belong to positions in the sheet. */
async function dropReferences(
	{ entries, read }: Workbook,
	part: string,
	changed: Map<string, Buffer | null>,
): Promise<void> {
	changed.set(relationsOf(part), null);
	if (!entries.some(({ fileName }) => fileName === "xl/calcChain.xml")) return;
	changed.set("xl/calcChain.xml", null);
	for (const name of ["[Content_Types].xml", "xl/_rels/workbook.xml.rels"]) {
		const xml = await read(name);
		changed.set(name, Buffer.from(xml.replace(/<(?:Override|Relationship)\b[^>]*calcChain[^>]*\/>/g, "")));
	}
}

/** Where the relations of a part are. */
function relationsOf(part: string): string {
	const at = part.lastIndexOf("/") + 1;
	return `${part.slice(0, at)}_rels/${part.slice(at)}.rels`;
}
