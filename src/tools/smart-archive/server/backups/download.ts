import type { Context } from "#server/context.ts";
import { AppError, conflict } from "#server/errors.ts";
import { fileReply } from "#server/http/file-reply.ts";
import { readKept } from "#server/kept/files.ts";
import { brand } from "#shared/brand.ts";
import { getBackup } from "./store.ts";

/** The file of a backup as a reply. @throws AppError 404, 409 `backup-not-ready`, 410 `backup-expired` */
export async function downloadBackup(ctx: Context, ownerId: string, id: string, request: Request): Promise<Response> {
	const { state, createdAt, sizeBytes } = await getBackup(ctx, ownerId, id);
	if (state === "expired") throw new AppError(410, "backup-expired", "This backup has expired, and its file is gone.");
	if (state !== "ready") throw conflict("backup-not-ready", "There is no file of this backup, or not yet.");
	const filename = `${brand.slug}-backup-${createdAt.slice(0, 10)}.mbox.gz`;
	const read = (start: number, end: number) => readKept(ctx.config, id, start, end);
	return fileReply({ sizeBytes, contentType: "application/gzip", filename, read }, request);
}
