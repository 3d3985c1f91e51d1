import Papa from "papaparse";
import { isAddress } from "./is-address.ts";

/** Encodings that mail tools and spreadsheets write. */
export const encodings = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const;
export type Encoding = (typeof encodings)[number];

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

/** Byte order mark, else valid UTF-8, else what Windows writes. @param bytes the beginning, which may end within a character */
export function encodingOf(bytes: Uint8Array): Encoding {
	if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
	if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
	try {
		new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
		return "utf-8";
	} catch {
		return "windows-1252";
	}
}

function split(text: string, delimiter: Delimiter): string[][] {
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
	if (first === undefined || first.some(isAddress)) return false;
	return rest.length === 0 ? first.length > 1 : rest.some((row) => row.some(isAddress));
}

/** The column with most addresses; null when fewer than half of the rows have one there. */
export function emailColumnOf({ rows }: TableSample): number | null {
	const width = Math.max(0, ...rows.map((row) => row.length));
	const counts = Array.from(
		{ length: width },
		(_, column) => rows.filter((row) => isAddress(row[column] ?? "")).length,
	);
	const max = Math.max(0, ...counts);
	return max > 0 && max * 2 >= rows.length ? counts.indexOf(max) : null;
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
	const used = encoding ?? encodingOf(bytes);
	const isComplete = file.size <= sampleBytes;
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
	const rows = split(decode(bytes, format.encoding, true), format.delimiter);
	return format.hasHeader ? { rows: rows.slice(1), firstLine: 2 } : { rows, firstLine: 1 };
}
