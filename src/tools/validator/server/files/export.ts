import { isArtifactReady, readArtifact } from "#kernel/artifacts.ts";
import { AppError } from "#kernel/errors.ts";
import { csvRecord, type MailContext } from "#kernel/module.ts";
import { appendCells, readRawRows } from "#kernel/tables.ts";
import { EXPORT_COLUMNS, exportCells, uncheckedCells } from "../../export-columns.ts";
import { LEFT_OUT } from "../../left-out.ts";
import { isLetThrough, type RowFilter, type RowReason } from "../../row-filter.ts";
import { verdictOf } from "./files.ts";
import { rowItem, verdictIn } from "./item.ts";
import { type FileRecord, getFile } from "./store.ts";

/** Items per statement. */
const PAGE = 1_000;

/** What is known of a row of the file. */
export interface ExportedRow {
	/** As a spreadsheet counts it. */
	line: number;
	/** Of the verdict, or why the row was left out; null: it was not validated. */
	reason: RowReason | null;
	/** In the order of `EXPORT_COLUMNS`. */
	cells: string[];
}

/**
 * A file as it was uploaded, byte by byte, with the results at the end of its rows; formulas are kept from being evaluated.
 * Read while it is streamed.
 * @param filter leaves out other rows
 * @throws AppError 404
 */
export async function exportFile(
	ctx: MailContext,
	ownerId: string,
	{ id, filter }: { id: string; filter: RowFilter },
): Promise<AsyncGenerator<Uint8Array>> {
	const file = await getFile(ctx.database, ownerId, id);
	const rows = exportedRows(ctx, { ownerId, file });
	const isText = file.sheet === null && (await isArtifactReady(ctx, ownerId, id));
	return isText ? ofFile(ctx, { ownerId, file, filter }, rows) : ofRows(filter, rows);
}

interface Exporting {
	ownerId: string;
	file: FileRecord;
	filter: RowFilter;
}

async function* ofFile(
	ctx: MailContext,
	{ ownerId, file, filter }: Exporting,
	results: AsyncGenerator<ExportedRow>,
): AsyncGenerator<Uint8Array> {
	const { state } = await ctx.work.get({ ownerId, id: file.id });
	const options = { ...file, width: Math.max(file.width, file.columns.length) };
	const why = state === "cancelled" ? "Canceled" : (file.error ?? "Not checked yet");
	const bytes = await readArtifact(ctx.config, file.id, 0, file.sizeBytes - 1);
	let next = await results.next();
	let line = 0;
	try {
		for await (const { cells, bytes: raw } of readRawRows(ctx, ownerId, bytes, file)) {
			if (cells === null) {
				yield raw;
				continue;
			}
			line++;
			const row = { cells, bytes: raw };
			if (line === 1 && file.hasHeader) {
				yield appendCells(row, EXPORT_COLUMNS, options);
				continue;
			}
			const known = next.done !== true && next.value.line === line ? next.value : null;
			if (known !== null) next = await results.next();
			if (!isLetThrough(filter, known?.reason ?? null)) continue;
			yield appendCells(row, known?.cells ?? uncheckedCells("", why), options);
		}
	} catch (cause) {
		if (!(cause instanceof AppError && cause.status === 400)) throw cause;
		// The rest of the file can't be read.
		const rest = { cells: [], bytes: new Uint8Array() };
		if (isLetThrough(filter, null)) yield appendCells(rest, uncheckedCells("", cause.message), options);
	} finally {
		await results.return(undefined);
	}
}

/** The results alone: of a spreadsheet, or where the file is gone after a restore or move. */
async function* ofRows(filter: RowFilter, rows: AsyncGenerator<ExportedRow>): AsyncGenerator<Uint8Array> {
	yield Buffer.from(`\ufeff${csvRecord(EXPORT_COLUMNS)}`);
	for await (const { reason, cells } of rows) if (isLetThrough(filter, reason)) yield Buffer.from(csvRecord(cells));
}

/** What is known of the rows of a file, in order. */
export async function* exportedRows(
	ctx: MailContext,
	{ ownerId, file }: { ownerId: string; file: Pick<FileRecord, "id"> },
): AsyncGenerator<ExportedRow> {
	let after: number | null = null;
	for (;;) {
		const items = await ctx.work.items({ ownerId, id: file.id }, { after, limit: PAGE });
		for (const { item, result, state, error } of items) {
			const { line, email, duplicateOf, leftOut } = rowItem.parse(item);
			const verdict = verdictIn(result);
			if (verdict !== null) yield { line, reason: verdict.reason, cells: exportCells(verdictOf(verdict)).map(String) };
			else {
				const left = leftOut === "duplicate" ? `Duplicate of line ${duplicateOf}` : leftOut && LEFT_OUT[leftOut];
				const why = left ?? error ?? (state === "cancelled" ? "Canceled" : "Not checked yet");
				yield { line, reason: result === null ? null : leftOut, cells: uncheckedCells(email, why) };
			}
		}
		after = items.at(-1)?.position ?? null;
		if (items.length < PAGE) return;
	}
}
