import type { z } from "zod";
import type { upload } from "#shared/contracts/accounts.ts";
import { newId } from "#shared/ids.ts";
import { AppError, notFound } from "../../errors.ts";
import type { MailContext } from "../context/context.ts";
import { lockStorage, requireRoom } from "../storage/quota.ts";
import { arrived, removeFile, shownName, tooLarge, uploadPath } from "./files.ts";

/** Resumable uploads. The current offset is the length of the file. */

export type Upload = z.infer<typeof upload>;

/** Maximum number of unfinished uploads per user. */
const MAX_UPLOADS = 20;

interface Row {
	id: string;
	filename: string;
	size_bytes: number;
}

type Ctx = Pick<MailContext, "config" | "database">;

/**
 * Reserves the space for an upload.
 * @param request.resumable false: it comes in one request, and is deleted once its writer is gone
 * @throws AppError 409 `storage-quota`, 413 `too-large`, 429 `too-many-uploads`, 507 `disk-full`
 */
export async function createUpload(
	ctx: Ctx & Pick<MailContext, "disk">,
	ownerId: string,
	request: { filename: string; sizeBytes: number; resumable?: boolean },
): Promise<Upload> {
	if (request.sizeBytes > ctx.config.uploadLimitBytes) throw tooLarge(ctx.config.uploadLimitBytes);
	await ctx.disk.assertRoom(request.sizeBytes);
	const id = newId();
	const filename = shownName(request.filename);
	const created = await ctx.database.transaction(async () => {
		await lockStorage(ctx, ownerId);
		await requireRoom(ctx, ownerId, request.sizeBytes, { resume: "Then upload the file again." });
		return ctx.database.query(
			`insert into uploads (owner_id, id, filename, size_bytes, resumable) select $1, $2, $3, $4, $5
			where (select count(*) from uploads where owner_id = $1) < ${MAX_UPLOADS} returning id`,
			[ownerId, id, filename, request.sizeBytes, request.resumable ?? true],
		);
	});
	if (created.length === 0)
		throw new AppError(
			429,
			"too-many-uploads",
			`You have ${MAX_UPLOADS} uploads in progress. Finish or delete one before you start another.`,
		);
	return { id, filename, sizeBytes: request.sizeBytes, offset: 0 };
}

/** Resumable uploads, oldest first. */
export async function listUploads(ctx: Ctx, ownerId: string): Promise<Upload[]> {
	const rows = await ctx.database.query<Row>(
		"select id, filename, size_bytes from uploads where owner_id = $1 and resumable order by created_at, id",
		[ownerId],
	);
	return Promise.all(rows.map((row) => present(ctx, row)));
}

async function present(ctx: Ctx, { id, filename, size_bytes: sizeBytes }: Row): Promise<Upload> {
	return { id, filename, sizeBytes, offset: await arrived(uploadPath(ctx.config.dataDir, id)) };
}

/** @throws AppError 404 */
export async function getUpload(ctx: Ctx, ownerId: string, id: string): Promise<Upload> {
	const row = await ctx.database.one<Row>(
		"select id, filename, size_bytes from uploads where owner_id = $1 and id = $2",
		[ownerId, id],
	);
	if (row === undefined) throw notFound("The upload");
	return present(ctx, row);
}

/**
 * Deletes the row of an upload and keeps its file, which now belongs to an account.
 * @throws AppError 404 when a concurrent request already did
 */
export async function deleteUploadRow(ctx: Ctx, ownerId: string, id: string): Promise<void> {
	const sql = "delete from uploads where owner_id = $1 and id = $2 returning id";
	const deleted = await ctx.database.query(sql, [ownerId, id]);
	if (deleted.length === 0) throw notFound("The upload");
}

/** @throws AppError 404 */
export async function deleteUpload(ctx: Ctx, ownerId: string, id: string): Promise<void> {
	const rows = await ctx.database.query("delete from uploads where owner_id = $1 and id = $2 returning id", [
		ownerId,
		id,
	]);
	if (rows.length === 0) throw notFound("The upload");
	await removeFile(uploadPath(ctx.config.dataDir, id));
}
