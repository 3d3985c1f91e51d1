import { readFile as read, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../config.ts";
import { readFile, removeFile, type StoredFile, storeFile } from "../../platform/artifacts/storage.ts";
import { archivePath, partsFolder } from "./files.ts";

/** Storage of finished archives. */

type Where = Pick<Config, "dataDir" | "s3">;

function locationOf({ dataDir }: Where, id: string): StoredFile {
	return { path: archivePath(dataDir, id), key: `exports/${id}.tar.gz` };
}

/** Stores a finished archive where every process can read it. */
export function storeArchive(config: Where, id: string, signal: AbortSignal): Promise<void> {
	return storeFile(config, locationOf(config, id), signal);
}

/**
 * Streams the bytes from `start` to `end` inclusive.
 * @throws when the archive does not exist
 */
export function readArchive(
	config: Where,
	id: string,
	start: number,
	end: number,
): Promise<ReadableStream<Uint8Array>> {
	return readFile(config, locationOf(config, id), start, end);
}

/** Deletes an archive, finished or not. */
export async function removeArchive(config: Where, id: string): Promise<void> {
	await rm(partsFolder(config.dataDir, id), { recursive: true, force: true });
	await removeFile(config, locationOf(config, id));
}

/**
 * Whether the bytes of a checkpoint are on this machine: a job may resume on another one.
 * @param marker from the checkpoint
 */
export async function isLocal({ dataDir }: Where, id: string, marker: string, length: number): Promise<boolean> {
	const mark = await read(markPath(dataDir, id), "utf8").catch(() => null);
	const found = await stat(archivePath(dataDir, id)).catch(() => null);
	return mark === marker && (found?.size ?? 0) >= length;
}

export async function writeMarker({ dataDir }: Where, id: string, marker: string): Promise<void> {
	await writeFile(markPath(dataDir, id), marker, { mode: 0o600, flush: true });
}

function markPath(dataDir: string, id: string): string {
	return join(partsFolder(dataDir, id), "parts-id");
}
