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
import { isBatchDeleted } from "#kernel/work.ts";
import type { PublicSourceId } from "../../fields.ts";

export const enrichmentLists = table("enrichment_lists", {
	ownerId: column.text(),
	id: column.uuid(),
	name: column.text(),
	columns: column.textArray(),
	skippedRows: column.integer(),
	duplicates: column.integer(),
	publicSources: column.textArray<PublicSourceId>(),
	createdAt: column.timestamptz(),
});

const LIST = enrichmentLists.without("ownerId");

const KEY = enrichmentLists.only("ownerId", "id");

export type ListRecord = RowOf<typeof LIST>;

export async function insertList(database: Database, ownerId: string, list: ListRecord): Promise<void> {
	await database.exec(...insertInto(enrichmentLists, { ...list, ownerId }));
}

/** @throws AppError 404 */
export async function getListRecord(database: Database, ownerId: string, id: string): Promise<ListRecord> {
	const row = await database.one<ListRecord>(
		`select ${LIST.select()} from enrichment_lists where owner_id = $1 and id = $2`,
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
		`select ${LIST.select()} from enrichment_lists
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
	const old = await database.query<RowOf<typeof KEY>>(
		`select ${KEY.select()} from enrichment_lists where created_at < $1 order by created_at limit 1000`,
		[before],
	);
	for (const { ownerId, id } of old)
		if (await isBatchDeleted(work, { ownerId, id })) await deleteRecord(database, ownerId, id);
}
