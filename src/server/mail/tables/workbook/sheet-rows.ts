import { decodeXML } from "entities";
import { attribute, between, textOf } from "./parts.ts";

/** A row of a sheet, with where it is in the XML. */
export interface SheetRow {
	/** From 1, as the spreadsheet shows it; empty rows are left out of the XML. */
	number: number;
	/** The texts of its cells; numbers, dates and results of formulas as the file has them. */
	cells: string[];
	start: number;
	/** Where its opening tag ends. */
	open: number;
	/** Where its closing tag begins; the same as `open` where it has none. */
	close: number;
	end: number;
}

/** The rows of a sheet in order. @param strings what cells refer to */
export function* rowsOfSheet(xml: string, strings: readonly string[]): Generator<SheetRow> {
	const tag = /<(\w+:)?row(?=[\s/>])[^>]*>/g;
	let before = 0;
	for (let match = tag.exec(xml); match !== null; match = tag.exec(xml)) {
		const [opening, prefix = ""] = match;
		const open = tag.lastIndex;
		const number = Number(attribute(opening, "r")) || before + 1;
		before = number;
		const closing = `</${prefix}row>`;
		const isEmpty = opening.endsWith("/>");
		const close = isEmpty ? open : xml.indexOf(closing, open);
		if (close < 0) return;
		const end = isEmpty ? open : close + closing.length;
		yield { number, cells: cellsOf(xml.slice(open, close), strings), start: match.index, open, close, end };
		tag.lastIndex = end;
	}
}

function cellsOf(xml: string, strings: readonly string[]): string[] {
	const cells: string[] = [];
	const tag = /<(\w+:)?c(?=[\s/>])[^>]*>/g;
	for (let match = tag.exec(xml); match !== null; match = tag.exec(xml)) {
		const [opening, prefix = ""] = match;
		const column = columnOf(attribute(opening, "r")) ?? cells.length;
		while (cells.length < column) cells.push("");
		const closing = `</${prefix}c>`;
		const end = opening.endsWith("/>") ? tag.lastIndex : xml.indexOf(closing, tag.lastIndex);
		if (end < 0) break;
		cells[column] = cellText(xml.slice(tag.lastIndex, end), attribute(opening, "t"), strings);
		tag.lastIndex = end;
	}
	return cells;
}

function cellText(xml: string, type: string, strings: readonly string[]): string {
	if (type === "inlineStr") return textOf(xml);
	const value = decodeXML(between(xml, "v")[0] ?? "");
	if (type === "s") return strings[Number(value)] ?? "";
	return type === "b" ? (value === "1" ? "TRUE" : "FALSE") : value;
}

const LETTERS = 26;
/** Of the widest sheets. */
const MAX_COLUMNS = 16_384;

/** From 0; null: the reference has no column. */
function columnOf(reference: string): number | null {
	const letters = /^[A-Z]{1,3}/.exec(reference)?.[0];
	if (letters === undefined) return null;
	const column = [...letters].reduce((sum, letter) => sum * LETTERS + letter.charCodeAt(0) - 64, 0) - 1;
	return column < MAX_COLUMNS ? column : null;
}

/** Columns up to the last one of a merged cell, which would hide what is added there. */
export function mergedWidth(xml: string): number {
	const ends = [...xml.matchAll(/<(?:\w+:)?mergeCell\s+ref="[A-Z]{1,3}\d{1,7}:([A-Z]{1,3}\d{1,7})"/g)];
	return ends.reduce((width, [, end = ""]) => Math.max(width, (columnOf(end) ?? -1) + 1), 0);
}

/** The letters of a column. @param column from 0 */
export function columnName(column: number): string {
	const before = Math.floor(column / LETTERS);
	return (before > 0 ? columnName(before - 1) : "") + String.fromCharCode(65 + (column % LETTERS));
}
