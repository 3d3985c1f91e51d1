import { AppError } from "../../errors.ts";
import type { MailContext } from "../context/context.ts";
import { requireMailFile } from "./check-format.ts";
import { arrived, receive, uploadPath } from "./files.ts";
import { acquireUpload } from "./lease.ts";
import { deleteUpload, getUpload, type Upload } from "./store.ts";

/**
 * Appends a request's bytes to an upload.
 * @throws AppError 404; 409 `wrong-offset` (the header Upload-Offset has the right one) or `upload-busy`; 413
 * `too-large` for more bytes than announced; 415 `not-a-mail-file`, and the upload is deleted; 507 `disk-full` as soon
 * as there is too little room; what has arrived is kept
 */
export async function appendUpload(
	ctx: Pick<MailContext, "config" | "database" | "disk" | "providers">,
	{ ownerId, id }: { ownerId: string; id: string },
	{ request, signal }: { request: Request; signal: AbortSignal },
): Promise<Upload> {
	const upload = await getUpload(ctx, ownerId, id);
	return acquireUpload(ctx, { ownerId, id }, signal, async (leaseSignal) => {
		const path = uploadPath(ctx.config.dataDir, id);
		// The previous request may have ended since.
		const offset = await arrived(path);
		if (request.headers.get("upload-offset") !== String(offset)) throw wrongOffset(offset);
		const length = await receive(request.body, {
			path,
			offset,
			limit: upload.sizeBytes,
			signal: leaseSignal,
			onChunk: roomCheck(ctx.disk, offset),
		});
		const file = { id, name: upload.filename, path, sizeBytes: length };
		await requireMailFile(ctx, file, {
			isComplete: length === upload.sizeBytes,
			signal: leaseSignal,
			remove: () => deleteUpload(ctx, ownerId, id),
		});
		return { ...upload, offset: length };
	});
}

/** Interval of disk space checks: an upload can fill a disk between two checks. */
const CHECK_EVERY_BYTES = 16 * 1024 * 1024;

function roomCheck(disk: MailContext["disk"], offset: number): (chunk: Uint8Array, length: number) => Promise<void> {
	let next = offset + CHECK_EVERY_BYTES;
	return async (_, length) => {
		if (length < next && disk.state !== "full") return;
		next = length + CHECK_EVERY_BYTES;
		await disk.assertRoom(0);
	};
}

function wrongOffset(offset: number): AppError {
	return new AppError(409, "wrong-offset", `The upload is at byte ${offset}. Continue from there.`, {
		headers: { "upload-offset": String(offset) },
	});
}
