import { readArtifact } from "#kernel/artifacts.ts";
import { fileReply, type MailContext } from "#kernel/module.ts";
import { fileName } from "./file-name.ts";
import { getReadyBackup } from "./keep.ts";

/** The backup's file as a response. @throws AppError 404, 409 `backup-not-ready`, 410 `backup-expired` */
export async function downloadBackup(
	ctx: MailContext,
	ownerId: string,
	id: string,
	request: Request,
): Promise<Response> {
	const { createdAt, sizeBytes } = await getReadyBackup(ctx, ownerId, id);
	const filename = fileName(Date.parse(createdAt));
	const read = (start: number, end: number) => readArtifact(ctx.config, id, start, end);
	return fileReply({ sizeBytes, contentType: "application/gzip", filename, read }, request);
}
