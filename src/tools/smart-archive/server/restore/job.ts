import { z } from "zod";
import { applyPlan, planMoves } from "#kernel/changes.ts";
import { AppError, conflict } from "#kernel/errors.ts";
import { createFolder } from "#kernel/mailbox.ts";
import type { MailContext } from "#kernel/module.ts";
import type { JobKind, RunningJob } from "#kernel/work.ts";
import type { Job } from "#shared/contracts/jobs.ts";
import { newId } from "#shared/ids.ts";
import { tool } from "../../tool.ts";
import { waitForOperation } from "../wait-for-operation.ts";
import { bringIntoTrash } from "./append.ts";
import { requireRestorable, targetsOf, whyBlocked } from "./plan.ts";
import {
	countRefused,
	insertRestore,
	isRestoring,
	movesOf,
	newFolders,
	readRestore,
	setFolder,
	setOperation,
} from "./store.ts";

const input = z.object({ restoreId: z.uuid() });
type Input = z.infer<typeof input>;

/**
 * Restores a backup: brings its messages into the trash of their mailbox, and from there to their folders by an operation,
 * whose undo returns them to the trash. Restarted after a crash, it continues where it was.
 */
export const restoreJob: JobKind<Input, MailContext> = {
	name: "mail-restore",
	input,
	unit: "messages",
	concurrency: 1,
	attempts: 5,
	run,
};

/**
 * Starts restoring a backup.
 * @param target null: the mailboxes that the messages came from
 * @throws AppError see `requireRestorable`
 */
export async function startRestore(
	ctx: MailContext,
	ownerId: string,
	backupId: string,
	target: string | null,
): Promise<Job> {
	await requireRestorable(ctx, ownerId, backupId, target);
	const restoreId = newId(ctx.now());
	return ctx.database.transaction(async () => {
		const dedupeKey = `${backupId} ${target ?? ""}`;
		const job = await ctx.jobs.enqueue(restoreJob, { ownerId, input: { restoreId }, dedupeKey });
		if (!(await isRestoring(ctx, ownerId, job.id)))
			await insertRestore(ctx, { ownerId, id: restoreId, backupId, target, jobId: job.id });
		return job;
	});
}

async function run(ctx: MailContext, job: RunningJob<Input>): Promise<Record<string, unknown>> {
	const { ownerId, signal } = job;
	const { restoreId } = job.input;
	const restore = await readRestore(ctx, ownerId, restoreId);
	if (restore === null) return {};
	const { backupId, target, title } = restore;
	let { operationId } = restore;
	if (operationId === null) {
		for (const { account } of await targetsOf(ctx, ownerId, backupId, target))
			if (account !== undefined && whyBlocked(account) === null)
				await bringIntoTrash(ctx, job, { ownerId, restoreId, restore, account });
		await createNewFolders(ctx, ownerId, restoreId);
		signal.throwIfAborted();
		const moves = await movesOf(ctx, ownerId, restoreId);
		operationId = await planMoves(ctx, ownerId, { moves, source: tool.id, reason: title });
		if (operationId === null) throw await nothingRestored(ctx, ownerId, restoreId);
		await setOperation(ctx, ownerId, restoreId, operationId);
	}
	await applyPlan(ctx, ownerId, operationId);
	await waitForOperation(ctx, job, operationId, "Moving to their folders");
	const { count: refused, reason } = await countRefused(ctx, ownerId, restoreId);
	return { operationId, refused, reason };
}

async function nothingRestored(ctx: MailContext, ownerId: string, restoreId: string): Promise<AppError> {
	const { reason } = await countRefused(ctx, ownerId, restoreId);
	return conflict("nothing-restored", reason ?? "All emails of this backup are already in the mailbox.");
}

async function createNewFolders(ctx: MailContext, ownerId: string, restoreId: string): Promise<void> {
	for (const { accountId, name } of await newFolders(ctx, ownerId, restoreId)) {
		const id = await folderNamed(ctx, { ownerId, accountId }, name);
		await setFolder(ctx, { ownerId, restoreId, accountId }, { id, name });
	}
}

async function folderNamed(
	ctx: MailContext,
	key: { ownerId: string; accountId: string },
	name: string,
): Promise<string> {
	try {
		return (await createFolder(ctx, key, name)).id;
	} catch (cause) {
		if (!(cause instanceof AppError) || cause.code !== "folder-exists") throw cause;
		// A crash came between creating the folder and recording it.
		const known = await ctx.database.one<{ id: string }>(
			"select id from mail_folders_v1 where owner_id = $1 and account_id = $2 and lower(folder_name) = lower($3) limit 1",
			[key.ownerId, key.accountId, name],
		);
		if (known === undefined) throw cause;
		return known.id;
	}
}
