import { Readable } from "node:stream";

/** Bytes that are written together. */
const CHUNK_BYTES = 64 * 1024;

/**
 * A file to download, produced as the client reads; its size is not known before.
 * @param file its name is ASCII
 */
export function streamedFile(
	{ filename, contentType }: { filename: string; contentType: string },
	parts: AsyncGenerator<Uint8Array>,
): Response {
	const body = Readable.toWeb(Readable.from(inChunks(parts), { objectMode: false }));
	return new Response(body as ReadableStream<Uint8Array>, {
		headers: {
			"content-type": contentType,
			"content-disposition": `attachment; filename="${filename}"`,
			"cache-control": "no-store",
		},
	});
}

/** A write for each row would take longer than producing it. */
async function* inChunks(parts: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
	let pending: Uint8Array[] = [];
	let size = 0;
	for await (const part of parts) {
		pending.push(part);
		size += part.length;
		if (size < CHUNK_BYTES) continue;
		yield Buffer.concat(pending);
		pending = [];
		size = 0;
	}
	if (size > 0) yield Buffer.concat(pending);
}
