import Papa from "papaparse";
import type { Encoding } from "#shared/mail/encodings.ts";
import { separatorLine } from "#shared/mail/separator-line.ts";
import { encodingOf } from "#shared/mail/text-encoding.ts";
import { readCellAddresses } from "./cell-addresses.ts";

/** Comma, semicolon (spreadsheets in Europe), tab, bar; an empty one: each line is one value. */
export const delimiters = [",", ";", "\t", "|", ""] as const;
export type Delimiter = (typeof delimiters)[number];

/** How a file of rows is written. */
export interface TableFormat {
	encoding: Encoding;
	delimiter: Delimiter;
	/** The first row has the names of the columns. */
	hasHeader: boolean;
}

/** The beginning of a file. */
export interface TableSample {
	/** Names of the columns: of the header, or "Column 1". */
	columns: string[];
	rows: string[][];
}

/** Bytes that are read for the sample. */
const sampleBytes = 256 * 1024;

/** The rows of a text, without a first line that only names the delimiter. */
function split(whole: string, delimiter: Delimiter): string[][] {
	const text = whole.slice(separatorLine(whole)?.length ?? 0);
	const options = { skipEmptyLines: "greedy" } as const;
	// Without a delimiter, quotes and commas belong to the value.
	if (delimiter === "")
		return text
			.split(/\r\n|\n|\r/)
			.filter((line) => line.trim() !== "")
			.map((line) => [line.trim()]);
	return Papa.parse<string[]>(text, { ...options, delimiter }).data.map((row) => row.map((value) => value.trim()));
}

/** The delimiter that gives most rows the same number of columns, more than one; none where no delimiter does. */
export function delimiterOf(text: string): Delimiter {
	const named = separatorLine(text)?.delimiter;
	if (named !== undefined) return named;
	let best: { delimiter: Delimiter; score: number } = { delimiter: "", score: 0 };
	for (const delimiter of [",", ";", "\t", "|"] as const) {
		const widths = split(text, delimiter).map((row) => row.length);
		const [first = 1] = widths;
		const agreeing = widths.filter((width) => width === first).length / Math.max(1, widths.length);
		const score = first > 1 ? agreeing * (1 + first / 100) : 0;
		if (score > best.score) best = { delimiter, score };
	}
	return best.score >= 0.6 ? best.delimiter : "";
}

/** Whether the first row names the columns: it has no address, while rows below have one. */
export function headerOf(rows: readonly string[][]): boolean {
	const [first, ...rest] = rows;
	if (first === undefined || first.some(hasAddress)) return false;
	return rest.length === 0 ? first.length > 1 : rest.some((row) => row.some(hasAddress));
}

function hasAddress(value: string): boolean {
	return readCellAddresses(value) !== null;
}

/** The column with most addresses; null when fewer than half of its values are some. */
export function emailColumnOf({ rows }: TableSample): number | null {
	const width = Math.max(0, ...rows.map((row) => row.length));
	const counts = Array.from({ length: width }, (_, column) => {
		const values = rows.map((row) => row[column] ?? "").filter((value) => value !== "");
		const count = values.filter(hasAddress).length;
		return count * 2 >= values.length ? count : 0;
	});
	const max = Math.max(0, ...counts);
	return max > 0 ? counts.indexOf(max) : null;
}

function decode(bytes: Uint8Array, encoding: Encoding, isComplete: boolean): string {
	return new TextDecoder(encoding).decode(bytes, { stream: !isComplete });
}

/** Drops a last line that the sample cut off. */
function completeLines(text: string, isComplete: boolean): string {
	const end = Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r"));
	return isComplete || end < 0 ? text : text.slice(0, end);
}

async function sampleText(file: Blob, encoding?: Encoding): Promise<{ text: string; encoding: Encoding }> {
	const bytes = new Uint8Array(await file.slice(0, sampleBytes).arrayBuffer());
	const isComplete = file.size <= sampleBytes;
	const used = encoding ?? encodingOf(bytes, isComplete);
	return { text: completeLines(decode(bytes, used, isComplete), isComplete), encoding: used };
}

/** Detects how a CSV, TSV or TXT file is written, from its first 256 kB. */
export async function detectFormat(file: Blob): Promise<TableFormat> {
	const { text, encoding } = await sampleText(file);
	const delimiter = delimiterOf(text);
	return { encoding, delimiter, hasHeader: headerOf(split(text, delimiter).slice(0, 50)) };
}

/** The first rows of a file. @param maxRows number of rows */
export async function readSample(file: Blob, format: TableFormat, maxRows = 100): Promise<TableSample> {
	const { text } = await sampleText(file, format.encoding);
	const all = split(text, format.delimiter);
	const width = Math.max(0, ...all.slice(0, maxRows).map((row) => row.length));
	const header = format.hasHeader ? all[0] : undefined;
	return {
		columns: Array.from({ length: width }, (_, column) => header?.[column] || `Column ${column + 1}`),
		rows: all.slice(format.hasHeader ? 1 : 0, maxRows + 1),
	};
}

/** All rows of a file without its header, and the line number of the first one in a spreadsheet. */
export async function readRows(file: Blob, format: TableFormat): Promise<{ rows: string[][]; firstLine: number }> {
	const bytes = new Uint8Array(await file.arrayBuffer());
	const text = decode(bytes, format.encoding, true);
	const rows = split(text, format.delimiter);
	const firstLine = separatorLine(text) === null ? 1 : 2;
	return format.hasHeader ? { rows: rows.slice(1), firstLine: firstLine + 1 } : { rows, firstLine };
}
