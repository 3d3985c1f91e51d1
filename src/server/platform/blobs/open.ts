import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type Config, ConfigError } from "../../config.ts";
import { type Blobs, createFileBlobs } from "./blobs.ts";
import { checkS3 } from "./s3/check.ts";
import { createS3, type S3 } from "./s3/s3.ts";
import { cleanSpool, createS3Blobs } from "./s3-blobs.ts";

/** Where things too long for the database lie. */
export interface Storage {
	blobs: Blobs;
	/** The bucket, for other long things; null: they lie in the data folder. */
	s3: S3 | null;
}

/** Raw mail in the data folder. */
export function blobsFolder(dataDir: string): string {
	return join(dataDir, "blobs");
}

/**
 * Opens the store that the settings name, and tries it.
 * @throws ConfigError when it cannot be used, or when raw mail lies in the other one
 */
export async function openStorage(config: Config): Promise<Storage> {
	const { s3: settings, dataDir } = config;
	if (settings === null) return { blobs: openFileBlobs(config), s3: null };
	if ((await readdir(blobsFolder(dataDir)).catch(() => [])).length > 0)
		throw new ConfigError(
			`Raw mail still lies in ${blobsFolder(dataDir)}, and S3_BUCKET is set. Move it with "npm run move -- --blobs s3", or take S3_BUCKET away.`,
		);
	const s3 = createS3(settings);
	await checkS3(s3, settings);
	await cleanSpool(dataDir);
	return { blobs: createS3Blobs(s3, dataDir), s3 };
}

/** Raw mail as files. PostgreSQL brings what it acknowledges to the disk, and so do they; the embedded one does not. */
export function openFileBlobs({ dataDir, databaseUrl }: Pick<Config, "dataDir" | "databaseUrl">): Blobs {
	return createFileBlobs(blobsFolder(dataDir), { durable: databaseUrl !== null });
}
