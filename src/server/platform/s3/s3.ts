import { createHash } from "node:crypto";
import type { S3Config } from "../../config.ts";
import { requireProgress } from "../../progress.ts";
import { done, exists, nullIfBucketExists } from "./answers.ts";
import { putPieces } from "./multipart-upload.ts";
import { createS3Send, own, type S3Send } from "./request.ts";
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

/** Objects that are read at once are stored by one request, which S3 limits to 5 GB; no message is that long. */
const MAX_OBJECT_BYTES = 1024 ** 3;
const MAX_ERROR_BYTES = 64 * 1024;
/** Maximum number of keys in one DeleteObjects request. */
const MAX_KEYS_PER_DELETE = 1_000;

export function createS3(
	config: S3Config,
	{
		keysPerDelete = MAX_KEYS_PER_DELETE,
		...timing
	}: { answerMs?: number; backoffMs?: number; keysPerDelete?: number } = {},
): S3 {
	const send = createS3Send(config, timing);
	const prefix = config.prefix === "" ? "" : `${config.prefix}/`;
	const named = (key: string): string => {
		if (!/^[\w./-]+$/.test(key)) throw new Error("Not a key");
		return prefix + key;
	};
	return {
		async put(key, bytes, signal) {
			await send({ method: "PUT", key: named(key), body: own(bytes), signal }, done);
		},
		get: (key, signal) =>
			send({ method: "GET", key: named(key), signal, maxBytes: MAX_OBJECT_BYTES }, async (response) =>
				exists(response) ? response.bytes() : nullIfBucketExists(response),
			),
		stream: (key, start, end) =>
			send(
				{
					...{ method: "GET", key: named(key), headers: { range: `bytes=${start}-${end}` }, isStream: true },
					// An error's XML may be longer than the range.
					maxBytes: Math.max(end - start + 1, MAX_ERROR_BYTES),
				},
				async (response) => (exists(response) ? response.body : nullIfBucketExists(response)),
			),
		size: (key) =>
			send({ method: "HEAD", key: named(key) }, async (response) =>
				exists(response) ? Number(response.headers.get("content-length")) : null,
			),
		async delete(keys) {
			for (let from = 0; from < keys.length; from += keysPerDelete) {
				const names = keys.slice(from, from + keysPerDelete).map((key) => `<Object><Key>${named(key)}</Key></Object>`);
				const body = Buffer.from(`<Delete><Quiet>true</Quiet>${names.join("")}</Delete>`);
				const headers = {
					"content-type": "application/xml",
					"content-md5": createHash("md5").update(body).digest("base64"),
				};
				await send({ method: "POST", key: null, query: { delete: "" }, headers, body: own(body) }, done);
			}
		},
		list: (under) => list(send, prefix, under),
		async putPieces(key, pieces, signal) {
			await putPieces({ send, size: () => this.size(key) }, named(key), pieces, signal);
		},
	};
}

async function* list(send: S3Send, prefix: string, under: string): AsyncGenerator<S3Object> {
	const progress = requireProgress("Listing the files of the S3 bucket");
	for (let token = ""; ; ) {
		const query = {
			"list-type": "2",
			prefix: prefix + under,
			...(token === "" ? {} : { "continuation-token": token }),
		};
		const page = await send({ method: "GET", key: null, query }, done);
		// Not an empty list: what it does not name would count as deleted.
		if (page === null) throw new Error("The list of files in the S3 bucket can't be read");
		for (const one of elements(page, "Contents"))
			yield {
				key: field(one, "Key").slice(prefix.length),
				sizeBytes: Number(field(one, "Size")),
				changedAt: Date.parse(field(one, "LastModified")),
			};
		if (field(page, "IsTruncated") !== "true") return;
		token = field(page, "NextContinuationToken");
		if (token === "") throw new Error("The list of files in the S3 bucket is truncated, without a continuation token");
		progress(token);
	}
}
