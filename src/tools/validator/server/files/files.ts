import { removeArtifact } from "#kernel/artifacts.ts";
import { type MailContext, presentRows } from "#kernel/module.ts";
import type { Batch } from "#shared/contracts/work.ts";
import type { FileBatch, FileRow, Verdict } from "../../contract.ts";
import { deliverableOf, isValid, meaningOf } from "../../reasons.ts";
import { type RowFilter, reasonsIn } from "../../row-filter.ts";
import { returnUncheckedRows } from "./count-rows.ts";
import { type RowVerdict, rowItem, verdictIn } from "./item.ts";
import { byStatus } from "./outcomes.ts";
import { deleteFile, type FileRecord, getFile, listFiles } from "./store.ts";

/** A file with its batch. @throws AppError 404 */
export async function readFileBatch(ctx: MailContext, ownerId: string, id: string): Promise<FileBatch> {
	const file = await getFile(ctx.database, ownerId, id);
	return present(file, await ctx.work.get({ ownerId, id }));
}

/** A page of the files whose rows are kept, newest first. @throws AppError 400 `bad-cursor` */
export async function listFileBatches(
	ctx: MailContext,
	ownerId: string,
	query: { limit: number; cursor?: string | undefined },
): Promise<{ items: FileBatch[]; nextCursor: string | null }> {
	const { page, nextCursor } = await listFiles(ctx.database, ownerId, query);
	const batches = await ctx.work.list(ownerId, { ids: page.map(({ id }) => id) });
	const byId = new Map(batches.map((batch) => [batch.id, batch]));
	const items = page.flatMap((file) => {
		const batch = byId.get(file.id);
		return batch === undefined ? [] : [present(file, batch)];
	});
	return { items, nextCursor };
}

/** One page of rows in the order of the file. @throws AppError 404 */
export async function listFileRows(
	ctx: MailContext,
	ownerId: string,
	id: string,
	{ filter, ...page }: { after: number | null; limit: number; filter: RowFilter },
): Promise<{ items: FileRow[]; nextAfter: number | null }> {
	await getFile(ctx.database, ownerId, id);
	const values = reasonsIn(filter);
	const where =
		filter.status === "not_checked" ? "no-result" : values === null ? undefined : { field: "reason", values };
	const rows = await ctx.work.items({ ownerId, id }, { ...page, where });
	const items = await presentRows(rows, ({ position, item, result, error }): FileRow => {
		const { line, email, duplicateOf, leftOut } = rowItem.parse(item);
		const verdict = verdictIn(result);
		return {
			...{ position, line, email, duplicateOf, leftOut, error },
			verdict: verdict === null ? null : verdictOf(verdict),
		};
	});
	return { items, nextAfter: rows.length < page.limit ? null : (rows.at(-1)?.position ?? null) };
}

/** Deletes a file with its rows; cancels it first if it is in progress. @throws AppError 404 */
export async function deleteFileBatch(ctx: MailContext, ownerId: string, id: string): Promise<void> {
	await getFile(ctx.database, ownerId, id);
	const batch = await ctx.work.get({ ownerId, id });
	await ctx.work.remove({ ownerId, id });
	await returnUncheckedRows(ctx, ownerId, batch);
	await removeArtifact(ctx, ownerId, id);
	await deleteFile(ctx.database, ownerId, id);
}

/** The verdict behind a row's result. */
export function verdictOf(result: RowVerdict): Verdict {
	const { email, reason, score, domain, mx, spf, dkim, suggestion, flags, at } = result;
	const { status, risk } = meaningOf(reason);
	const deliverable = deliverableOf(reason, flags);
	return {
		...{ email, status, valid: isValid(status), reason, deliverable, risk, domain, score, suggestion, flags },
		...{ mxRecord: mx, spfValid: spf, dkimValid: dkim, checkedAt: at },
	};
}

function present(file: FileRecord, batch: Batch): FileBatch {
	const { id, filename, columns, emailColumn, skippedRows, duplicates, error, createdAt, webhookUrl: url } = file;
	const { leavesOutDuplicates } = file;
	return {
		...{ id, filename, columns, emailColumn, skippedRows, duplicates, leavesOutDuplicates, error },
		isSpreadsheet: file.sheet !== null,
		webhook: url === null ? null : { url, state: file.webhookState ?? "pending", error: file.webhookError },
		createdAt: createdAt.toISOString(),
		batch: { ...batch, outcomes: byStatus(batch.outcomes) },
		reasons: batch.outcomes,
	};
}
