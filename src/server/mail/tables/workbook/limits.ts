import { badRequest } from "../../../errors.ts";

/** What a workbook may have. Larger tables are read as CSV, of which any part can be read alone. */
export const WORKBOOK_LIMITS = { bytes: 20_000_000, rows: 100_000, sheets: 50 } as const;
/** XML of one part unpacked: a small zip archive may hold gigabytes. */
export const MAX_PART_BYTES = 150 * 1024 * 1024;

/** For workbooks that can't be read. @throws AppError 400 `not-a-table` */
export function notAWorkbook(message: string): Error {
	return badRequest("not-a-table", message);
}
