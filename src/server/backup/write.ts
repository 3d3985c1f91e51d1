import { join } from "node:path";
import { brand } from "#shared/brand.ts";
import { type Config, deriveKey } from "../config.ts";
import { pathOfUpload } from "../mail/uploads/files.ts";
import type { Blobs } from "../platform/blobs/blobs.ts";
import { forEachConcurrent } from "../platform/blobs/each-of.ts";
import { blobsFolder } from "../platform/blobs/open.ts";
import { END, type End, FORMAT, MANIFEST, SECRET, writeEnd, writeManifest } from "./format.ts";
import { EXCLUDED_TABLES } from "./left-out.ts";
import { createSink, type Sink } from "./sink.ts";
import { openSnapshot, type Snapshot } from "./snapshot.ts";
import { appliedMigrations, quoted } from "./tables.ts";
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
			const report = await write(config, blobs, snapshot, sink, options);
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
	blobs: Blobs,
	{ client, kind }: Snapshot,
	sink: Sink,
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
		const total = await countBlobs(client);
		await forEachConcurrent(
			namedBlobs(client),
			CONCURRENCY,
			async ({ accountId, sha256 }) => {
				const bytes = await addBlob(config, blobs, sink, accountId, sha256);
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
	blobs: Blobs,
	sink: Sink,
	accountId: string,
	sha256: string,
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

/** SQL over every table that references an account's raw messages. */
async function namingSql(client: Snapshot["client"]): Promise<string> {
	const { rows } = await client.query<{ name: string }>(
		`select table_name as name from information_schema.columns
		where table_schema = current_schema() and column_name in ('account_id', 'raw_sha256')
		group by table_name having count(*) = 2`,
	);
	const selects = rows.map(
		({ name }) => `select account_id, raw_sha256 from ${quoted(name)} where raw_sha256 is not null`,
	);
	return selects.join(" union ");
}

async function countBlobs(client: Snapshot["client"]): Promise<number> {
	const { rows } = await client.query<{ n: string }>(`select count(*) as n from (${await namingSql(client)}) as named`);
	return Number(rows[0]?.n ?? 0);
}

async function* namedBlobs(client: Snapshot["client"]): AsyncGenerator<{ accountId: string; sha256: string }> {
	await client.query(`declare named no scroll cursor for ${await namingSql(client)}`);
	for (;;) {
		const { rows } = await client.query<{ account_id: string; raw_sha256: string }>("fetch 2000 from named");
		if (rows.length === 0) return;
		for (const row of rows) yield { accountId: row.account_id, sha256: row.raw_sha256 };
	}
}
