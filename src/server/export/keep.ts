import { createReadStream } from "node:fs";
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { createS3, type S3 } from "../blobs/s3/s3.ts";
import type { Config } from "../config.ts";
import { archivePath, partsFolder } from "./files.ts";

/**
 * Where archives lie once they are finished: in the object store where one is set, because the process that is asked
 * for one may run on another machine than the one that wrote it; else in the data folder.
 */

type Where = Pick<Config, "dataDir" | "s3">;

/** Bytes of one piece of a long object. A store takes 10,000 of them: archives up to 320 GB. */
const PIECE = 32 * 1024 * 1024;

function storeOf({ s3 }: Where): S3 | null {
	return s3 === null ? null : createS3(s3);
}

function keyOf(id: string): string {
	return `exports/${id}.tar.gz`;
}

/** Puts a finished archive where every process can read it. */
export async function keepArchive(config: Where, id: string, signal: AbortSignal): Promise<void> {
	const s3 = storeOf(config);
	if (s3 === null) return;
	const path = archivePath(config.dataDir, id);
	await s3.putPieces(keyOf(id), createReadStream(path, { highWaterMark: PIECE }), signal);
	await rm(path);
}

/** Bytes from `start` up to and with `end`, as they come. @throws when it is not there */
export async function readArchive(
	config: Where,
	id: string,
	start: number,
	end: number,
): Promise<ReadableStream<Uint8Array>> {
	const s3 = storeOf(config);
	if (s3 === null)
		return Readable.toWeb(
			createReadStream(archivePath(config.dataDir, id), { start, end }),
		) as ReadableStream<Uint8Array>;
	const body = await s3.stream(keyOf(id), start, end);
	if (body === null) throw new Error(`The archive ${id} is not in the object store`);
	return body;
}

/** Deletes an archive, finished or not. */
export async function removeArchive(config: Where, id: string): Promise<void> {
	await rm(archivePath(config.dataDir, id), { force: true });
	await rm(partsFolder(config.dataDir, id), { recursive: true, force: true });
	await storeOf(config)?.delete([keyOf(id)]);
}

/**
 * Whether what a checkpoint speaks of lies on this machine: a job may go on on another one.
 * @param place the mark that the checkpoint carries
 */
export async function liesHere({ dataDir }: Where, id: string, place: string, length: number): Promise<boolean> {
	const mark = await readFile(markPath(dataDir, id), "utf8").catch(() => null);
	const found = await stat(archivePath(dataDir, id)).catch(() => null);
	return mark === place && (found?.size ?? 0) >= length;
}

export async function markPlace({ dataDir }: Where, id: string, place: string): Promise<void> {
	await writeFile(markPath(dataDir, id), place, { mode: 0o600, flush: true });
}

function markPath(dataDir: string, id: string): string {
	return join(partsFolder(dataDir, id), "place");
}
