import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import type { Delimiter, Encoding } from "#shared/contracts/tables.ts";
import { badRequest } from "../../errors.ts";
import { MAX_COLUMNS, TOLERANT } from "./format.ts";

/** Characters of one row. */
const MAX_ROW = 256 * 1024;

interface RowFormat {
	encoding: Encoding;
	delimiter: Delimiter;
}

/**
 * Rows of a file as they are read, empty ones included. Memory does not depend on the size of the file.
 * @throws AppError 400 `row-too-long` (also where a quote is not closed), `bad-table` or `wrong-encoding`
 */
export async function* readRows(
	bytes: AsyncIterable<Uint8Array>,
	{ encoding, delimiter }: RowFormat,
): AsyncGenerator<string[]> {
	const text = decode(bytes, encoding);
	if (delimiter === "") {
		for await (const line of linesOf(text)) yield [line];
		return;
	}
	const source = Readable.from(text);
	const parser = parse({ ...TOLERANT, delimiter, max_record_size: MAX_ROW });
	source.once("error", (cause) => parser.destroy(cause));
	let line = 0;
	try {
		for await (const row of source.pipe(parser) as AsyncIterable<string[]>) {
			line++;
			if (row.length > MAX_COLUMNS) throw badRequest("bad-table", `Row ${line} has more than ${MAX_COLUMNS} columns.`);
			yield row;
		}
	} catch (cause) {
		throw cause instanceof CsvError ? describe(cause, line + 1) : cause;
	} finally {
		source.destroy();
	}
}

function describe({ code }: CsvError, row: number): Error {
	if (code === "CSV_MAX_RECORD_SIZE") return tooLong(row);
	if (code === "CSV_QUOTE_NOT_CLOSED")
		return badRequest("bad-table", `Row ${row} has a quotation mark that is not closed. Correct it and try again.`);
	return badRequest("bad-table", `Row ${row} can't be read. Correct it and try again.`);
}

function tooLong(row: number): Error {
	return badRequest("row-too-long", `Row ${row} is too long. A quotation mark before it may not be closed.`);
}

async function* decode(bytes: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<string> {
	// Replacing what can't be decoded would change columns that the export promises to keep.
	const decoder = new TextDecoder(encoding, { fatal: true });
	try {
		for await (const chunk of bytes) {
			const text = decoder.decode(chunk, { stream: true });
			if (text !== "") yield text;
		}
		const rest = decoder.decode();
		if (rest !== "") yield rest;
	} catch (cause) {
		if (!(cause instanceof TypeError)) throw cause;
		throw badRequest(
			"wrong-encoding",
			`The file is not written as ${encoding} throughout. Choose its encoding and try again.`,
		);
	}
}

async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<string> {
	let rest = "";
	let row = 1;
	for await (const text of texts) {
		const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
		rest = lines.pop() ?? "";
		if (rest.length > MAX_ROW) throw tooLong(row + lines.length);
		row += lines.length;
		yield* lines;
	}
	if (rest.trim() !== "") yield rest.replace(/\r$/, "");
}
