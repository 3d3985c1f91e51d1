import { AppError } from "../../errors.ts";

export interface ServedFile {
	sizeBytes: number;
	contentType: string;
	/** ASCII only. */
	filename: string;
	/** Streams bytes `start` to `end`, inclusive. */
	read(start: number, end: number): Promise<ReadableStream<Uint8Array>>;
}

/**
 * Streams a file as a response; an interrupted download resumes with a Range header (RFC 9110 §14.2).
 * @throws AppError 416
 */
export async function fileReply(file: ServedFile, request: Request): Promise<Response> {
	const { sizeBytes: size } = file;
	const headers = {
		"content-type": file.contentType,
		"content-disposition": `attachment; filename="${file.filename}"`,
		"accept-ranges": "bytes",
		"cache-control": "private, no-store",
	};
	const range = rangeOf(request.headers.get("range"), size);
	if (range === "beyond")
		throw new AppError(416, "range-not-satisfiable", "The range is beyond the end of the file.", {
			headers: { "content-range": `bytes */${size}` },
		});
	const { start, end } = range ?? { start: 0, end: size - 1 };
	const body = await file.read(start, end);
	const length = { "content-length": String(end - start + 1) };
	if (range === null) return new Response(body, { headers: { ...headers, ...length } });
	return new Response(body, {
		status: 206,
		headers: { ...headers, ...length, "content-range": `bytes ${start}-${end}/${size}` },
	});
}

/** A single range is supported, which is enough to resume; anything else gets the whole file. */
function rangeOf(text: string | null, size: number): { start: number; end: number } | "beyond" | null {
	const match = /^bytes=(\d+)-(\d*)$/.exec(text ?? "");
	if (match === null) return null;
	const start = Number(match[1]);
	const end = match[2] === "" ? size - 1 : Math.min(Number(match[2]), size - 1);
	return start >= size || end < start ? "beyond" : { start, end };
}
