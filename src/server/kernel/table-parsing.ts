/**
 * Reading tables in this thread: for tasks in worker threads, and for commands, which are processes of their own.
 */

/** Detects how a file is written. */
export { detectFormat } from "../mail/tables/format.ts";
/** Limits, which tests make small. */
export { SAMPLE_BYTES, TABLE_LIMITS, type TableLimits } from "../mail/tables/limits.ts";
/** Rows of a file, read segment by segment. */
export { rowsBySegments } from "../mail/tables/rows.ts";
/** Rows of one segment. */
export { readSegment } from "../mail/tables/segment.ts";
