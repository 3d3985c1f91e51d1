/**
 * Uploaded tables with addresses: CSV, TSV and TXT files. They are read in worker threads.
 */

/** Adds cells to a row of a file, whose bytes stay as they are. */
export { appendCells } from "../mail/tables/append-cells.ts";
/** How a file is written, and which column has the addresses. */
export type { GivenFormat, TableFormat } from "../mail/tables/format.ts";
/** Bytes that `detectFormat` needs. */
export { SAMPLE_BYTES } from "../mail/tables/limits.ts";
/** Detects the format, and reads the rows one after another. */
export { detectFormat, readRawRows } from "../mail/tables/read-table.ts";
/** Limits of spreadsheets, which are read as a whole. */
export { WORKBOOK_LIMITS } from "../mail/tables/workbook/limits.ts";
/** Spreadsheets: their sheets, a column of one, and the same with cells added. */
export {
	type AppendInput,
	appendToSheet,
	chooseSheet,
	inspectWorkbook,
	isZip,
	readSheet,
} from "../mail/tables/workbook/workbook.ts";
/** Reads files that users upload, and other input of strangers, with a task in a worker thread. */
export { readInWorker, readUpload, type UploadTask } from "../mail/uploads/read-upload.ts";
