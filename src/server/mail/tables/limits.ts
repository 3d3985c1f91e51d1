import type { Delimiter, Encoding } from "#shared/contracts/tables.ts";

/** What a table may have. Tests set limits of a few rows and columns. */
export interface TableLimits {
	columns: number;
	/** Characters of one row. */
	rowLength: number;
}

export const TABLE_LIMITS: Readonly<TableLimits> = { columns: 1_000, rowLength: 256 * 1024 };
/** Bytes that the detection of the format reads. */
export const SAMPLE_BYTES = 256 * 1024;
/** Bytes that are read at a time; a row may be as long as several of them. */
export const SEGMENT_BYTES = 1024 * 1024;

/** Part of a file of rows. */
export interface SegmentInput {
	encoding: Encoding;
	/** Empty: each line is one value. */
	delimiter: Delimiter;
	/** Number of the row before the segment; 0: it is the beginning of the file. */
	row: number;
	/** The file ends with it. */
	isLast: boolean;
	limits: TableLimits;
}

/** The complete rows of a segment, and its bytes that they take. */
export interface SegmentRows {
	rows: string[][];
	/** Where the first row begins, behind a byte order mark and a line that names the separator. */
	start: number;
	/** Where each row ends, with its line break. */
	ends: number[];
	bytes: number;
	/** Why the row after them can't be read. */
	problem: { code: string; message: string } | null;
}
