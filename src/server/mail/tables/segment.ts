import { CsvError, type Options, parse } from "csv-parse";
import { separatorLine } from "#shared/mail/separator-line.ts";
import { TOLERANT } from "./format.ts";
import type { SegmentInput, SegmentRows, TableLimits } from "./limits.ts";
import { rawEnds } from "./raw-ends.ts";

/** Bytes that are decoded at a time. */
const PIECE = 64 * 1024;

/**
 * Reads the rows that are complete in a segment of a file, empty ones included, up to a problem: `row-too-long` (also
 * where a quote is not closed), `bad-table` or `wrong-encoding`. Runs in a worker thread.
 */
export async function readSegment(raw: Uint8Array, input: SegmentInput): Promise<SegmentRows> {
	const { encoding, row, limits } = input;
	const decoded = decode(raw, input);
	const mark = row === 0 && decoded.text.startsWith("\ufeff") ? "\ufeff" : "";
	const named = row === 0 ? (separatorLine(decoded.text.slice(mark.length))?.length ?? 0) : 0;
	const head = decoded.text.slice(0, mark.length + named);
	const text = Buffer.from(decoded.text.slice(head.length));
	const isLast = input.isLast && decoded.problem === null;
	const found = input.delimiter === "" ? linesOf(text, isLast) : await recordsOf(text, { ...input, isLast });
	const { rows, ends, problem } = checked(found, text.length, { row, limits, isLast });
	const [start = 0, ...rawRows] = rawEnds([head, ...textsOf(text, ends)], raw, encoding);
	const bytes = isLast && problem === null ? raw.length : (rawRows.at(-1) ?? 0);
	return { rows, start, ends: rawRows, bytes, problem: problem ?? decoded.problem };
}

type Problem = SegmentRows["problem"];

interface Checking {
	/** Number of the row before the segment. */
	row: number;
	limits: TableLimits;
	isLast: boolean;
}

/** The rows before the first that is wider or longer than allowed. */
function checked({ rows, ends, problem }: Records, length: number, { row, limits, isLast }: Checking): Records {
	const until = (index: number, found: Problem) => ({
		...{ rows: rows.slice(0, index), ends: ends.slice(0, index), problem: found },
	});
	const wide = rows.findIndex((cells) => cells.length > limits.columns);
	if (wide >= 0) return until(wide, tooWide(row + wide + 1, limits));
	const long = rows.findIndex((cells) => cells.length === 1 && (cells[0] ?? "").length > limits.rowLength);
	if (long >= 0) return until(long, tooLong(row + long + 1));
	const rest = isLast ? 0 : length - (ends.at(-1) ?? 0);
	return {
		rows,
		ends,
		problem: problem ?? (rest > limits.rowLength * MAX_LETTER ? tooLong(row + rows.length + 1) : null),
	};
}

/** Bytes of a letter in UTF-8. */
const MAX_LETTER = 4;

/** The text up to the piece that can't be decoded. Replacing it would change columns that the export promises to keep. */
function decode(raw: Uint8Array, { encoding, isLast }: SegmentInput): { text: string; problem: Problem } {
	const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
	let text = "";
	try {
		for (let at = 0; at < raw.length; at += PIECE)
			text += decoder.decode(raw.subarray(at, at + PIECE), { stream: !isLast || at + PIECE < raw.length });
		return { text, problem: null };
	} catch (cause) {
		if (!(cause instanceof TypeError)) throw cause;
		const message = `The file is not written as ${encoding} throughout. Choose its encoding and try again.`;
		return { text, problem: { code: "wrong-encoding", message } };
	}
}

interface Records {
	rows: string[][];
	/** Where each row ends in the text in UTF-8, with its line break. */
	ends: number[];
	problem: Problem;
}

function textsOf(text: Buffer, ends: readonly number[]): string[] {
	return ends.map((end, index) => text.toString("utf8", ends[index - 1] ?? 0, end));
}

async function recordsOf(text: Buffer, { delimiter, row, isLast, limits }: SegmentInput): Promise<Records> {
	const options: Options = { ...TOLERANT, bom: false, delimiter, max_record_size: limits.rowLength, info: true };
	const parser = parse(options);
	const rows: string[][] = [];
	const ends: number[] = [];
	let problem: Problem = null;
	parser.on("data", ({ record, info }: { record: string[]; info: { bytes: number } }) => {
		rows.push(record);
		ends.push(info.bytes);
	});
	try {
		await new Promise<void>((resolve, reject) => {
			parser.once("error", reject);
			if (isLast) parser.once("end", resolve).end(text);
			else parser.write(text, () => resolve());
		});
	} catch (cause) {
		if (!(cause instanceof CsvError)) throw cause;
		problem = problemOf(cause, row + rows.length + 1);
	} finally {
		parser.destroy();
	}
	return { rows, ends, problem };
}

function problemOf({ code }: CsvError, row: number): Problem {
	if (code === "CSV_MAX_RECORD_SIZE") return tooLong(row);
	const message =
		code === "CSV_QUOTE_NOT_CLOSED"
			? `Row ${row} has a quotation mark that is not closed. Correct it and try again.`
			: `Row ${row} can't be read. Correct it and try again.`;
	return { code: "bad-table", message };
}

function tooLong(row: number): Problem {
	return { code: "row-too-long", message: `Row ${row} is too long. A quotation mark before it may not be closed.` };
}

function tooWide(row: number, { columns }: TableLimits): Problem {
	const message = `Row ${row} has more than ${columns.toLocaleString("en-US")} columns. Delete those you don't need and try again.`;
	return { code: "bad-table", message };
}

function linesOf(bytes: Buffer, isLast: boolean): Records {
	const rows: string[][] = [];
	const ends: number[] = [];
	const text = bytes.toString("utf8");
	let at = 0;
	let end = 0;
	const add = (line: string, ended: string): void => {
		rows.push([line]);
		end += Buffer.byteLength(line) + ended.length;
		ends.push(end);
	};
	for (const { 0: ended, index } of text.matchAll(/\r\n|\n|\r(?!$)/g)) {
		add(text.slice(at, index), ended);
		at = index + ended.length;
	}
	const rest = text.slice(at);
	const ended = rest.endsWith("\r") ? "\r" : "";
	if (isLast && rest.trim() !== "") add(rest.slice(0, rest.length - ended.length), ended);
	return { rows, ends, problem: null };
}
