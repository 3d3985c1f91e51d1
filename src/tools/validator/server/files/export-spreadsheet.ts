import { buffer } from "node:stream/consumers";
import { isArtifactReady, readArtifact } from "#kernel/artifacts.ts";
import { conflict } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import { appendToSheet } from "#kernel/tables.ts";
import { EXPORT_COLUMNS } from "../../export-columns.ts";
import { isLetThrough, type RowFilter } from "../../row-filter.ts";
import { exportedRows } from "./export.ts";
import { getFile } from "./store.ts";

/**
 * A spreadsheet as it was uploaded, with the results at the end of its rows.
 * @param filter leaves out other rows
 * @throws AppError 404; 409 `no-spreadsheet` for a text file, or when the file is gone after a restore
 */
export async function exportSpreadsheet(
	ctx: MailContext,
	ownerId: string,
	{ id, filter }: { id: string; filter: RowFilter },
): Promise<AsyncGenerator<Uint8Array>> {
	const file = await getFile(ctx.database, ownerId, id);
	const { sheet, columns, sizeBytes } = file;
	if (sheet === null || !(await isArtifactReady(ctx, ownerId, id)))
		throw conflict("no-spreadsheet", "The spreadsheet is not stored here. Export the results as CSV.");
	const rows: (string[] | null)[] = file.hasHeader ? [EXPORT_COLUMNS] : [];
	for await (const { line, reason, cells } of exportedRows(ctx, { ownerId, file }))
		rows[line - 1] = isLetThrough(filter, reason) ? cells : null;
	const bytes = await buffer(await readArtifact(ctx.config, id, 0, sizeBytes - 1));
	const isPart = filter.status !== undefined || filter.reason !== undefined;
	const column = Math.max(file.width, columns.length);
	const result = await appendToSheet(ctx, ownerId, bytes, { part: sheet, column, rows, isPart });
	return (async function* () {
		yield result;
	})();
}
