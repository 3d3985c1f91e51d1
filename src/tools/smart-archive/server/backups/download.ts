import { readArtifact } from "#kernel/artifacts.ts";
import { AppError, conflict } from "#kernel/errors.ts";
import { fileReply, type MailContext } from "#kernel/module.ts";
import { fileName } from "./file-name.ts";
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
	const filename = fileName(Date.parse(createdAt));
	const read = (start: number, end: number) => readArtifact(ctx.config, id, start, end);
	return fileReply({ sizeBytes, contentType: "application/gzip", filename, read }, request);
}
