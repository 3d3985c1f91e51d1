import { createReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import type { Config } from "../../config.ts";
import { createS3, type S3 } from "../s3/s3.ts";

/**
 * Storage of finished files: the object store if one is configured, because the process that serves a file may run on
 * another machine than the one that wrote it; otherwise the data folder.
 */

/** A file: its local path and its object store key. */
export interface StoredFile {
	path: string;
	key: string;
}

/** Part size of a multipart upload. S3 allows 10,000 parts, so files of up to 320 GB. */
const PIECE = 32 * 1024 * 1024;

function storeOf({ s3 }: Pick<Config, "s3">): S3 | null {
	return s3 === null ? null : createS3(s3);
}

/** Stores a finished file where every process can read it. */
export async function storeFile(
	config: Pick<Config, "s3">,
	{ path, key }: StoredFile,
	signal: AbortSignal,
	piece = PIECE,
): Promise<void> {
	const s3 = storeOf(config);
	if (s3 === null) return;
	// A multipart upload has at least one part.
	if ((await stat(path)).size === 0) await s3.put(key, new Uint8Array(), signal);
	else await s3.putPieces(key, createReadStream(path, { highWaterMark: piece }), signal);
	await rm(path);
}

/** Streams bytes `start` to `end`, inclusive; of an empty file `end` is -1. @throws when the file does not exist */
export async function readFile(
	config: Pick<Config, "s3">,
	{ path, key }: StoredFile,
	start: number,
	end: number,
): Promise<ReadableStream<Uint8Array>> {
	if (end < start) return new Blob([]).stream();
	const s3 = storeOf(config);
	if (s3 === null) return Readable.toWeb(createReadStream(path, { start, end })) as ReadableStream<Uint8Array>;
	const body = await s3.stream(key, start, end);
	if (body === null) throw new Error(`${key} is not in the object store`);
	return body;
}

/** Deletes a file, finished or not. */
export async function removeFile(config: Pick<Config, "s3">, { path, key }: StoredFile): Promise<void> {
	await rm(path, { force: true });
	await storeOf(config)?.delete([key]);
}
