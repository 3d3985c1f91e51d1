import type { Delimiter, Encoding } from "#shared/contracts/tables.ts";
import { FORMULA } from "#shared/formula.ts";
import { encodeText } from "./encode.ts";

export interface AppendOptions {
	encoding: Encoding;
	/** Empty: each line is one value; a comma then separates what is added. */
	delimiter: Delimiter;
	/** Columns of the file: shorter rows are filled up, so that what is added has the same columns everywhere. */
	width: number;
}

/**
 * A row of a file with cells added at its end. Its own bytes stay as they are, but for formulas: an apostrophe before them
 * keeps spreadsheets from evaluating them.
 * @param row its cells, and its bytes with the line break
 */
export function appendCells(
	row: { cells: readonly string[]; bytes: Uint8Array },
	added: readonly string[],
	options: AppendOptions,
): Buffer {
	const { encoding, delimiter, width } = options;
	const separator = delimiter === "" ? "," : delimiter;
	const { content, ending } = splitEnding(row.bytes, encoding);
	const missing = Math.max(0, width - Math.max(1, row.cells.length));
	const more = [...Array<string>(missing).fill(""), ...added.map((cell) => written(safe(cell), separator))];
	const own =
		delimiter === "" ? oneValue(content, row.cells[0] ?? "", encoding) : withoutFormulas(content, row.cells, options);
	return Buffer.concat([own, encodeText(more.map((cell) => separator + cell).join(""), encoding), ending]);
}

function safe(cell: string): string {
	return FORMULA.test(cell) ? `'${cell}` : cell;
}

function written(cell: string, separator: string): string {
	return cell.includes(separator) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** A line is read as one value: where others would read several, it is put in quotes. */
function oneValue(content: Uint8Array, value: string, encoding: Encoding): Uint8Array {
	const text = written(safe(value), ",");
	return text === value ? content : encodeText(text, encoding);
}

/** The line break at the end of a row, if it has one. */
function splitEnding(bytes: Uint8Array, encoding: Encoding): { content: Uint8Array; ending: Uint8Array } {
	const unit = encoding.startsWith("utf-16") ? 2 : 1;
	const low = encoding === "utf-16be" ? 1 : 0;
	const signAt = (fromEnd: number): string => {
		const at = bytes.length - fromEnd * unit;
		const isAscii = at >= 0 && (unit === 1 || bytes[at + 1 - low] === 0);
		return isAscii ? String.fromCharCode(bytes[at + low] ?? 0) : "";
	};
	let signs = 0;
	if (signAt(1) === "\n") signs = signAt(2) === "\r" ? 2 : 1;
	else if (signAt(1) === "\r") signs = 1;
	const end = bytes.length - signs * unit;
	return { content: bytes.subarray(0, end), ending: bytes.subarray(end) };
}

/** Adds an apostrophe to each formula. */
function withoutFormulas(content: Uint8Array, cells: readonly string[], options: AppendOptions): Uint8Array {
	const { encoding, delimiter } = options;
	if (!cells.some((cell) => FORMULA.test(cell))) return content;
	const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(content);
	const starts = cellStarts(text, delimiter);
	// Quotes that are read leniently: all of the row is written anew.
	if (starts.length !== cells.length)
		return encodeText(cells.map((cell) => written(safe(cell), delimiter)).join(delimiter), encoding);
	let at = 0;
	let out = "";
	for (const [index, cell] of cells.entries())
		if (FORMULA.test(cell)) {
			const start = starts[index] ?? at;
			out += `${text.slice(at, start)}'`;
			at = start;
		}
	return encodeText(out + text.slice(at), encoding);
}

/** Where the values of a row begin, behind their quotation marks. */
function cellStarts(text: string, delimiter: string): number[] {
	const starts: number[] = [];
	for (let at = 0; at <= text.length; at++) {
		const isQuoted = text[at] === '"';
		starts.push(isQuoted ? at + 1 : at);
		if (isQuoted) at = closingQuote(text, at + 1);
		const next = text.indexOf(delimiter, at);
		if (next < 0) break;
		at = next;
	}
	return starts;
}

function closingQuote(text: string, from: number): number {
	for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at;
	return text.length;
}
