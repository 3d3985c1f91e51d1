/**
 * The database. A tool queries its own tables and the published views (`db/migrations/0001_baseline.sql`), always
 * by owner.
 */

/** Describes the columns of a table, with their types, and writes the lists that statements need. */
export { column } from "../db/column.ts";
/** Runs statements and transactions. */
export type { Database } from "../db/database.ts";
/** JSON that PostgreSQL accepts, whatever text from mail is in it. */
export { toSqlJson } from "../db/json.ts";
/** Text without what PostgreSQL cannot store. */
export { storable } from "../db/storable.ts";
/** A table's description, its rows, and an INSERT. */
export { insertInto, type NewRow, type RowOf, table } from "../db/table.ts";
/** Pages of lists, by the key they are ordered by. */
export { cutPage, type KeyPage, readCursor, timeKey } from "../key-cursor.ts";
/** Runs work one at a time per account, across processes. */
export { withAccountLock } from "../platform/locks/account-lock.ts";
