import { emailColumnOf, headerOf } from "../format.ts";
import { openWorkbook, type Sheet } from "./parts.ts";
import { rowsOfSheet } from "./sheet-rows.ts";

/** A sheet with what was detected in its first rows. */
export interface InspectedSheet extends Sheet {
	hasHeader: boolean;
	columns: string[];
	/** Null: no column has addresses. */
	emailColumn: number | null;
	/** The first rows below the header. */
	sample: string[][];
}

/** Rows that are looked at, and shown. */
const LOOKED_AT = 200;
const SHOWN = 5;

/** The sheets of a workbook. @throws AppError 400 `not-a-table` */
export default async function task(bytes: Buffer): Promise<InspectedSheet[]> {
	const { sheets, read, strings } = await openWorkbook(bytes);
	const texts = await strings();
	const found: InspectedSheet[] = [];
	for (const sheet of sheets) {
		const rows: string[][] = [];
		for (const { number, cells } of rowsOfSheet(await read(sheet.part), texts)) {
			while (rows.length + 1 < Math.min(number, LOOKED_AT)) rows.push([]);
			rows.push(cells);
			if (rows.length >= LOOKED_AT) break;
		}
		const hasHeader = headerOf(rows);
		const body = hasHeader ? rows.slice(1) : rows;
		const width = Math.max(1, ...rows.map(({ length }) => length));
		const columns = Array.from(
			{ length: width },
			(_, column) => (hasHeader ? rows[0]?.[column]?.trim() : "") || `Column ${column + 1}`,
		);
		found.push({
			...sheet,
			hasHeader,
			columns,
			emailColumn: emailColumnOf(body, columns),
			sample: body.slice(0, SHOWN),
		});
	}
	return found;
}
