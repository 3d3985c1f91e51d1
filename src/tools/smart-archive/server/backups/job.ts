import { stat } from "node:fs/promises";
import { z } from "zod";
import { finishFile, pathToWrite, readArtifact, registerArtifact, removeArtifact } from "#kernel/artifacts.ts";
import { applyPlan, lockPlan, narrowPlan, openPlan, prolongPlan, readOperation } from "#kernel/changes.ts";
import { AppError, badRequest, conflict } from "#kernel/errors.ts";
import { requireRoom } from "#kernel/mail.ts";
import type { MailContext } from "#kernel/module.ts";
import { isCancelled, type JobKind, type RunningJob } from "#kernel/work.ts";
import type { Job } from "#shared/contracts/jobs.ts";
import { newId } from "#shared/ids.ts";
import { waitForOperation } from "../wait-for-operation.ts";
import { expiryAfter } from "./expiry.ts";
import { fileName } from "./file-name.ts";
import { insertBackupMessages } from "./messages.ts";
import { readBack } from "./read-back.ts";
import { backupOfJob, countArchived, countReady, deleteBackupRow, insertBackup, planOfBackup } from "./store.ts";
import { type Written, writeMbox } from "./write.ts";

/** Maximum stored files per user. */
const MAX_READY = 1_000;
const ATTEMPTS = 5;
const NO_ROOM = "Nothing was moved to the trash.";

const input = z.object({ backupId: z.uuid() });
type Input = z.infer<typeof input>;

/**
 * Writes the messages that a plan would trash into a file, verifies the file, excludes from the plan what the file does
 * not contain, and applies the plan. Restarted after a crash, it continues with the plan, or writes the file again.
 */
export const backupJob: JobKind<Input, MailContext> = {
	name: "mail-backup",
	input,
	unit: "messages",
	concurrency: 1,
	attempts: ATTEMPTS,
	run,
};

/**
 * Starts the backup of a plan's messages; the plan is applied once the file is verified.
 * @throws AppError 404, 400 `bad-request`, 409 `plan-applied`, `too-many-backups` or `storage-quota`, 410 `plan-expired`
 */
export async function startBackup(
	ctx: MailContext,
	ownerId: string,
	{ plan, title, keepDays }: { plan: string; title: string; keepDays: number | null },
	most = MAX_READY,
): Promise<{ id: string; job: Job }> {
	const { action } = await openPlan(ctx, ownerId, plan);
	if (action.type !== "trash")
		throw badRequest("bad-request", "Only emails that move to the trash can be backed up first.");
	if ((await countReady(ctx, ownerId)) >= most)
		throw conflict("too-many-backups", `You have ${most} backups. Delete one before you create another.`);
	await requireRoom(ctx, ownerId, 1, { resume: NO_ROOM });
	const id = newId(ctx.now());
	const expiresAt = expiryAfter(ctx.now(), keepDays);
	return ctx.database.transaction(async () => {
		await lockPlan(ctx, ownerId, plan);
		const job = await ctx.jobs.enqueue(backupJob, { ownerId, input: { backupId: id }, dedupeKey: plan });
		const existing = await backupOfJob(ctx, ownerId, job.id);
		if (existing !== null) return { id: existing, job };
		await registerArtifact(ctx, { ownerId, id, name: fileName(ctx.now()), expiresAt });
		await insertBackup(ctx, { ownerId, id, operationId: plan, jobId: job.id, title });
		return { id, job };
	});
}

async function run(ctx: MailContext, job: RunningJob<Input>): Promise<Record<string, unknown>> {
	const { ownerId, signal } = job;
	const { backupId } = job.input;
	const begun = await planOfBackup(ctx, ownerId, backupId);
	if (begun === null) return {};
	const { operationId } = begun;
	if (!begun.isVerified) {
		try {
			await backUp(ctx, job, operationId);
		} catch (cause) {
			// The job will not be retried: a partial file, on a full disk for example, would remain until it expires.
			const isFinal = cause instanceof AppError || job.attempt >= ATTEMPTS;
			if (isCancelled(signal) || (isFinal && !signal.aborted)) await removeArtifact(ctx, ownerId, backupId);
			if (isCancelled(signal)) await deleteBackupRow(ctx, ownerId, backupId);
			throw cause;
		}
	}
	const { state } = await readOperation(ctx.database, ownerId, operationId);
	if (state === "planned") {
		// Canceled or deleted since the file was verified: nothing may be moved.
		signal.throwIfAborted();
		if ((await planOfBackup(ctx, ownerId, backupId)) === null) throw deleted();
		await applyPlan(ctx, ownerId, operationId);
	}
	await waitForOperation(ctx, job, operationId, "Moving to the trash");
	return { operationId, backupId };
}

/** Postcondition: the file exists, and the plan contains only messages that are in the file. */
async function backUp(ctx: MailContext, job: RunningJob<Input>, operationId: string): Promise<void> {
	const { ownerId, signal } = job;
	const { backupId } = job.input;
	const { item_count: total } = await openPlan(ctx, ownerId, operationId);
	const path = await pathToWrite(ctx.config, backupId);
	const written = await writeMbox(ctx, {
		...{ ownerId, operationId, signal, path },
		async onPage(done) {
			const { size } = await stat(path).catch(() => ({ size: 0 }));
			await requireRoom(ctx, ownerId, size, { resume: NO_ROOM });
			job.progress({ done, total, note: "Writing the backup" });
			await prolongPlan(ctx, ownerId, operationId);
		},
	});
	if (!(await finishFile(ctx, ownerId, backupId, signal))) throw deleted();
	const verified = await check(ctx, job, operationId, written);
	if (verified.size === 0)
		throw new AppError(409, "backup-failed", "No email could be backed up, so none was moved to the trash.");
	const bytes = written.reduce((sum, { id, sizeBytes }) => sum + (verified.has(id) ? sizeBytes : 0), 0);
	await ctx.database.transaction(async () => {
		const failed = await narrowPlan(ctx, { ownerId, operationId }, [...verified]);
		await insertBackupMessages(ctx, { ownerId, backupId }, { written, verified });
		if (!(await countArchived(ctx, { ownerId, id: backupId }, { archived: verified.size, failed, bytes })))
			throw deleted();
	});
}

async function check(
	ctx: MailContext,
	job: RunningJob<Input>,
	operationId: string,
	written: readonly Written[],
): Promise<Set<string>> {
	const { ownerId, signal } = job;
	const { backupId } = job.input;
	const file = await ctx.database.one<{ size_bytes: number }>(
		"select size_bytes from artifacts_v1 where owner_id = $1 and id = $2",
		[ownerId, backupId],
	);
	if (file === undefined) throw deleted();
	await prolongPlan(ctx, ownerId, operationId);
	return readBack({
		bytes: await readArtifact(ctx.config, backupId, 0, file.size_bytes - 1),
		written,
		signal,
		onMessage: (done) => job.progress({ done, total: written.length, note: "Verifying the backup" }),
	});
}

const deleted = (): AppError =>
	new AppError(
		410,
		"backup-deleted",
		"The backup was deleted while it was being written, so nothing was moved to the trash.",
	);
