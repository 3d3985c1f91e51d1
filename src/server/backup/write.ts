import { join } from "node:path";
import { brand } from "#shared/brand.ts";
import { type Config, deriveKey } from "../config.ts";
import { pathOfUpload } from "../mail/uploads/files.ts";
import type { Blobs } from "../platform/blobs/blobs.ts";
import { forEachConcurrent } from "../platform/blobs/for-each-concurrent.ts";
import { blobsFolder } from "../platform/blobs/open.ts";
import { EXCLUDED_TABLES } from "./excluded-tables.ts";
import { END, type End, FORMAT, MANIFEST, SECRET, writeEnd, writeManifest } from "./format.ts";
import { countNamed, namedBlobs, type RowsOf } from "./named-blobs.ts";
import { createSink, type Sink } from "./sink.ts";
import { openSnapshot, type Snapshot } from "./snapshot.ts";
import { appliedMigrations } from "./tables.ts";
import { writeTables } from "./write-tables.ts";

export interface BackupOptions {
	/** The file or folder to write; must not exist. */
	to: string;
	withSecret: boolean;
	withBlobs: boolean;
	signal: AbortSignal;
	progress(what: string, done: number, total: number | null, unit: string): void;
}

export interface BackupReport extends End {
	rows: number;
	/** Mail files imported in place; they are not copied. */
	elsewhere: number;
}

/** Blobs copied concurrently. */
const CONCURRENCY = 8;

/** Writes a consistent backup of everything users would miss, while the server runs. */
export async function backUp(config: Config, blobs: Blobs, options: BackupOptions): Promise<BackupReport> {
	const sink = await createSink(options.to);
	try {
		const snapshot = await openSnapshot(config);
		try {
			const report = await write(config, { blobs, sink }, snapshot, options);
			await sink.finish();
			return report;
		} finally {
			await snapshot.close();
		}
	} catch (cause) {
		await sink.abandon();
		throw cause;
	}
}

async function write(
	config: Config,
	{ blobs, sink }: { blobs: Blobs; sink: Sink },
	{ client, kind }: Snapshot,
	{ withSecret, withBlobs, signal, progress }: BackupOptions,
): Promise<BackupReport> {
	const tables = await writeTables(client, sink.work, EXCLUDED_TABLES, (rows) => {
		signal.throwIfAborted();
		progress("tables", rows, null, "rows");
	});
	const manifest = writeManifest({
		format: FORMAT,
		product: brand.slug,
		version: config.version,
		createdAt: new Date().toISOString(),
		database: kind,
		migrations: (await appliedMigrations(client)) ?? [],
		tables,
		secretMark: secretMark(config),
		hasSecret: withSecret,
		hasBlobs: withBlobs,
	});
	await sink.add(MANIFEST, manifest);
	for (const { name } of tables.flatMap(({ files }) => files)) await sink.addFile(name, join(sink.work, name));
	if (withSecret) await sink.add(SECRET, config.secret);
	const uploads = await addUploads(config, { client }, sink);
	const copied = { blobs: 0, blobBytes: 0, missing: 0 };
	if (withBlobs) {
		const rowsOf: RowsOf = async <T extends object>(sql: string): Promise<T[]> => (await client.query<T>(sql)).rows;
		const total = await countNamed(rowsOf);
		await forEachConcurrent(
			namedBlobs(rowsOf),
			CONCURRENCY,
			async ({ accountId, sha256 }) => {
				const bytes = await addBlob(config, { blobs, sink }, { accountId, sha256 });
				if (bytes === null) copied.missing++;
				else {
					copied.blobs++;
					copied.blobBytes += bytes;
				}
				progress("messages", copied.blobs + copied.missing, total, "messages");
			},
			signal,
		);
	}
	const end = { ...copied, uploads: uploads.copied };
	await sink.add(END, writeEnd(end));
	const rows = tables.reduce((sum, table) => sum + table.rows, 0);
	return { ...end, rows, elsewhere: uploads.elsewhere };
}

/** Identifies an installation's secret without revealing it. */
export function secretMark(config: Config): string {
	return deriveKey(config, "backup-mark").toString("hex");
}

/** @returns its size; null when it was deleted after the snapshot */
async function addBlob(
	config: Config,
	{ blobs, sink }: { blobs: Blobs; sink: Sink },
	{ accountId, sha256 }: { accountId: string; sha256: string },
): Promise<number | null> {
	const name = `blobs/${accountId}/${sha256.slice(0, 2)}/${sha256}`;
	if (config.s3 === null) return addLasting(sink, name, join(blobsFolder(config.dataDir), name.slice("blobs/".length)));
	const bytes = await blobs.get(accountId, sha256, { once: true });
	if (bytes === null) return null;
	await sink.add(name, bytes);
	return bytes.length;
}

async function addLasting(sink: Sink, name: string, path: string): Promise<number | null> {
	try {
		return await sink.addFile(name, path);
	} catch (cause) {
		if ((cause as NodeJS.ErrnoException).code === "ENOENT") return null;
		throw cause;
	}
}

/** Mail files of accounts that are in the data folder. */
async function addUploads(
	config: Config,
	{ client }: Pick<Snapshot, "client">,
	sink: Sink,
): Promise<{ copied: number; elsewhere: number }> {
	const { rows } = await client.query<{ path: string }>("select path from account_files order by path");
	let copied = 0;
	let elsewhere = 0;
	for (const { path } of rows) {
		if (!/^uploads\/[0-9a-f-]{36}$/.test(path)) elsewhere++;
		else if ((await addLasting(sink, path, pathOfUpload(config.dataDir, path))) !== null) copied++;
	}
	return { copied, elsewhere };
}
