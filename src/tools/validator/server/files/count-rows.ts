import type { AppError } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import { countUsageUpTo, returnUsage } from "#kernel/usage.ts";
import type { Batch } from "#shared/contracts/work.ts";
import { leftOutCount, type RowItem } from "./item.ts";
import { type FileRecord, updateCountedRows } from "./store.ts";

/** Rows that are counted at once. */
const CHUNK = 500;

type File = Pick<FileRecord, "id" | "countedRows">;

/**
 * Counts the rows of a file as usage while they are read, up to the limit of the user's plan; those beyond it are left out.
 * Rows that were counted before a crash are not counted again.
 * @param onRefused called once, with why rows are left out
 */
export async function* countRows(
	ctx: MailContext,
	{ ownerId, file, onRefused }: { ownerId: string; file: File; onRefused: (refusal: AppError) => void },
	rows: AsyncIterable<RowItem>,
): AsyncGenerator<RowItem> {
	let read = 0;
	let chunk: RowItem[] = [];
	let isRefused = false;
	async function* counted(): AsyncGenerator<RowItem> {
		const rows = chunk;
		chunk = [];
		const units = rows.filter(({ leftOut }) => leftOut === null).length;
		const { allowed, refusal } = isRefused
			? { allowed: 0, refusal: null }
			: await countChunk(ctx, { ownerId, file }, { from: read, units });
		read += units;
		if (refusal !== null) {
			isRefused = true;
			onRefused(refusal);
		}
		let left = allowed;
		for (const row of rows) yield row.leftOut !== null || left-- > 0 ? row : { ...row, leftOut: "plan-limit" };
	}
	try {
		for await (const row of rows) if (chunk.push(row) >= CHUNK) yield* counted();
	} catch (cause) {
		// The rows before the one that can't be read are kept.
		if (chunk.length > 0) yield* counted();
		throw cause;
	}
	if (chunk.length > 0) yield* counted();
}

/** @param rows position of the first row among those to validate, and their number */
async function countChunk(
	ctx: MailContext,
	{ ownerId, file }: { ownerId: string; file: File },
	{ from, units }: { from: number; units: number },
): Promise<{ allowed: number; refusal: AppError | null }> {
	const before = Math.min(units, Math.max(0, file.countedRows - from));
	if (before === units) return { allowed: units, refusal: null };
	return ctx.database.transaction(async () => {
		const wanted = { counter: "emailsValidated" as const, units: units - before };
		const { counted, refusal } = await countUsageUpTo(ctx, ownerId, wanted);
		const countedRows = from + before + counted;
		await updateCountedRows(ctx.database, ownerId, { id: file.id, countedRows });
		return { allowed: before + counted, refusal };
	});
}

/** Returns the usage of rows that were not validated because the batch was canceled. May be repeated. */
export async function returnUncheckedRows(
	ctx: MailContext,
	ownerId: string,
	{ id, done, failed, unknown, outcomes }: Pick<Batch, "id" | "done" | "failed" | "unknown" | "outcomes">,
): Promise<void> {
	const countedRows = done + failed + unknown - leftOutCount(outcomes);
	await ctx.database.transaction(async () => {
		const before = await updateCountedRows(ctx.database, ownerId, { id, countedRows });
		if (before === null || before.countedRows <= countedRows) return;
		const units = before.countedRows - countedRows;
		await returnUsage(ctx, ownerId, { counter: "emailsValidated", units, at: before.createdAt.getTime() });
	});
}
