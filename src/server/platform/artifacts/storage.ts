import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import type { Config } from "../../config.ts";
import { createS3, type S3 } from "../blobs/s3/s3.ts";

/**
 * Where finished files for people lie: in the object store where one is set, because the process that is asked for one
 * may run on another machine than the one that wrote it; else in the data folder.
 */

/** A file, by its place in the data folder and its key in the store. */
export interface StoredFile {
	path: string;
	key: string;
}

/** Bytes of one piece of a long object. A store takes 10,000 of them: files up to 320 GB. */
const PIECE = 32 * 1024 * 1024;

function storeOf({ s3 }: Pick<Config, "s3">): S3 | null {
	return s3 === null ? null : createS3(s3);
}

/** Puts a finished file where every process can read it. */
export async function storeFile(
	config: Pick<Config, "s3">,
	{ path, key }: StoredFile,
	signal: AbortSignal,
): Promise<void> {
	const s3 = storeOf(config);
	if (s3 === null) return;
	await s3.putPieces(key, createReadStream(path, { highWaterMark: PIECE }), signal);
	await rm(path);
}

/** Bytes from `start` up to and with `end`, as they come. @throws when it is not there */
export async function readFile(
	config: Pick<Config, "s3">,
	{ path, key }: StoredFile,
	start: number,
	end: number,
): Promise<ReadableStream<Uint8Array>> {
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
