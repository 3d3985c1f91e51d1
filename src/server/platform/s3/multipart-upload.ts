import { done } from "./answers.ts";
import { own, S3Refused, type S3Send } from "./request.ts";
import { elements, field } from "./xml.ts";

interface UploadParts {
	send: S3Send;
	/** Size of an object in bytes; null when it does not exist. */
	size(): Promise<number | null>;
}

/** Multipart upload; every part but the last is 5 MiB or more. The object appears only once it is complete. */
export async function putPieces(
	{ send, size }: UploadParts,
	key: string,
	pieces: AsyncIterable<Uint8Array>,
	signal?: AbortSignal,
): Promise<void> {
	await abortUpload(send, key);
	const begun = await send({ method: "POST", key, query: { uploads: "" } }, done);
	const uploadId = field(begun, "UploadId");
	let bytes = 0;
	try {
		const parts: string[] = [];
		for await (const piece of pieces) {
			bytes += piece.length;
			const query = { partNumber: String(parts.length + 1), uploadId };
			const etag = await send({ method: "PUT", key, query, body: own(piece), signal }, async (response) => {
				await done(response);
				return response.headers.get("etag") ?? "";
			});
			parts.push(`<Part><PartNumber>${parts.length + 1}</PartNumber><ETag>${etag}</ETag></Part>`);
		}
		const body = Buffer.from(`<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`);
		await send({ method: "POST", key, query: { uploadId }, body: own(body), signal }, done);
	} catch (cause) {
		// If the response was lost, the retry finds no such upload, because it is already complete.
		const isOver = cause instanceof S3Refused && cause.code === "NoSuchUpload";
		if (isOver && (await size()) === bytes) return;
		await abort(send, key, uploadId).catch(() => undefined);
		throw cause;
	}
}

/** Aborts an upload: the parts of unfinished uploads are billed but invisible. */
async function abortUpload(send: S3Send, key: string): Promise<void> {
	const page = await send({ method: "GET", key: null, query: { uploads: "", prefix: key } }, done);
	for (const one of elements(page, "Upload"))
		if (field(one, "Key") === key) await abort(send, key, field(one, "UploadId"));
}

function abort(send: S3Send, key: string, uploadId: string): Promise<string> {
	return send({ method: "DELETE", key, query: { uploadId } }, (response) => response.text());
}
