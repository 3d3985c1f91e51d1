import { readArtifact } from "#kernel/artifacts.ts";
import { AppError, conflict } from "#kernel/errors.ts";
import { fileReply, type MailContext } from "#kernel/module.ts";
import { brand } from "#shared/brand.ts";
import { getBackup } from "./store.ts";

/** The backup's file as a response. @throws AppError 404, 409 `backup-not-ready`, 410 `backup-expired` */
export async function downloadBackup(
	ctx: MailContext,
	ownerId: string,
	id: string,
	request: Request,
): Promise<Response> {
	const { state, createdAt, sizeBytes } = await getBackup(ctx, ownerId, id);
	if (state === "expired")
		throw new AppError(410, "backup-expired", "This backup has expired and its file was deleted.");
	if (state !== "ready") throw conflict("backup-not-ready", "This backup has no file yet.");
	const filename = `${brand.slug}-backup-${createdAt.slice(0, 10)}.mbox.gz`;
	const read = (start: number, end: number) => readArtifact(ctx.config, id, start, end);
	return fileReply({ sizeBytes, contentType: "application/gzip", filename, read }, request);
}
