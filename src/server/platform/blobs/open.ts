import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type Config, ConfigError } from "../../config.ts";
import { checkS3 } from "../s3/check.ts";
import { createS3, type S3 } from "../s3/s3.ts";
import { type Blobs, createFileBlobs } from "./blobs.ts";
import { cleanSpool, createS3Blobs } from "./s3-blobs.ts";

/** Storage for data too large for the database. */
export interface Storage {
	blobs: Blobs;
	/** The bucket, also used for other large files; null: the data folder is used. */
	s3: S3 | null;
}

/** Folder of the raw messages. */
export function blobsFolder(dataDir: string): string {
	return join(dataDir, "blobs");
}

/**
 * Opens the configured blob store and checks that it works.
 * @throws ConfigError when it is unusable, or when raw messages are already in the other kind of store
 */
export async function openStorage(config: Config): Promise<Storage> {
	const { s3: settings, dataDir } = config;
	if (settings === null) return { blobs: openFileBlobs(config), s3: null };
	if ((await readdir(blobsFolder(dataDir)).catch(() => [])).length > 0)
		throw new ConfigError(
			`Raw mail is still stored in ${blobsFolder(dataDir)}, and S3_BUCKET is set. Move it with "npm run move -- --blobs s3", or remove S3_BUCKET.`,
		);
	const s3 = createS3(settings);
	await checkS3(s3, settings);
	await cleanSpool(dataDir);
	return { blobs: createS3Blobs(s3, dataDir), s3 };
}

/**
 * Raw messages as files. They are as durable as the database: PostgreSQL syncs what it acknowledges, the embedded
 * database does not.
 */
export function openFileBlobs({ dataDir, databaseUrl }: Pick<Config, "dataDir" | "databaseUrl">): Blobs {
	return createFileBlobs(blobsFolder(dataDir), { durable: databaseUrl !== null });
}
