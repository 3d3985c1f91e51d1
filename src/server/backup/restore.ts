import { createHash } from "node:crypto";
import { createWriteStream, existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { type Config, ConfigError } from "../config.ts";
import { lockDataDir } from "../db/lock.ts";
import type { Logger } from "../log.ts";
import { uploadFolder } from "../mail/uploads/files.ts";
import { replaceSecret } from "../own-secret.ts";
import { type Blobs, createFileBlobs, isSha256 } from "../platform/blobs/blobs.ts";
import { forEachConcurrent } from "../platform/blobs/for-each-concurrent.ts";
import { blobsFolder, openStorage } from "../platform/blobs/open.ts";
import { DamagedBackup, END, type End, MANIFEST, type Manifest, readEnd, readManifest, SECRET } from "./format.ts";
import { beginLoad, endLoad, type Filling, loadFile } from "./load.ts";
import { isOwnIndex, requestIndexing } from "./search-words.ts";
import { type BackupEntry, bytesOf, readBackup, textOf } from "./source.ts";
import { listTables } from "./tables.ts";
import { isEmbeddedInUse, isPostgresInUse, openNewEmbedded, openPostgres, type Target } from "./target.ts";
import { secretMark } from "./write.ts";

export interface RestoreOptions {
	from: string;
	/** Skips messages whose bytes are corrupt, instead of rejecting the backup. */
	skipDamaged: boolean;
	signal: AbortSignal;
	log: Logger;
	progress(what: string, done: number, total: number | null, unit: string): void;
}

export interface RestoreReport {
	createdAt: string;
	rows: number;
	blobs: number;
	/** Raw messages that were already deleted when the backup was made. */
	missing: number;
	damaged: number;
	hasBlobs: boolean;
	secret: "same" | "restored" | "other";
}

/** Blobs written concurrently. */
const CONCURRENCY = 8;

/**
 * Restores into an installation that is not in use. Nothing changes until the end; if killed, it starts over.
 * @throws ConfigError when the installation is in use, DamagedBackup when the backup is incomplete
 */
export async function restore(config: Config, options: RestoreOptions): Promise<RestoreReport> {
	const entries = readBackup(options.from);
	try {
		const manifest = readManifest(await textOf(await expected(entries, MANIFEST)));
		const unlock = lockDataDir(config.dataDir);
		try {
			return await intoEmpty(config, manifest, entries, options);
		} finally {
			unlock();
		}
	} finally {
		await entries.return(undefined);
	}
}

async function intoEmpty(
	config: Config,
	manifest: Manifest,
	entries: AsyncGenerator<BackupEntry>,
	options: RestoreOptions,
): Promise<RestoreReport> {
	const { databaseUrl, dataDir } = config;
	const staging = join(dataDir, "restoring");
	const isUsed = databaseUrl === null ? await isEmbeddedInUse(dataDir) : await isPostgresInUse(databaseUrl);
	// Left by an interrupted restore: while the database is empty, the files placed next to it are orphaned.
	if (!isUsed && existsSync(join(staging, FILES_MOVED)))
		await rm(blobsFolder(dataDir), { recursive: true, force: true });
	await rm(staging, { recursive: true, force: true });
	if (isUsed) throw new ConfigError("This installation is in use. Restore into an empty one.");
	if (config.s3 === null && (await isFilled(blobsFolder(dataDir))))
		throw new ConfigError(`${blobsFolder(dataDir)} already contains mail. Restore into an empty installation.`);
	await mkdir(staging, { recursive: true, mode: 0o700 });
	try {
		const blobs = config.s3 === null ? stagedBlobs(config, staging) : (await openStorage(config)).blobs;
		const target =
			databaseUrl === null
				? await openNewEmbedded(
						config,
						{ staging, aside: join(staging, "before"), applied: manifest.migrations },
						options.log,
					)
				: await openPostgres(databaseUrl, manifest.migrations, options.log);
		return await fill(config, { staging, blobs, target }, { manifest, entries }, options);
	} finally {
		// Once files are placed, the next run must check whether the database was, too.
		if (!existsSync(join(staging, FILES_MOVED))) await rm(staging, { recursive: true, force: true });
	}
}

/** Marker in the staging folder: everything is in place except the database. */
const FILES_MOVED = "placed";

function stagedBlobs(config: Config, staging: string): Blobs {
	return createFileBlobs(blobsFolder(staging), { durable: config.databaseUrl !== null });
}

async function fill(
	config: Config,
	{ staging, blobs, target }: { staging: string; blobs: Blobs; target: Target },
	{ manifest, entries }: { manifest: Manifest; entries: AsyncGenerator<BackupEntry> },
	options: RestoreOptions,
): Promise<RestoreReport> {
	const { signal, progress } = options;
	try {
		const isEmbedded = config.databaseUrl === null;
		const filled = await loadTables(target, manifest, entries, options, isEmbedded);
		const rest = await readRest({ manifest, entries }, { staging, blobs, target }, options);
		await endLoad(target.client, filled.rebuild, filled.fillings, (done, total) => {
			signal.throwIfAborted();
			progress("checking", done, total, "steps");
		});
		if (!isEmbedded) await requestIndexing(target.client);
		const secret = await restoreFiles(config, staging, manifest, rest.secret);
		// The report says that it is another secret: the next start must not refuse it.
		if (secret === "other") await target.client.query("delete from secret_check");
		signal.throwIfAborted();
		await target.commit();
		await rm(staging, { recursive: true, force: true });
		const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
		const { createdAt, hasBlobs } = manifest;
		return { createdAt, hasBlobs, rows, blobs: rest.blobs, missing: rest.end.missing, damaged: rest.damaged, secret };
	} catch (cause) {
		await target.abandon().catch(() => undefined);
		throw cause;
	}
}

async function isFilled(folder: string): Promise<boolean> {
	return (await readdir(folder).catch(() => [])).length > 0;
}

async function expected(entries: AsyncGenerator<BackupEntry>, name: string): Promise<BackupEntry> {
	const { value, done } = await entries.next();
	if (done !== true && value.name === name) return value;
	throw new DamagedBackup(`Its file ${name} is missing.`);
}

async function loadTables(
	{ client }: Target,
	manifest: Manifest,
	entries: AsyncGenerator<BackupEntry>,
	{ signal, progress }: RestoreOptions,
	isEmbedded: boolean,
) {
	const known = new Map((await listTables(client)).map((table) => [table.name, table]));
	const fillings = manifest.tables.map(({ name, ...rest }): Filling => {
		const table = known.get(name);
		if (table === undefined) throw new DamagedBackup(`It holds a table ${name} that its version does not have.`);
		return { table, ...rest };
	});
	const total = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
	const loaded = fillings.filter(({ table }) => !isOwnIndex(table.name, isEmbedded));
	const rebuild = await beginLoad(
		client,
		loaded.map(({ table }) => table),
	);
	let rows = 0;
	for (const [index, { files }] of manifest.tables.entries())
		for (const file of files) {
			const entry = await expected(entries, file.name);
			const filling = fillings[index] as Filling;
			if (!loaded.includes(filling)) {
				for await (const _ of entry.bytes());
				continue;
			}
			await loadFile(client, filling, {
				file,
				bytes: entry.bytes(),
				onRow: () => {
					if (++rows % 1_000 !== 0) return;
					signal.throwIfAborted();
					progress("tables", rows, total, "rows");
				},
			});
		}
	return { rebuild, fillings: loaded };
}

interface Rest {
	secret: string | null;
	blobs: number;
	damaged: number;
	end: End;
}

/** Reads what follows the tables: secret, uploads, blobs, and the end. */
async function readRest(
	{ manifest, entries }: { manifest: Manifest; entries: AsyncGenerator<BackupEntry> },
	{ staging, blobs, target }: { staging: string; blobs: Blobs; target: Target },
	{ signal, skipDamaged, progress }: RestoreOptions,
): Promise<Rest> {
	const rest = { secret: null as string | null, blobs: 0, damaged: 0, uploads: 0, end: null as End | null };
	if (manifest.hasSecret) rest.secret = await textOf(await expected(entries, SECRET));
	async function* messages(): AsyncGenerator<{ accountId: string; sha256: string; bytes: Buffer }> {
		for await (const entry of entries) {
			const { accountId = "", sha256 = "", upload } = partsOf(entry.name);
			if (upload !== undefined) {
				await restoreUpload(entry, join(uploadFolder(staging), upload), target, upload);
				rest.uploads++;
			} else if (entry.name === END) rest.end = readEnd(await textOf(entry));
			else yield { accountId, sha256, bytes: await bytesOf(entry) };
		}
	}
	await forEachConcurrent(
		messages(),
		CONCURRENCY,
		async ({ accountId, sha256, bytes }) => {
			if (createHash("sha256").update(bytes).digest("hex") !== sha256) {
				if (!skipDamaged)
					throw new DamagedBackup(`The message ${sha256} in it is damaged; --skip-damaged restores the rest.`);
				rest.damaged++;
			} else {
				await blobs.put(accountId, bytes);
				rest.blobs++;
			}
			progress("messages", rest.blobs + rest.damaged, null, "messages");
		},
		signal,
	);
	const { end } = rest;
	if (end === null) throw new DamagedBackup("Its end is missing: it was cut short.");
	if (end.blobs !== rest.blobs + rest.damaged || end.uploads !== rest.uploads)
		throw new DamagedBackup(
			`It should hold ${end.blobs} messages and ${end.uploads} mail files, and holds ${rest.blobs + rest.damaged} and ${rest.uploads}.`,
		);
	return { ...rest, end };
}

function partsOf(name: string): { accountId?: string; sha256?: string; upload?: string } {
	const [folder, first = "", shelf, sha256 = "", more] = name.split("/");
	const isId = /^[0-9a-f-]{36}$/.test(first);
	if (folder === "uploads" && isId && shelf === undefined) return { upload: first };
	if (folder === "blobs" && isId && isSha256(sha256) && shelf === sha256.slice(0, 2) && more === undefined)
		return { accountId: first, sha256 };
	if (name === END) return {};
	throw new DamagedBackup(`It holds a file ${JSON.stringify(name.slice(0, 100))} that no backup holds.`);
}

async function restoreUpload(entry: BackupEntry, path: string, { client }: Target, id: string): Promise<void> {
	await mkdir(dirname(path), { recursive: true, mode: 0o700 });
	const hash = createHash("sha256");
	await pipeline(
		entry.bytes(),
		async function* (chunks: AsyncIterable<Buffer>) {
			for await (const chunk of chunks) {
				hash.update(chunk);
				yield chunk;
			}
		},
		createWriteStream(path, { mode: 0o600, flush: true }),
	);
	const { rows } = await client.query<{ sha256: string | null }>("select sha256 from account_files where path = $1", [
		`uploads/${id}`,
	]);
	const known = rows[0]?.sha256 ?? null;
	if (known !== null && hash.digest("hex") !== known)
		throw new DamagedBackup(`Its mail file uploads/${id} is damaged.`);
}

/** Moves everything but the database into place; it is invisible without the database. */
async function restoreFiles(
	config: Config,
	staging: string,
	manifest: Manifest,
	secret: string | null,
): Promise<RestoreReport["secret"]> {
	await writeFile(join(staging, FILES_MOVED), "", { flush: true });
	if (existsSync(blobsFolder(staging))) {
		await rmdir(blobsFolder(config.dataDir)).catch(() => undefined);
		await rename(blobsFolder(staging), blobsFolder(config.dataDir));
	}
	for (const name of await readdir(uploadFolder(staging)).catch(() => [])) {
		await mkdir(uploadFolder(config.dataDir), { recursive: true, mode: 0o700 });
		await rename(join(uploadFolder(staging), name), join(uploadFolder(config.dataDir), name));
	}
	if (manifest.secretMark === secretMark(config)) return "same";
	const own = await readFile(join(config.dataDir, SECRET), "utf8").catch(() => "");
	if (secret === null || own.trim() !== config.secret) return "other";
	replaceSecret(config.dataDir, secret);
	return "restored";
}
