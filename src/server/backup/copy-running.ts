import { constants } from "node:fs";
import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import pg from "pg";
import { forEachConcurrent } from "../platform/blobs/for-each-concurrent.ts";

/**
 * Copies the files of an embedded database in use by another process, with PostgreSQL's procedure for that
 * (documentation, "Making a Base Backup Using the Low Level API"): files may be copied in any order and while they
 * change, because the WAL of that time, copied with them, makes the copy consistent when it is opened.
 */

/** Files copied concurrently. */
const CONCURRENCY = 4;
/** Poll interval of the WAL: the server recycles its oldest segments after half a gigabyte. */
const POLL_MS = 200;
/** SQLSTATE object_not_in_prerequisite_state: an interrupted backup has not been ended. */
const NOT_ENDED = "55000";

/** WAL segments were recycled before they could be copied. */
export class WalLost extends Error {}

/**
 * @param from the database's folder, in use
 * @param to folder for the copy, created if missing
 * @param socketDir socket folder of the process that uses the database
 * @throws WalLost when so much WAL was written meanwhile that the copy must be retried
 */
export async function copyRunning(from: string, to: string, socketDir: string): Promise<void> {
	const client = new pg.Client({ host: socketDir, user: "postgres", database: "postgres" });
	await client.connect();
	try {
		const first = await begin(client);
		await mkdir(join(to, "pg_wal", "archive_status"), { recursive: true, mode: 0o700 });
		const copied = new Set<string>();
		const copyLog = async (last: string): Promise<void> => {
			const found = await readdir(join(from, "pg_wal"));
			const names = found.filter((name) => isPiece(name) && name >= first && name < last && !copied.has(name));
			await forEachConcurrent(names, CONCURRENCY, async (name) => {
				await copy(from, to, join("pg_wal", name));
				copied.add(name);
			});
		};
		let copying = true;
		const following = (async () => {
			while (copying) {
				await copyLog(await currentPiece(client));
				await new Promise((resolve) => setTimeout(resolve, POLL_MS));
			}
		})();
		// Errors surface when the promise is awaited.
		following.catch(() => undefined);
		try {
			await copyFiles(from, to);
		} finally {
			copying = false;
		}
		await following;
		const { rows } = await client.query<{ label: string; last: string }>(
			"select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(false)",
		);
		const [end] = rows;
		if (end === undefined) throw new Error("The database did not say where its backup ends");
		await copyLog(pieceAfter(end.last));
		for (let piece = first; piece <= end.last; piece = pieceAfter(piece)) if (!copied.has(piece)) throw new WalLost();
		await writeFile(join(to, "backup_label"), end.label, { mode: 0o600 });
	} finally {
		await client.end();
	}
}

/** Socket folder of the process that uses a database's folder; null when it has not published one. */
export async function socketDirOf(folder: string): Promise<string | null> {
	return readFile(`${folder}.socket`, "utf8").catch(() => null);
}

/** @returns the WAL segment with which the copy begins */
async function begin(client: pg.Client): Promise<string> {
	const sql = "select pg_walfile_name(pg_backup_start('mailstead', true)) as first";
	const start = (): Promise<pg.QueryResult<{ first: string }>> => client.query(sql);
	const { rows } = await start().catch(async (cause: { code?: string }) => {
		if (cause.code !== NOT_ENDED) throw cause;
		await client.query("select pg_backup_stop(false)");
		return start();
	});
	return rows[0]?.first ?? "";
}

/** The WAL segment being written; earlier ones no longer change. */
async function currentPiece(client: pg.Client): Promise<string> {
	const { rows } = await client.query<{ piece: string }>(
		"select pg_walfile_name(pg_current_wal_insert_lsn()) as piece",
	);
	return rows[0]?.piece ?? "";
}

function isPiece(name: string): boolean {
	return /^[0-9A-F]{24}$/.test(name);
}

/** Segment names count timeline, then 16 MiB segments: 256 per value of the middle part. */
function pieceAfter(name: string): string {
	const number = (BigInt(`0x${name.slice(8, 16)}`) << 8n) + BigInt(`0x${name.slice(16)}`) + 1n;
	const hex = (value: bigint): string => value.toString(16).toUpperCase().padStart(8, "0");
	return name.slice(0, 8) + hex(number >> 8n) + hex(number & 0xffn);
}

/** This file holds the checkpoint location, so it is copied last. */
const CONTROL = join("global", "pg_control");

async function copyFiles(from: string, to: string): Promise<void> {
	const entries = await readdir(from, { recursive: true, withFileTypes: true });
	const nameOf = (entry: { parentPath: string; name: string }): string =>
		relative(from, join(entry.parentPath, entry.name));
	for (const entry of entries)
		if (entry.isDirectory()) await mkdir(join(to, nameOf(entry)), { recursive: true, mode: 0o700 });
	const names = entries.filter((entry) => entry.isFile()).map(nameOf);
	const isCopied = (name: string): boolean =>
		name !== CONTROL && !name.startsWith("pg_wal/") && !name.startsWith("postmaster.");
	await forEachConcurrent(names.filter(isCopied), CONCURRENCY, (name) => copy(from, to, name));
	await copy(from, to, CONTROL);
}

/** Uses copy-on-write where the file system can. A file deleted meanwhile is no problem: the WAL covers it. */
async function copy(from: string, to: string, name: string): Promise<void> {
	await copyFile(join(from, name), join(to, name), constants.COPYFILE_FICLONE).catch((cause) => {
		if ((cause as NodeJS.ErrnoException).code !== "ENOENT") throw cause;
	});
}
