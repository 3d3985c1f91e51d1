import { mkdir, rm } from "node:fs/promises";
import { z } from "zod";
import { newId } from "#shared/ids.ts";
import { AppError } from "../../errors.ts";
import { listArtifacts, readArtifact } from "../../platform/artifacts/files.ts";
import { isCancelled } from "../../platform/jobs/cancelled.ts";
import type { JobDescription, JobKind, RunningJob } from "../../platform/jobs/jobs.ts";
import type { Context } from "../auth/context.ts";
import { type Archive, openArchive } from "./archive.ts";
import { archivePath, exportFolder, fileStem, partsFolder, uniqueName } from "./files.ts";
import { type ExportedMailbox, exportPage } from "./mail.ts";
import { openParts, type Parts } from "./parts.ts";
import { readme } from "./readme.ts";
import { isLocal, removeArchive, storeArchive, writeMarker } from "./storage.ts";
import { type Checkpoint, insertExport, markReady, readCheckpoint, saveCheckpoint } from "./store.ts";
import { ownedTables, tableLines } from "./tables.ts";

/** Days until a finished archive expires. */
export const EXPORT_DAYS = 7;

const input = z.object({ exportId: z.uuid() });
type Input = z.infer<typeof input>;

const description: JobDescription<Input> = { name: "export", input, unit: "messages", concurrency: 1, attempts: 5 };

/**
 * Writes all of a user's data into one archive. Resumes from its last checkpoint after an interruption.
 * @param notExported tables that modules leave out
 */
export function createExportJob(notExported: readonly string[]): JobKind<Input, Context> {
	return {
		...description,
		async run(ctx, job) {
			const { exportId } = job.input;
			const begun = await readCheckpoint(ctx, job.ownerId, exportId);
			if (begun === null) return {};
			if (begun.ready) return { exportId };
			try {
				return await write(ctx, job, begun.checkpoint, notExported);
			} catch (cause) {
				if (isCancelled(job.signal)) await removeArchive(ctx.config, exportId);
				throw cause;
			}
		},
	};
}

const BEGINNING = { length: 0, messages: 0, accountId: null, afterId: null, tables: [], files: [], parts: [] };

interface Writing {
	archive: Archive;
	parts: Parts;
	at: Checkpoint;
	mtime: number;
	signal: AbortSignal;
	/** Saves the checkpoint, once everything so far is on disk. */
	save(change: Partial<Checkpoint>): Promise<void>;
}

async function write(
	ctx: Context,
	job: RunningJob<Input>,
	checkpoint: Checkpoint | null,
	notExported: readonly string[],
): Promise<object & Result> {
	const { ownerId, signal } = job;
	const { exportId } = job.input;
	const { dataDir } = ctx.config;
	await mkdir(exportFolder(dataDir), { recursive: true, mode: 0o700 });
	await mkdir(partsFolder(dataDir, exportId), { recursive: true, mode: 0o700 });
	const isOnThisMachine =
		checkpoint !== null && (await isLocal(ctx.config, exportId, checkpoint.partsId, checkpoint.length));
	const at: Checkpoint = isOnThisMachine ? checkpoint : { ...BEGINNING, partsId: newId(ctx.now()) };
	await writeMarker(ctx.config, exportId, at.partsId);
	const archive = await openArchive(archivePath(dataDir, exportId), at.length);
	const parts = await openParts(partsFolder(dataDir, exportId), at.parts);
	const row = await ctx.database.one<{ total: number }>(
		"select coalesce(sum(total_count), 0)::int as total from email_folders where owner_id = $1",
		[ownerId],
	);
	const writing: Writing = {
		archive,
		parts,
		at,
		mtime: ctx.now(),
		signal,
		async save(change) {
			Object.assign(at, change, { parts: await parts.finalize(), length: archive.length() });
			if (!(await saveCheckpoint(ctx, ownerId, exportId, at)))
				throw new AppError(410, "export-deleted", "The archive was deleted while it was being written.");
			await parts.sweep();
			job.progress({ done: at.messages, total: Math.max(row?.total ?? 0, at.messages) });
		},
	};
	for (const mailbox of await mailboxes(ctx, ownerId)) await writeMailbox(ctx, writing, mailbox);
	await writeTables(ctx, writing, ownerId, notExported);
	await writeFiles(ctx, writing, ownerId);
	await archive.addText("README.txt", readme(ctx, at.messages), writing.mtime, signal);
	await archive.finish(signal);
	const expiresAt = new Date(ctx.now() + EXPORT_DAYS * 24 * 3_600_000);
	await storeArchive(ctx.config, exportId, signal);
	await markReady(ctx, ownerId, exportId, { sizeBytes: archive.length(), expiresAt });
	await rm(partsFolder(dataDir, exportId), { recursive: true, force: true });
	return { exportId, messages: at.messages, bytes: archive.length() };
}

type Result = Record<string, unknown>;

/** All accounts in the order of their ids, so that a resumed job sees the same order. */
async function mailboxes(ctx: Context, ownerId: string): Promise<ExportedMailbox[]> {
	const accounts = await ctx.database.query<{ id: string; name: string }>(
		"select id, name from connected_accounts where owner_id = $1 and status <> 'deleting' order by id",
		[ownerId],
	);
	const folders = await ctx.database.query<{ account_id: string; id: string; name: string }>(
		"select account_id, id, folder_name as name from email_folders where owner_id = $1 order by id",
		[ownerId],
	);
	const used = new Set<string>();
	return accounts.map(({ id, name }) => {
		const own = folders.filter((folder) => folder.account_id === id);
		return {
			ownerId,
			accountId: id,
			path: `mail/${fileStem(name, used)}/`,
			folders: new Map(own.map((folder) => [folder.id, { name: folder.name, stem: fileStem(folder.name) }])),
		};
	});
}

async function writeMailbox(ctx: Context, writing: Writing, mailbox: ExportedMailbox): Promise<void> {
	const { archive, parts, at, mtime, signal } = writing;
	const { accountId } = mailbox;
	const isInProgress = at.accountId === accountId && at.afterId !== null;
	const isDone = at.accountId !== null && (at.accountId > accountId || (at.accountId === accountId && !isInProgress));
	if (isDone) return;
	let afterId = isInProgress ? at.afterId : null;
	for (;;) {
		signal.throwIfAborted();
		const page = await exportPage(ctx, mailbox, { parts, afterId, signal });
		if (page === null) break;
		afterId = page.lastId;
		await parts.flush(archive, false, mtime, signal);
		await writing.save({ accountId, afterId, messages: at.messages + page.count });
	}
	await parts.flush(archive, true, mtime, signal);
	parts.clear();
	await writing.save({ accountId, afterId: null });
}

async function writeTables(
	ctx: Context,
	writing: Writing,
	ownerId: string,
	notExported: readonly string[],
): Promise<void> {
	const { archive, parts, at, mtime, signal } = writing;
	for (const table of await ownedTables(ctx.database, notExported)) {
		if (at.tables.includes(table.name)) continue;
		parts.clear();
		for await (const lines of tableLines(ctx.database, table, ownerId)) {
			signal.throwIfAborted();
			parts.locate(table.name, { stem: `data/${table.name}`, ending: "jsonl" });
			await parts.append(table.name, [lines]);
			await parts.flush(archive, false, mtime, signal);
		}
		await parts.flush(archive, true, mtime, signal);
		parts.clear();
		await writing.save({ tables: [...at.tables, table.name] });
	}
}

/** Generated files, such as backups of deleted mail. */
async function writeFiles(ctx: Context, writing: Writing, ownerId: string): Promise<void> {
	const { archive, at, mtime, signal } = writing;
	const used = new Set<string>();
	for (const { id, name, sizeBytes: size } of await listArtifacts(ctx, ownerId)) {
		const path = `files/${uniqueName(name, used)}`;
		if (at.files.includes(id)) continue;
		const bytes = await readArtifact(ctx.config, id, 0, size - 1);
		await archive.addStream({ name: path, size, mtime }, bytes, signal);
		await writing.save({ files: [...at.files, id] });
	}
}

/** Starts an export, or returns the one that is in progress. */
export async function startExport(ctx: Context, ownerId: string): Promise<{ id: string; jobId: string }> {
	const id = newId(ctx.now());
	return ctx.database.transaction(async () => {
		const job = await ctx.jobs.enqueue(description, { ownerId, input: { exportId: id }, dedupeKey: ownerId });
		const known = await ctx.database.one<{ id: string }>("select id from exports where owner_id = $1 and job_id = $2", [
			ownerId,
			job.id,
		]);
		if (known !== undefined) return { id: known.id, jobId: job.id };
		const expiresAt = new Date(ctx.now() + EXPORT_DAYS * 24 * 3_600_000);
		await insertExport(ctx, { ownerId, id, jobId: job.id, expiresAt });
		return { id, jobId: job.id };
	});
}
