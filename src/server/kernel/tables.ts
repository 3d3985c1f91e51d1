/**
 * Uploaded tables with addresses: CSV, TSV and TXT files.
 */

/** How a file is written, and which column has the addresses. */
export { detectFormat, type GivenFormat, SAMPLE_BYTES, type TableFormat } from "../mail/tables/format.ts";
/** Its rows, one after another. */
export { readRows } from "../mail/tables/rows.ts";
