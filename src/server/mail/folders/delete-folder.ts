import { z } from "zod";
import type { Job } from "#shared/contracts/jobs.ts";
import { pause } from "#shared/pause.ts";
import { AppError, conflict } from "../../errors.ts";
import type { JobKind, RunningJob } from "../../platform/jobs/jobs.ts";
import { withAccountLock } from "../../platform/locks/account-lock.ts";
import { createPlan } from "../changes/plan.ts";
import { applyPlan } from "../changes/start.ts";
import type { MailContext } from "../context/context.ts";
import { NotFound } from "../provider/errors.ts";
import type { ProviderSession } from "../provider/session.ts";
import { withSession } from "../sessions/with-session.ts";
import { listFolders } from "../store/read/folders.ts";
import { enqueueSync } from "../sync/job.ts";
import { type FolderKey, notSupported, requireCustom, requireFolders } from "./folders.ts";

/** Deletes a folder: its messages go to the trash as an ordinary operation, then the empty folder is deleted. */

const input = z.object({
	accountId: z.uuid(),
	folderId: z.string(),
	/** Used to recreate the folder when the operation on its messages is undone. */
	name: z.string(),
	operationId: z.uuid().nullable(),
});
type Input = z.infer<typeof input>;

export const ATTEMPTS = 5;
const POLL_MS = 200;

export const deleteFolderJob: JobKind<Input, MailContext> = {
	name: "delete-folder",
	input,
	unit: "messages",
	concurrency: 4,
	attempts: ATTEMPTS,
	async run(ctx, job) {
		const { accountId, folderId, operationId } = job.input;
		const key = { ownerId: job.ownerId, accountId };
		if (operationId !== null) await waitUntilMoved(ctx, job, operationId);
		const remove = async (session: ProviderSession): Promise<void> => {
			try {
				await session.writer.folderEditor?.delete(folderId);
			} catch (cause) {
				// An earlier attempt or another client has already deleted it.
				if (!(cause instanceof NotFound)) throw cause;
			}
		};
		await withAccountLock(ctx, { ...key, scope: "ids" }, job.signal, async (lock) => {
			await requireEmpty(ctx, key, folderId);
			lock.signal.throwIfAborted();
			await withSession(ctx, key, remove, job.attempt >= ATTEMPTS);
			await ctx.database.transaction(async () => {
				await lock.verify();
				await ctx.database.exec(
					"delete from email_folders where owner_id = $1 and account_id = $2 and id = $3 and total_count = 0",
					[key.ownerId, accountId, folderId],
				);
			});
		});
		ctx.events.publish(key.ownerId, { type: "mail", accountId });
		await enqueueSync(ctx, key.ownerId, accountId);
		return { operationId };
	},
};

export interface Deleting {
	job: Job;
	operationId: string | null;
	count: number;
}

/**
 * Starts deleting a folder.
 * @throws AppError 404, 409 `not-supported`, `folder-in-use` for a folder with a role or with subfolders, `refused`
 */
export async function deleteFolder(
	ctx: MailContext,
	key: FolderKey,
	id: string,
	device: string | null,
): Promise<Deleting> {
	const { ownerId, accountId } = key;
	await requireFolders(ctx, key);
	const folder = await requireCustom(ctx, key, id, "deleted");
	const inside = (await listFolders(ctx.database, ownerId, accountId)).find(({ name }) =>
		name.startsWith(`${folder.name}/`),
	);
	if (inside !== undefined)
		throw conflict("folder-in-use", `“${folder.name}” has folders inside it. Delete “${inside.name}” first.`);
	await withSession(ctx, key, async (session) => {
		if (session.writer.folderEditor === undefined) throw notSupported("You can't delete folders in this mailbox.");
	});
	const trashed = await trashMessages(ctx, key, id, device);
	const request = { accountId, folderId: id, name: folder.name, operationId: trashed?.id ?? null };
	const job = await ctx.jobs.enqueue(deleteFolderJob, {
		ownerId,
		accountId,
		input: request,
		dedupeKey: `${accountId}/${id}`,
	});
	return { job, operationId: trashed?.id ?? null, count: trashed?.count ?? 0 };
}

/** @returns the operation that is in progress; null when the folder is empty */
async function trashMessages(
	ctx: MailContext,
	{ ownerId, accountId }: FolderKey,
	folderId: string,
	device: string | null,
): Promise<{ id: string; count: number } | null> {
	// Selected by id, because a search could take the folder's own id for a role name.
	const rows = await ctx.database.query<{ id: string }>(
		"select id from emails where owner_id = $1 and account_id = $2 and folder_id = $3",
		[ownerId, accountId, folderId],
	);
	if (rows.length === 0) return null;
	const ids = rows.map((row) => row.id);
	const plan = await createPlan(ctx, ownerId, {
		action: { type: "trash" },
		ids,
		account: accountId,
		source: "folders",
	});
	const { operation } = await applyPlan(ctx, ownerId, plan.id, device);
	return { id: operation.id, count: plan.count };
}

/**
 * Waits until the messages are in the trash, at the server too.
 * @throws AppError when the operation failed or was undone
 */
async function waitUntilMoved(ctx: MailContext, job: RunningJob<Input>, operationId: string): Promise<void> {
	for (;;) {
		job.signal.throwIfAborted();
		const row = await ctx.database.one<{ state: string; undone_by: string | null }>(
			"select state, undone_by from operations where owner_id = $1 and id = $2",
			[job.ownerId, operationId],
		);
		if (row?.undone_by)
			throw new AppError(409, "folder-in-use", "Its emails were restored, so the folder was not deleted.");
		if (row?.state !== "running") return;
		await pause(POLL_MS, job.signal);
	}
}

async function requireEmpty(ctx: MailContext, { ownerId, accountId }: FolderKey, folderId: string): Promise<void> {
	const row = await ctx.database.one<{ total: number }>(
		"select count(*)::int as total from emails where owner_id = $1 and account_id = $2 and folder_id = $3",
		[ownerId, accountId, folderId],
	);
	if (row !== undefined && row.total > 0)
		throw new AppError(
			409,
			"folder-in-use",
			`${row.total === 1 ? "An email is" : `${row.total} emails are`} still in the folder, so it was not deleted. Move them to another folder, then delete it again.`,
		);
}
