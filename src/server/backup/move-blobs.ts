import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { rename } from "node:fs/promises";
import { type Config, ConfigError } from "../config.ts";
import { lockDataDir } from "../db/lock.ts";
import { type Blobs, createFileBlobs } from "../platform/blobs/blobs.ts";
import { forEachConcurrent } from "../platform/blobs/for-each-concurrent.ts";
import { blobsFolder } from "../platform/blobs/open.ts";
import { createS3Blobs } from "../platform/blobs/s3-blobs.ts";
import { checkS3 } from "../platform/s3/check.ts";
import { createS3 } from "../platform/s3/s3.ts";
import { DamagedBackup } from "./format.ts";
import { type MoveOptions, stamp } from "./move.ts";
import { withConnection } from "./snapshot.ts";
import { requireNoOtherProcess } from "./target.ts";

/** Blobs copied concurrently. */
const CONCURRENCY = 16;

export interface MovedBlobs {
	blobs: number;
	bytes: number;
	/** Of these, already there from an earlier move. */
	known: number;
	/** Where the files were moved to; null: they were written. */
	aside: string | null;
}

/**
 * Copies raw messages from the data folder to the object store, or back. An interrupted copy resumes. Nothing is
 * deleted: files now in the store are moved aside.
 */
export async function moveBlobs(config: Config, to: "s3" | "files", options: MoveOptions): Promise<MovedBlobs> {
	if (config.s3 === null)
		throw new ConfigError("Set S3_BUCKET and the other S3 settings: they select the object store.");
	const unlock = lockDataDir(config.dataDir);
	try {
		if (config.databaseUrl !== null)
			await withConnection(config.databaseUrl, (client) => requireNoOtherProcess(client, "The database"));
		const s3 = createS3(config.s3);
		await checkS3(s3, config.s3);
		const objects = createS3Blobs(s3, config.dataDir);
		const files = createFileBlobs(blobsFolder(config.dataDir), { durable: true });
		const moved = to === "s3" ? await copyAll(files, objects, options) : await copyAll(objects, files, options);
		return { ...moved, aside: to === "s3" ? await moveAside(blobsFolder(config.dataDir)) : null };
	} finally {
		unlock();
	}
}

async function copyAll(source: Blobs, target: Blobs, options: MoveOptions): Promise<Omit<MovedBlobs, "aside">> {
	const moved = { blobs: 0, bytes: 0, known: 0 };
	await forEachConcurrent(
		source.list(),
		CONCURRENCY,
		async ({ accountId, sha256, sizeBytes }) => {
			if ((await target.size(accountId, sha256)) === sizeBytes) moved.known++;
			else await copyOne(source, target, accountId, sha256);
			moved.blobs++;
			moved.bytes += sizeBytes;
			options.progress("messages", moved.blobs, null, "messages");
		},
		options.signal,
	);
	let arrived = 0;
	for await (const _ of target.list()) arrived++;
	if (arrived < moved.blobs)
		throw new DamagedBackup(`Only ${arrived} of ${moved.blobs} messages have arrived. Run the command again.`);
	return moved;
}

async function copyOne(source: Blobs, target: Blobs, accountId: string, sha256: string): Promise<void> {
	const bytes = await source.get(accountId, sha256, { once: true });
	if (bytes === null || createHash("sha256").update(bytes).digest("hex") !== sha256)
		throw new DamagedBackup(`The stored message ${sha256} of the mailbox ${accountId} is damaged.`);
	await target.put(accountId, bytes);
}

/** @returns the folder's new path; null when there was none */
async function moveAside(folder: string): Promise<string | null> {
	if (!existsSync(folder)) return null;
	const aside = `${folder}.before-${stamp()}`;
	await rename(folder, aside);
	return aside;
}
