import { brand } from "#shared/brand.ts";
import type { Context } from "../context.ts";
import { AppError, conflict } from "../errors.ts";
import { readArchive } from "./keep.ts";
import { getExport } from "./store.ts";

/**
 * The archive as a reply, streamed from where it lies; a broken download goes on with a Range header (RFC 9110 §14.2).
 * @throws AppError 404, 409 `export-not-ready`, 410 `export-expired`
 */
export async function archiveReply(ctx: Context, ownerId: string, id: string, request: Request): Promise<Response> {
	const { state, createdAt, sizeBytes: size } = await getExport(ctx, ownerId, id);
	if (state === "expired") throw new AppError(410, "export-expired", "This archive has expired. Make a new one.");
	if (state !== "ready") throw conflict("export-not-ready", "This archive is not ready yet.");
	const headers = {
		"content-type": "application/gzip",
		"content-disposition": `attachment; filename="${brand.slug}-${createdAt.slice(0, 10)}.tar.gz"`,
		"accept-ranges": "bytes",
		"cache-control": "private, no-store",
	};
	const range = rangeOf(request.headers.get("range"), size);
	if (range === "beyond")
		throw new AppError(416, "range-not-satisfiable", "The archive is shorter than that.", {
			headers: { "content-range": `bytes */${size}` },
		});
	const { start, end } = range ?? { start: 0, end: size - 1 };
	const body = await readArchive(ctx.config, id, start, end);
	const length = { "content-length": String(end - start + 1) };
	if (range === null) return new Response(body, { headers: { ...headers, ...length } });
	return new Response(body, {
		status: 206,
		headers: { ...headers, ...length, "content-range": `bytes ${start}-${end}/${size}` },
	});
}

/** One range is enough for going on; anything else gets the whole. */
function rangeOf(text: string | null, size: number): { start: number; end: number } | "beyond" | null {
	const match = /^bytes=(\d+)-(\d*)$/.exec(text ?? "");
	if (match === null) return null;
	const start = Number(match[1]);
	const end = match[2] === "" ? size - 1 : Math.min(Number(match[2]), size - 1);
	return start >= size || end < start ? "beyond" : { start, end };
}
