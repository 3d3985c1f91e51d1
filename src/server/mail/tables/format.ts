import { parse } from "csv-parse/sync";
import type { Delimiter, Encoding } from "#shared/contracts/tables.ts";
import { separatorLine } from "#shared/mail/separator-line.ts";
import { encodingOf } from "#shared/mail/text-encoding.ts";
import { badRequest } from "../../errors.ts";
import { addressOf } from "../addresses/entries.ts";
import { parseAddress } from "../addresses/syntax.ts";
import { TABLE_LIMITS, type TableLimits } from "./limits.ts";

/** How a file of rows is written. */
export interface TableFormat {
	encoding: Encoding;
	/** Empty: each line is one value. */
	delimiter: Delimiter;
	/** The first row names the columns. */
	hasHeader: boolean;
	columns: string[];
	emailColumn: number;
}

/** What the caller knows better than the detection. */
export interface GivenFormat {
	encoding?: Encoding | undefined;
	delimiter?: Delimiter | undefined;
	hasHeader?: boolean | undefined;
	emailColumn?: number | undefined;
}

const SAMPLE_ROWS = 200;

/** First bytes, in hexadecimal, of files that people take for tables. */
const OTHER_FILES: readonly [what: string, magic: string][] = [
	["a ZIP archive or a spreadsheet", "504b03"],
	["a ZIP archive or a spreadsheet", "504b05"],
	["a compressed file", "1f8b"],
	["a PDF", "255044462d"],
	["an old spreadsheet", "d0cf11e0"],
];

/**
 * Detects how a CSV, TSV or TXT file is written, and which column has the addresses. Runs in a worker thread.
 * @param head the file's beginning: `SAMPLE_BYTES`
 * @throws AppError 400 `not-a-table`, `no-emails` or `bad-column`
 */
export function detectFormat(
	head: Uint8Array,
	{ isWhole, given = {}, limits = TABLE_LIMITS }: { isWhole: boolean; given?: GivenFormat; limits?: TableLimits },
): TableFormat {
	const start = Buffer.from(head.subarray(0, 16)).toString("hex");
	const other = OTHER_FILES.find(([, magic]) => start.startsWith(magic));
	if (other !== undefined) throw notATable(`This is ${other[0]}. Save the table as CSV and try again.`);
	const encoding = given.encoding ?? encodingOf(head, isWhole);
	const text = completeLines(new TextDecoder(encoding).decode(head, { stream: !isWhole }), isWhole);
	if (/(?![\t-\r])[^\x20-\u{10ffff}]/u.test(text))
		throw notATable("This is not a text file. Save the table as CSV and try again.");
	const named = separatorLine(text);
	const rest = text.slice(named?.length ?? 0);
	const delimiter = given.delimiter ?? named?.delimiter ?? delimiterOf(rest);
	const rows = rowsOf(rest, delimiter).slice(0, SAMPLE_ROWS);
	const hasHeader = given.hasHeader ?? headerOf(rows);
	const header = hasHeader ? rows[0] : undefined;
	const body = hasHeader ? rows.slice(1) : rows;
	const width = Math.max(1, ...rows.map((row) => row.length));
	if (width > limits.columns)
		throw notATable(
			`The file has more than ${limits.columns.toLocaleString("en-US")} columns. Delete those you don't need and try again.`,
		);
	const columns = Array.from({ length: width }, (_, column) => header?.[column]?.trim() || `Column ${column + 1}`);
	if (given.emailColumn !== undefined && given.emailColumn >= width)
		throw badRequest("bad-column", `The file has ${width} columns; there is no column ${given.emailColumn + 1}.`);
	const emailColumn = given.emailColumn ?? emailColumnOf(body, columns);
	if (emailColumn === null) throw noEmails();
	return { encoding, delimiter, hasHeader, columns, emailColumn };
}

/** For files without addresses. */
function noEmails(): Error {
	return badRequest("no-emails", "Please enter email addresses or upload a CSV file.");
}

function notATable(message: string): Error {
	return badRequest("not-a-table", message);
}

/** Drops a last line that the sample cut off. */
function completeLines(text: string, isWhole: boolean): string {
	const end = Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r"));
	return isWhole || end < 0 ? text : text.slice(0, end);
}

/** Rows of a short text; quotes that are not closed belong to the value. */
function rowsOf(text: string, delimiter: Delimiter): string[][] {
	const lines = () => text.split(/\r\n|\n|\r/).map((line) => (delimiter === "" ? [line] : line.split(delimiter)));
	if (delimiter === "") return lines().filter((row) => row.join("").trim() !== "");
	try {
		return parse(text, { delimiter, ...TOLERANT, skip_empty_lines: true, to: SAMPLE_ROWS });
	} catch {
		return lines().filter((row) => row.join("").trim() !== "");
	}
}

/** Rows may have different lengths, and quotes inside of values. */
export const TOLERANT = {
	...{ relax_quotes: true, relax_column_count: true, bom: true },
	// Each row by itself: programs that append lines may end them in their own way.
	record_delimiter: ["\r\n", "\n", "\r"],
};

/** The delimiter that gives most rows the same number of columns, more than one; none where no delimiter does. */
function delimiterOf(text: string): Delimiter {
	let best: { delimiter: Delimiter; score: number } = { delimiter: "", score: 0 };
	for (const delimiter of [",", ";", "\t", "|"] as const) {
		const widths = rowsOf(text, delimiter).map((row) => row.length);
		const counts = new Map<number, number>();
		for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1);
		const [width = 1, count = 0] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [];
		const score = width > 1 ? (count / widths.length) * (1 + width / 100) : 0;
		if (score > best.score) best = { delimiter, score };
	}
	return best.score >= 0.6 ? best.delimiter : "";
}

/** Whether the first row names the columns: it has no address, while rows below have one. */
export function headerOf(rows: readonly string[][]): boolean {
	const [first, ...rest] = rows;
	if (first === undefined || first.some((cell) => cell.includes("@"))) return false;
	return rest.some((row) => row.some((cell) => cell.includes("@")));
}

/** The column with most addresses; among equals the one whose name says so. */
export function emailColumnOf(rows: readonly string[][], columns: readonly string[]): number | null {
	const scores = columns.map((name, column) => {
		const cells = rows.map((row) => row[column] ?? "");
		const valid = cells.filter((cell) => typeof parseAddress(addressOf(cell)) === "object").length;
		const withAt = cells.filter((cell) => cell.includes("@")).length;
		const isNamed = /e-?mail|^mail$|address|correo|courriel/i.test(name);
		return valid + withAt / 10 + (isNamed && withAt > 0 ? 0.05 : 0);
	});
	const best = Math.max(0, ...scores);
	return best > 0 ? scores.indexOf(best) : null;
}
