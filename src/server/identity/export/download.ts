import { brand } from "#shared/brand.ts";
import { AppError, conflict } from "../../errors.ts";
import { fileReply } from "../../platform/http/file-reply.ts";
import type { Context } from "../auth/context.ts";
import { readArchive } from "./storage.ts";
import { getExport } from "./store.ts";

/**
 * The archive as a response, streamed from storage.
 * @throws AppError 404, 409 `export-not-ready`, 410 `export-expired`
 */
export async function archiveReply(ctx: Context, ownerId: string, id: string, request: Request): Promise<Response> {
	const { state, createdAt, sizeBytes } = await getExport(ctx, ownerId, id);
	if (state === "expired") throw new AppError(410, "export-expired", "This archive has expired. Create a new one.");
	if (state !== "ready") throw conflict("export-not-ready", "This archive is not ready yet.");
	const filename = `${brand.slug}-${createdAt.slice(0, 10)}.tar.gz`;
	const read = (start: number, end: number) => readArchive(ctx.config, id, start, end);
	return fileReply({ sizeBytes, contentType: "application/gzip", filename, read }, request);
}
