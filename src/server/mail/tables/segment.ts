import { CsvError, type Options, parse } from "csv-parse";
import type { Encoding } from "#shared/contracts/tables.ts";
import { separatorLine } from "#shared/mail/separator-line.ts";
import { TOLERANT } from "./format.ts";
import type { SegmentInput, SegmentRows, TableLimits } from "./limits.ts";

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
	const text = decoded.text.slice(mark.length + named);
	const isLast = input.isLast && decoded.problem === null;
	const found = input.delimiter === "" ? linesOf(text, isLast) : await recordsOf(text, { ...input, isLast });
	const { rows, rest, problem } = checked(found, row, limits);
	const bytes = bytesOf(decoded.text.slice(0, decoded.text.length - rest.length), raw, encoding);
	return { rows, bytes, problem: problem ?? decoded.problem };
}

type Problem = SegmentRows["problem"];

/** The rows before the first that is wider or longer than allowed. */
function checked({ rows, rest, problem }: Records, row: number, limits: TableLimits): Records {
	const wide = rows.findIndex(({ length }) => length > limits.columns);
	if (wide >= 0) return { rows: rows.slice(0, wide), rest, problem: tooWide(row + wide + 1, limits) };
	const long = rows.findIndex((cells) => cells.length === 1 && (cells[0] ?? "").length > limits.rowLength);
	if (long >= 0) return { rows: rows.slice(0, long), rest, problem: tooLong(row + long + 1) };
	return { rows, rest, problem: problem ?? (rest.length > limits.rowLength ? tooLong(row + rows.length + 1) : null) };
}

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

/** Bytes of the rows that this text was decoded from, the beginning of the raw one. */
function bytesOf(text: string, raw: Uint8Array, encoding: Encoding): number {
	if (encoding === "utf-8") return Buffer.byteLength(text);
	if (encoding.startsWith("utf-16")) return text.length * 2;
	// A letter may have one to four bytes, but rows end with a line break, which has one everywhere.
	let breaks = 0;
	for (const letter of text) if (letter === "\n" || letter === "\r") breaks++;
	let at = 0;
	for (; breaks > 0 && at < raw.length; at++) if (raw[at] === LINE_FEED || raw[at] === CARRIAGE_RETURN) breaks--;
	return at;
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

interface Records {
	rows: string[][];
	/** What follows the last complete row. */
	rest: string;
	problem: Problem;
}

async function recordsOf(text: string, { delimiter, row, isLast, limits }: SegmentInput): Promise<Records> {
	const options: Options = { ...TOLERANT, bom: false, delimiter, max_record_size: limits.rowLength, info: true };
	const parser = parse(options);
	const rows: string[][] = [];
	const bytes = Buffer.from(text);
	let read = 0;
	let problem: Problem = null;
	parser.on("data", ({ record, info }: { record: string[]; info: { bytes: number } }) => {
		rows.push(record);
		read = info.bytes;
	});
	try {
		await new Promise<void>((resolve, reject) => {
			parser.once("error", reject);
			if (isLast) parser.once("end", resolve).end(bytes);
			else parser.write(bytes, () => resolve());
		});
	} catch (cause) {
		if (!(cause instanceof CsvError)) throw cause;
		problem = problemOf(cause, row + rows.length + 1);
	} finally {
		parser.destroy();
	}
	return { rows, rest: isLast ? "" : bytes.toString("utf8", read), problem };
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

function linesOf(text: string, isLast: boolean): Records {
	const lines = text.split(/\r\n|\n|\r(?!$)/);
	const rest = lines.pop() ?? "";
	const rows = lines.map((line) => [line]);
	if (!isLast) return { rows, rest, problem: null };
	if (rest.trim() !== "") rows.push([rest.replace(/\r$/, "")]);
	return { rows, rest: "", problem: null };
}
