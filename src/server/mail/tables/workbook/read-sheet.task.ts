import { badRequest } from "../../../errors.ts";
import { WORKBOOK_LIMITS } from "./limits.ts";
import { openWorkbook } from "./parts.ts";
import { mergedWidth, rowsOfSheet } from "./sheet-rows.ts";

export interface ReadSheetInput {
	part: string;
	/** From 0. */
	column: number;
}

export interface SheetColumn {
	/** By row: the text of the column; null: all of the row is empty. */
	rows: (string | null)[];
	/** Columns with cells, or with a part of a merged one. */
	width: number;
}

/** One column of a sheet, with all rows up to the last one. @throws AppError 400 `not-a-table` or `too-many-rows` */
export default async function task(bytes: Buffer, { part, column }: ReadSheetInput): Promise<SheetColumn> {
	const { read, strings } = await openWorkbook(bytes);
	const xml = await read(part);
	const rows: (string | null)[] = [];
	let width = mergedWidth(xml);
	for (const { number, cells } of rowsOfSheet(xml, await strings())) {
		const isBlank = cells.every((cell) => cell.trim() === "");
		if (isBlank) continue;
		if (number > WORKBOOK_LIMITS.rows)
			throw badRequest(
				"too-many-rows",
				`A spreadsheet can have up to ${WORKBOOK_LIMITS.rows.toLocaleString("en-US")} rows. Save the table as CSV and try again.`,
			);
		while (rows.length + 1 < number) rows.push(null);
		rows[number - 1] = cells[column] ?? "";
		width = Math.max(width, cells.length);
	}
	return { rows, width };
}
