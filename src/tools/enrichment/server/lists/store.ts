import { cutPage, type Database, readCursor, timeKey } from "#kernel/database.ts";
import { notFound } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import { isBatchDeleted } from "#kernel/work.ts";
import type { PublicSourceId } from "../../fields.ts";

/** A row of `enrichment_lists`. */
export interface ListRecord {
	id: string;
	name: string;
	columns: string[];
	skippedRows: number;
	duplicates: number;
	publicSources: PublicSourceId[];
	createdAt: Date;
}

const COLUMNS = `id, name, columns, skipped_rows as "skippedRows", duplicates, public_sources as "publicSources",
	created_at as "createdAt"`;

export async function insertList(
	database: Database,
	ownerId: string,
	{ id, name, columns, skippedRows, duplicates, publicSources, createdAt }: ListRecord,
): Promise<void> {
	await database.exec(
		`insert into enrichment_lists (owner_id, id, name, columns, skipped_rows, duplicates, public_sources, created_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8)`,
		[ownerId, id, name, columns, skippedRows, duplicates, publicSources, createdAt],
	);
}

/** @throws AppError 404 */
export async function getListRecord(database: Database, ownerId: string, id: string): Promise<ListRecord> {
	const row = await database.one<ListRecord>(
		`select ${COLUMNS} from enrichment_lists where owner_id = $1 and id = $2`,
		[ownerId, id],
	);
	if (row === undefined) throw notFound("The list");
	return row;
}

/** A page, newest first. @throws AppError 400 `bad-cursor` */
export async function listRecords(
	database: Database,
	ownerId: string,
	{ limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ page: ListRecord[]; nextCursor: string | null }> {
	const [time = null, id = null] = readCursor(cursor, timeKey) ?? [];
	const rows = await database.query<ListRecord>(
		`select ${COLUMNS} from enrichment_lists
		where owner_id = $1 and ($2::timestamptz is null or (created_at, id) < ($2::timestamptz, $3::uuid))
		order by created_at desc, id desc limit $4`,
		[ownerId, time, id, limit + 1],
	);
	return cutPage(rows, limit, (row) => [row.createdAt.toISOString(), row.id]);
}

export async function deleteRecord(database: Database, ownerId: string, id: string): Promise<void> {
	await database.exec("delete from enrichment_lists where owner_id = $1 and id = $2", [ownerId, id]);
}

/** Deletes lists whose rows are gone. @param before creation time: rows are kept for 30 days after the end */
export async function deleteOldRecords(
	{ database, work }: Pick<MailContext, "database" | "work">,
	before: Date,
): Promise<void> {
	const old = await database.query<{ ownerId: string; id: string }>(
		'select owner_id as "ownerId", id from enrichment_lists where created_at < $1 order by created_at limit 1000',
		[before],
	);
	for (const { ownerId, id } of old)
		if (await isBatchDeleted(work, { ownerId, id })) await deleteRecord(database, ownerId, id);
}
