import { conflict } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import { readSettings } from "#kernel/settings.ts";
import type { Batch } from "#shared/contracts/work.ts";
import { newId } from "#shared/ids.ts";
import { addressKey } from "#shared/mail/address-key.ts";
import type { EnrichmentList } from "../../contract.ts";
import { enrichmentSettings } from "../../settings.ts";
import type { Table } from "./read-table.task.ts";
import { deleteRecord, getListRecord, insertList, type ListRecord, listRecords } from "./store.ts";
import { enrichWork } from "./work.ts";

/** Lists of a user in progress. */
const MAX_LIVE = 10;

/** Starts looking up the people of a list. @throws AppError 409 `too-many-lists` */
export async function startList(
	ctx: MailContext,
	ownerId: string,
	{ name, columns, rows, skippedRows }: Table & { name: string },
	most = MAX_LIVE,
): Promise<EnrichmentList> {
	const live = await ctx.work.list(ownerId, { kind: enrichWork.name, isLive: true });
	if (live.length >= most)
		throw conflict("too-many-lists", `${most} lists are in progress. Wait for one, or cancel it.`);
	const { publicSources } = await readSettings(ctx.database, { ownerId }, enrichmentSettings);
	const startedAt = ctx.now();
	const record: ListRecord = {
		...{ id: newId(startedAt), name, columns, skippedRows, publicSources, createdAt: new Date(startedAt) },
		duplicates: rows.length - new Set(rows.map(({ email }) => addressKey(email))).size,
	};
	const isPublic = publicSources.length > 0;
	const batch = await ctx.database.transaction(async () => {
		await insertList(ctx.database, ownerId, record);
		const started = await ctx.work.start(
			enrichWork,
			{ ownerId, id: record.id, input: { publicSources, startedAt } },
			rows.map((row) => ({ ...row, isPublic })),
		);
		return started.batch;
	});
	return present(record, batch);
}

/** A list with its progress. @throws AppError 404 */
export async function getList(ctx: MailContext, ownerId: string, id: string): Promise<EnrichmentList> {
	const record = await getListRecord(ctx.database, ownerId, id);
	return present(record, await ctx.work.get({ ownerId, id }));
}

/** A page of the lists whose rows are kept, newest first. @throws AppError 400 `bad-cursor` */
export async function listLists(
	ctx: MailContext,
	ownerId: string,
	query: { limit: number; cursor?: string | undefined },
): Promise<{ items: EnrichmentList[]; nextCursor: string | null }> {
	const { page, nextCursor } = await listRecords(ctx.database, ownerId, query);
	const batches = await ctx.work.list(ownerId, { ids: page.map(({ id }) => id) });
	const byId = new Map(batches.map((batch) => [batch.id, batch]));
	const items = page.flatMap((record) => {
		const batch = byId.get(record.id);
		return batch === undefined ? [] : [present(record, batch)];
	});
	return { items, nextCursor };
}

/** Pauses, resumes or cancels a list. @throws AppError 404, 409 `batch-ended` */
export async function controlList(
	ctx: MailContext,
	ownerId: string,
	{ id, action }: { id: string; action: "pause" | "resume" | "cancel" },
): Promise<EnrichmentList> {
	const record = await getListRecord(ctx.database, ownerId, id);
	return present(record, await ctx.work[action]({ ownerId, id }));
}

/** Deletes a list; cancels it first if it is in progress. @throws AppError 404 */
export async function deleteList(ctx: MailContext, ownerId: string, id: string): Promise<void> {
	await getListRecord(ctx.database, ownerId, id);
	await ctx.work.remove({ ownerId, id });
	await deleteRecord(ctx.database, ownerId, id);
}

function present({ createdAt, ...record }: ListRecord, batch: Batch): EnrichmentList {
	return { ...record, createdAt: createdAt.toISOString(), batch };
}
