import { z } from "zod";
import { addressOf, mailboxKey, parseAddress } from "#kernel/addresses.ts";
import { readArtifact, removeArtifact } from "#kernel/artifacts.ts";
import { AppError } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import { readRows } from "#kernel/tables.ts";
import type { JobKind, RunningJob } from "#kernel/work.ts";
import { MAX_ROWS } from "../../contract.ts";
import { countRows, returnUncheckedRows } from "./count-rows.ts";
import type { RowItem } from "./item.ts";
import { type FileRecord, getFile, updateFile } from "./store.ts";
import { validateWork } from "./work.ts";

const input = z.object({ id: z.uuid() });
type Input = z.infer<typeof input>;

/** Reads the rows of an uploaded file into its batch. After a crash it reads from the start; what is stored is skipped. */
export const readFileJob: JobKind<Input, MailContext> = {
	name: "read-email-list",
	input,
	unit: "rows",
	concurrency: 2,
	attempts: 5,
	hidden: true,
	run,
};

async function run(ctx: MailContext, job: RunningJob<Input>): Promise<Record<string, unknown>> {
	const { ownerId, signal } = job;
	const { id } = job.input;
	const file = await getFile(ctx.database, ownerId, id);
	const key = { ownerId, id };
	const found: Found = { skippedRows: 0, duplicates: 0, error: null };
	try {
		const bytes = await readArtifact(ctx.config, id, 0, file.sizeBytes - 1);
		await ctx.work.append(validateWork, key, itemsOf(ctx, { ownerId, file }, bytes, found), { from: 0, signal });
	} catch (cause) {
		// The user canceled: the batch takes no more rows.
		if (!(cause instanceof AppError && cause.code === "batch-sealed")) throw cause;
		await returnUncheckedRows(ctx, ownerId, await ctx.work.get(key));
	}
	await updateFile(ctx.database, ownerId, id, found);
	await ctx.work.seal(key);
	await removeArtifact(ctx, ownerId, id);
	return { ...found };
}

/** What is noticed while reading. */
interface Found {
	skippedRows: number;
	duplicates: number;
	/** Why reading stopped before the end of the file; the rows before that are kept. */
	error: string | null;
}

/** The rows of a file, up to the first one that can't be read. */
async function* itemsOf(
	ctx: MailContext,
	{ ownerId, file }: { ownerId: string; file: FileRecord },
	bytes: AsyncIterable<Uint8Array>,
	found: Found,
): AsyncGenerator<RowItem> {
	try {
		for await (const item of countRows(ctx, { ownerId, file }, readItems(ctx, { ownerId, file }, bytes, found))) {
			if (item.duplicateOf !== null) found.duplicates++;
			yield item;
		}
	} catch (cause) {
		// The worker threads are busy or do not start: the job is tried again.
		const isTransient = cause instanceof AppError && (cause.status === 429 || cause.status >= 500);
		if (!(cause instanceof AppError) || isTransient) throw cause;
		found.error = cause.message;
	}
}

/** Rows with addresses, as items. @throws AppError where the file can't be read, or has too many rows */
async function* readItems(
	ctx: MailContext,
	{ ownerId, file }: { ownerId: string; file: FileRecord },
	bytes: AsyncIterable<Uint8Array>,
	found: Found,
): AsyncGenerator<RowItem> {
	/** Line by mailbox. */
	const seen = new Map<string, number>();
	let line = 0;
	let rows = 0;
	for await (const cells of readRows(ctx, ownerId, bytes, file)) {
		line++;
		if (line === 1 && file.hasHeader) continue;
		const cell = cells[file.emailColumn] ?? "";
		if (cell.trim() === "") {
			found.skippedRows++;
			continue;
		}
		if (++rows > MAX_ROWS)
			throw new AppError(
				400,
				"too-many-rows",
				"The file has more than 1,000,000 rows. The first million is validated.",
			);
		const email = addressOf(cell).slice(0, 2_000);
		const parsed = parseAddress(email);
		const mailbox = typeof parsed === "string" ? email.toLowerCase() : mailboxKey(parsed);
		const duplicateOf = seen.get(mailbox) ?? null;
		if (duplicateOf === null) seen.set(mailbox, line);
		yield { line, email, cells, duplicateOf };
	}
}
