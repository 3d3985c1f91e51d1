import { cutPage, type Database, readCursor, timeKey } from "#kernel/database.ts";
import { notFound } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import type { TableFormat } from "#kernel/tables.ts";
import { isBatchDeleted } from "#kernel/work.ts";

/** A row of `validation_files`. */
export interface FileRecord extends TableFormat {
	id: string;
	filename: string;
	sizeBytes: number;
	skippedRows: number;
	duplicates: number;
	/** Rows that count as usage of the plan. */
	countedRows: number;
	error: string | null;
	webhookUrl: string | null;
	/** Null: there is no webhook. */
	webhookState: "pending" | "delivered" | "failed" | null;
	webhookError: string | null;
	createdAt: Date;
}

const COLUMNS = `id, filename, size_bytes::float8 as "sizeBytes", encoding, delimiter, has_header as "hasHeader", columns,
	email_column as "emailColumn", skipped_rows as "skippedRows", duplicates, counted_rows as "countedRows",
	error, webhook_url as "webhookUrl", webhook_state as "webhookState",
	webhook_error as "webhookError", created_at as "createdAt"`;

/** The SQL of `validation_files`. */
export async function insertFile(
	database: Database,
	ownerId: string,
	file: Pick<FileRecord, "id" | "filename" | "sizeBytes" | "webhookUrl" | "createdAt"> & TableFormat,
): Promise<void> {
	await database.exec(
		`insert into validation_files (owner_id, id, filename, size_bytes, encoding, delimiter, has_header, columns,
			email_column, created_at, webhook_url, webhook_state)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, case when $11::text is not null then 'pending' end)`,
		[
			...[ownerId, file.id, file.filename, file.sizeBytes, file.encoding, file.delimiter, file.hasHeader],
			...[file.columns, file.emailColumn, file.createdAt, file.webhookUrl],
		],
	);
}

/** @throws AppError 404 */
export async function getFile(database: Database, ownerId: string, id: string): Promise<FileRecord> {
	const row = await database.one<FileRecord>(
		`select ${COLUMNS} from validation_files where owner_id = $1 and id = $2`,
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
		`select ${COLUMNS} from validation_files
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
	found: Pick<FileRecord, "skippedRows" | "duplicates" | "error">,
): Promise<void> {
	await database.exec(
		"update validation_files set skipped_rows = $3, duplicates = $4, error = $5 where owner_id = $1 and id = $2",
		[ownerId, id, found.skippedRows, found.duplicates, found.error],
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
	{ database, work }: Pick<MailContext, "database" | "work">,
	before: Date,
): Promise<void> {
	const old = await database.query<{ ownerId: string; id: string }>(
		'select owner_id as "ownerId", id from validation_files where created_at < $1 order by created_at limit 1000',
		[before],
	);
	for (const { ownerId, id } of old)
		if (await isBatchDeleted(work, { ownerId, id })) await deleteFile(database, ownerId, id);
}
