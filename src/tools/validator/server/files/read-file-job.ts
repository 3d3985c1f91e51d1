import { buffer } from "node:stream/consumers";
import { z } from "zod";
import { addressOf, hasSeveralAddresses, mailboxKey, parseAddress } from "#kernel/addresses.ts";
import { readArtifact } from "#kernel/artifacts.ts";
import { AppError } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import { readRawRows, readSheet } from "#kernel/tables.ts";
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
	const found: Found = { skippedRows: 0, duplicates: 0, width: 0, error: null };
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
	return { ...found };
}

/** What is noticed while reading. */
interface Found {
	/** Rows without an address. */
	skippedRows: number;
	duplicates: number;
	/** Columns of the widest row. */
	width: number;
	/** Why reading stopped before the end of the file, or rows were left out; the rows before that are kept. */
	error: string | null;
}

/** The rows of a file, up to the first one that can't be read. */
async function* itemsOf(
	ctx: MailContext,
	{ ownerId, file }: { ownerId: string; file: FileRecord },
	bytes: AsyncIterable<Uint8Array>,
	found: Found,
): AsyncGenerator<RowItem> {
	const onRefused = ({ message }: AppError): void => {
		found.error = message;
	};
	try {
		yield* countRows(ctx, { ownerId, file, onRefused }, readItems(ctx, { ownerId, file }, bytes, found));
	} catch (cause) {
		// The worker threads are busy or do not start: the job is tried again.
		const isTransient = cause instanceof AppError && (cause.status === 429 || cause.status >= 500);
		if (!(cause instanceof AppError) || isTransient) throw cause;
		found.error = cause.message;
	}
}

/** All rows below the header, as items. @throws AppError where the file can't be read, or has too many rows */
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
	const source = file.sheet === null ? rowsOfText : rowsOfWorkbook;
	for await (const { cell, isBlank, width } of source(ctx, { ownerId, file }, bytes)) {
		line++;
		found.width = Math.max(found.width, width);
		if (line === 1 && file.hasHeader) continue;
		const email = addressOf(cell).slice(0, 2_000);
		if (email.trim() === "") {
			found.skippedRows++;
			yield { line, email: "", duplicateOf: null, leftOut: isBlank ? "blank-line" : "no-address" };
			continue;
		}
		if (++rows > MAX_ROWS)
			throw new AppError(
				400,
				"too-many-rows",
				"The file has more than 1,000,000 rows. The first million is validated.",
			);
		if (typeof parseAddress(email) === "string" && hasSeveralAddresses(email)) {
			found.skippedRows++;
			yield { line, email, duplicateOf: null, leftOut: "several-addresses" };
			continue;
		}
		const duplicateOf = seen.get(mailboxOf(email)) ?? null;
		if (duplicateOf === null) seen.set(mailboxOf(email), line);
		else found.duplicates++;
		yield { line, email, duplicateOf, leftOut: duplicateOf !== null && file.leavesOutDuplicates ? "duplicate" : null };
	}
}

/** A row as far as it matters here. */
interface SourceRow {
	/** With the address. */
	cell: string;
	isBlank: boolean;
	/** Cells. */
	width: number;
}

async function* rowsOfText(
	ctx: MailContext,
	{ ownerId, file }: { ownerId: string; file: FileRecord },
	bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<SourceRow> {
	for await (const { cells } of readRawRows(ctx, ownerId, bytes, file))
		if (cells !== null) {
			const isBlank = cells.every((cell) => cell.trim() === "");
			yield { cell: cells[file.emailColumn] ?? "", isBlank, width: cells.length };
		}
}

async function* rowsOfWorkbook(
	ctx: MailContext,
	{ ownerId, file }: { ownerId: string; file: FileRecord },
	bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<SourceRow> {
	const input = { part: file.sheet ?? "", column: file.emailColumn };
	const { rows, width } = await readSheet(ctx, ownerId, await buffer(bytes), input);
	for (const cell of rows) yield { cell: cell ?? "", isBlank: cell === null, width };
}

function mailboxOf(email: string): string {
	const parsed = parseAddress(email);
	return typeof parsed === "string" ? email.toLowerCase() : mailboxKey(parsed);
}
