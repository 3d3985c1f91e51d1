import { extendArtifact } from "#kernel/artifacts.ts";
import { AppError, conflict } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import type { Backup } from "../../contract.ts";
import { expiryAfter } from "./expiry.ts";
import { getBackup } from "./store.ts";

/**
 * Changes how long a backup's file is kept.
 * @param keepDays from now on; null: until the user deletes it
 * @throws AppError 404, 409 `backup-not-ready`, 410 `backup-expired`
 */
export async function keepBackup(
	ctx: MailContext,
	ownerId: string,
	id: string,
	keepDays: number | null,
): Promise<Backup> {
	const backup = await getReadyBackup(ctx, ownerId, id);
	if (!(await extendArtifact(ctx, { ownerId, id: backup.id }, expiryAfter(ctx.now(), keepDays)))) throw expired();
	return getBackup(ctx, ownerId, id);
}

/** A backup whose file can be read. @throws AppError 404, 409 `backup-not-ready`, 410 `backup-expired` */
export async function getReadyBackup(ctx: MailContext, ownerId: string, id: string): Promise<Backup> {
	const backup = await getBackup(ctx, ownerId, id);
	if (backup.state === "expired") throw expired();
	if (backup.state !== "ready") throw conflict("backup-not-ready", "This backup has no file yet.");
	return backup;
}

const expired = (): AppError =>
	new AppError(410, "backup-expired", "This backup has expired and its file was deleted.");
