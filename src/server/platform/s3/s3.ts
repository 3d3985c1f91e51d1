import { createHash } from "node:crypto";
import type { S3Config } from "../../config.ts";
import { createS3Send, S3Refused } from "./request.ts";
import { elements, field } from "./xml.ts";

export interface S3Object {
	/** Key without the installation's prefix. */
	key: string;
	sizeBytes: number;
	/** Epoch milliseconds. */
	changedAt: number;
}

/** One bucket of an S3-compatible store, below the installation's prefix. Keys consist of `A-Z a-z 0-9 . _ - /`. */
export interface S3 {
	/** Stores an object atomically; the store verifies its checksum. */
	put(key: string, bytes: Uint8Array, signal?: AbortSignal): Promise<void>;
	/** Null when the object does not exist. */
	get(key: string, signal?: AbortSignal): Promise<Uint8Array | null>;
	/** Streams bytes `start` to `end`, inclusive; null when the object does not exist. */
	stream(key: string, start: number, end: number): Promise<ReadableStream<Uint8Array> | null>;
	/** Size in bytes; null when the object does not exist. */
	size(key: string): Promise<number | null>;
	delete(keys: readonly string[]): Promise<void>;
	/** @param prefix key prefix: a path with a trailing slash, or empty */
	list(prefix: string): AsyncGenerator<S3Object>;
	/** Multipart upload; every part but the last is 5 MiB or more. The object appears only once it is complete. */
	putPieces(key: string, pieces: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<void>;
}

/** Maximum number of keys in one DeleteObjects request. */
const MAX_KEYS_PER_DELETE = 1_000;

export function createS3(config: S3Config, options: { answerMs?: number } = {}): S3 {
	const send = createS3Send(config, options.answerMs);
	const prefix = config.prefix === "" ? "" : `${config.prefix}/`;
	const named = (key: string): string => {
		if (!/^[\w./-]+$/.test(key)) throw new Error("Not a key");
		return prefix + key;
	};
	const exists = (response: Response): boolean => response.status !== 404;
	/** A missing bucket is an error, unlike a missing object. */
	async function nullIfBucketExists(response: Response): Promise<null> {
		const text = await response.text();
		const code = field(text, "Code");
		if (code === "NoSuchBucket") throw new S3Refused(404, code, field(text, "Message"), null);
		return null;
	}
	async function done(response: Response): Promise<string> {
		const text = await response.text();
		// Some requests return 200 before they have succeeded (CompleteMultipartUpload, DeleteObjects).
		if (exists(response) && !/<Error>/.test(text)) return text;
		throw new S3Refused(response.status, field(text, "Code"), field(text, "Message"), null);
	}

	async function* list(under: string): AsyncGenerator<S3Object> {
		let token = "";
		do {
			const query = {
				"list-type": "2",
				prefix: prefix + under,
				...(token === "" ? {} : { "continuation-token": token }),
			};
			const page = await send({ method: "GET", key: null, query }, done);
			for (const one of elements(page, "Contents"))
				yield {
					key: field(one, "Key").slice(prefix.length),
					sizeBytes: Number(field(one, "Size")),
					changedAt: Date.parse(field(one, "LastModified")),
				};
			token = field(page, "IsTruncated") === "true" ? field(page, "NextContinuationToken") : "";
		} while (token !== "");
	}

	/** Aborts an upload: the parts of unfinished uploads are billed but invisible. */
	async function abortUpload(key: string): Promise<void> {
		const page = await send({ method: "GET", key: null, query: { uploads: "", prefix: named(key) } }, done);
		for (const one of elements(page, "Upload"))
			if (field(one, "Key") === named(key)) await abort(key, field(one, "UploadId"));
	}
	const abort = (key: string, uploadId: string): Promise<string> =>
		send({ method: "DELETE", key: named(key), query: { uploadId } }, (response) => response.text());

	return {
		async put(key, bytes, signal) {
			await send({ method: "PUT", key: named(key), body: own(bytes), signal }, done);
		},
		get: (key, signal) =>
			send({ method: "GET", key: named(key), signal }, async (response) =>
				exists(response) ? response.bytes() : nullIfBucketExists(response),
			),
		stream: (key, start, end) =>
			send(
				{ method: "GET", key: named(key), headers: { range: `bytes=${start}-${end}` }, isStream: true },
				async (response) => (exists(response) ? response.body : nullIfBucketExists(response)),
			),
		size: (key) =>
			send({ method: "HEAD", key: named(key) }, async (response) =>
				exists(response) ? Number(response.headers.get("content-length")) : null,
			),
		async delete(keys) {
			for (let from = 0; from < keys.length; from += MAX_KEYS_PER_DELETE) {
				const names = keys
					.slice(from, from + MAX_KEYS_PER_DELETE)
					.map((key) => `<Object><Key>${named(key)}</Key></Object>`);
				const body = Buffer.from(`<Delete><Quiet>true</Quiet>${names.join("")}</Delete>`);
				const headers = {
					"content-type": "application/xml",
					"content-md5": createHash("md5").update(body).digest("base64"),
				};
				await send({ method: "POST", key: null, query: { delete: "" }, headers, body: own(body) }, done);
			}
		},
		list,
		async putPieces(key, pieces, signal) {
			await abortUpload(key);
			const begun = await send({ method: "POST", key: named(key), query: { uploads: "" } }, done);
			const uploadId = field(begun, "UploadId");
			let bytes = 0;
			try {
				const parts: string[] = [];
				for await (const piece of pieces) {
					bytes += piece.length;
					const query = { partNumber: String(parts.length + 1), uploadId };
					const etag = await send(
						{ method: "PUT", key: named(key), query, body: own(piece), signal },
						async (response) => {
							await done(response);
							return response.headers.get("etag") ?? "";
						},
					);
					parts.push(`<Part><PartNumber>${parts.length + 1}</PartNumber><ETag>${etag}</ETag></Part>`);
				}
				const body = Buffer.from(`<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`);
				await send({ method: "POST", key: named(key), query: { uploadId }, body: own(body), signal }, done);
			} catch (cause) {
				// If the response was lost, the retry finds no such upload, because it is already complete.
				const isOver = cause instanceof S3Refused && cause.code === "NoSuchUpload";
				if (isOver && (await this.size(key)) === bytes) return;
				await abort(key, uploadId).catch(() => undefined);
				throw cause;
			}
		},
	};
}

/** A copy that is not backed by a SharedArrayBuffer, as `fetch` requires. */
function own(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
	return bytes.buffer instanceof ArrayBuffer ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
}
