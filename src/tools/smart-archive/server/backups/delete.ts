import { removeArtifact } from "#kernel/artifacts.ts";
import type { MailContext } from "#kernel/module.ts";
import { deleteBackupRow, getBackup } from "./store.ts";

/** Deletes a backup; a running one is stopped, and its plan is not applied. @throws AppError 404 */
export async function deleteBackup(ctx: MailContext, ownerId: string, id: string): Promise<void> {
	const { state, jobId } = await getBackup(ctx, ownerId, id);
	if (state === "running") await ctx.jobs.cancel(ownerId, jobId);
	await deleteBackupRow(ctx, ownerId, id);
	await removeArtifact(ctx, ownerId, id);
}
