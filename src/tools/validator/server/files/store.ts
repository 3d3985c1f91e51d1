import { removeArtifact } from "#kernel/artifacts.ts";
import {
	column,
	cutPage,
	type Database,
	insertInto,
	type RowOf,
	readCursor,
	table,
	timeKey,
} from "#kernel/database.ts";
import { notFound } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import type { TableFormat } from "#kernel/tables.ts";
import { isBatchDeleted } from "#kernel/work.ts";

export const validationFiles = table("validation_files", {
	ownerId: column.text(),
	id: column.uuid(),
	filename: column.text(),
	sizeBytes: column.bigint(),
	encoding: column.text<TableFormat["encoding"]>(),
	delimiter: column.text<TableFormat["delimiter"]>(),
	hasHeader: column.boolean(),
	columns: column.textArray(),
	emailColumn: column.integer(),
	/** Columns of the widest row; 0: not read yet. */
	width: column.integer().withDefault(),
	leavesOutDuplicates: column.boolean().withDefault(),
	/** Part of the workbook with the rows; null: a text file. */
	sheet: column.text().nullable(),
	skippedRows: column.integer().withDefault(),
	duplicates: column.integer().withDefault(),
	/** Rows that count as usage of the plan. */
	countedRows: column.integer().withDefault(),
	error: column.text().nullable(),
	webhookUrl: column.text().nullable(),
	/** Null: there is no webhook. */
	webhookState: column.text<"pending" | "delivered" | "failed">().nullable(),
	webhookError: column.text().nullable(),
	createdAt: column.timestamptz().withDefault(),
});

const FILE = validationFiles.without("ownerId");

const KEY = validationFiles.only("ownerId", "id");

export type FileRecord = RowOf<typeof FILE>;

/** The SQL of `validation_files`. */
export async function insertFile(
	database: Database,
	ownerId: string,
	file: Pick<
		FileRecord,
		"id" | "filename" | "sizeBytes" | "webhookUrl" | "createdAt" | "leavesOutDuplicates" | "sheet"
	> &
		TableFormat,
): Promise<void> {
	const webhookState = file.webhookUrl === null ? null : ("pending" as const);
	await database.exec(...insertInto(validationFiles, { ...file, ownerId, webhookState }));
}

/** @throws AppError 404 */
export async function getFile(database: Database, ownerId: string, id: string): Promise<FileRecord> {
	const row = await database.one<FileRecord>(
		`select ${FILE.select()} from validation_files where owner_id = $1 and id = $2`,
		[ownerId, id],
	);
	if (row === undefined) throw notFound("The file");
	return row;
}

/** A page, newest first. @throws AppError 400 `bad-cursor` */
export async function listFiles(
	database: Database,
	ownerId: string,
	{ limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ page: FileRecord[]; nextCursor: string | null }> {
	const [time = null, id = null] = readCursor(cursor, timeKey) ?? [];
	const rows = await database.query<FileRecord>(
		`select ${FILE.select()} from validation_files
		where owner_id = $1 and ($2::timestamptz is null or (created_at, id) < ($2::timestamptz, $3::uuid))
		order by created_at desc, id desc limit $4`,
		[ownerId, time, id, limit + 1],
	);
	return cutPage(rows, limit, (row) => [row.createdAt.toISOString(), row.id]);
}

/** Stores what reading the rows found. */
export async function updateFile(
	database: Database,
	ownerId: string,
	id: string,
	found: Pick<FileRecord, "skippedRows" | "duplicates" | "width" | "error">,
): Promise<void> {
	await database.exec(
		`update validation_files set skipped_rows = $3, duplicates = $4, error = $5, width = $6
		where owner_id = $1 and id = $2`,
		[ownerId, id, found.skippedRows, found.duplicates, found.error, found.width],
	);
}

/** Stores how many rows count as usage. @returns how many did before; null: the file was deleted */
export async function updateCountedRows(
	database: Database,
	ownerId: string,
	{ id, countedRows }: { id: string; countedRows: number },
): Promise<Pick<FileRecord, "countedRows" | "createdAt"> | null> {
	const row = await database.one<Pick<FileRecord, "countedRows" | "createdAt">>(
		`with before as (select counted_rows from validation_files where owner_id = $1 and id = $2 for update)
		update validation_files f set counted_rows = $3 from before where f.owner_id = $1 and f.id = $2
		returning before.counted_rows as "countedRows", f.created_at as "createdAt"`,
		[ownerId, id, countedRows],
	);
	return row ?? null;
}

/** Stores how calling the webhook went. @param error null: it was delivered */
export async function updateWebhook(
	database: Database,
	ownerId: string,
	{ id, state, error }: { id: string; state: "pending" | "delivered" | "failed"; error: string | null },
): Promise<void> {
	await database.exec(
		"update validation_files set webhook_state = $3, webhook_error = $4 where owner_id = $1 and id = $2",
		[ownerId, id, state, error],
	);
}

export async function deleteFile(database: Database, ownerId: string, id: string): Promise<void> {
	await database.exec("delete from validation_files where owner_id = $1 and id = $2", [ownerId, id]);
}

/** Deletes files whose rows are gone. @param before creation time: rows are kept for 30 days after the end */
export async function deleteOldFiles(
	ctx: Pick<MailContext, "config" | "database" | "work">,
	before: Date,
): Promise<void> {
	const { database, work } = ctx;
	const old = await database.query<RowOf<typeof KEY>>(
		`select ${KEY.select()} from validation_files where created_at < $1 order by created_at limit 1000`,
		[before],
	);
	for (const { ownerId, id } of old)
		if (await isBatchDeleted(work, { ownerId, id })) {
			await removeArtifact(ctx, ownerId, id);
			await deleteFile(database, ownerId, id);
		}
}
