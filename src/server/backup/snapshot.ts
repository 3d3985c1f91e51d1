import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { type Config, ConfigError } from "../config.ts";
import { type EmbeddedDatabase, startEmbedded } from "../db/embedded.ts";
import { lockDataDir } from "../db/lock.ts";
import { assertRoomToStart } from "../platform/disk/disk.ts";
import { copyRunning, socketDirOf, WalLost } from "./copy-running.ts";
import { setTextFormat } from "./rows.ts";

/** A read-only view of a database at one point in time. */
export interface Snapshot {
	/** In a transaction with that snapshot. */
	client: pg.Client;
	kind: "embedded" | "postgresql";
	close(): Promise<void>;
}

const COPY_TRIES = 3;

/** @throws ConfigError when there is no database, or it is unreachable */
export async function openSnapshot(config: Pick<Config, "dataDir" | "databaseUrl">): Promise<Snapshot> {
	if (config.databaseUrl !== null) return readFrom(await connect(config.databaseUrl), "postgresql", noMore);
	const folder = join(config.dataDir, "pg");
	if (!existsSync(folder))
		throw new ConfigError(`There is no database in ${config.dataDir}: nothing has been stored yet.`);
	let unlock: () => void;
	try {
		unlock = lockDataDir(config.dataDir);
	} catch (inUse) {
		const socketDir = await socketDirOf(folder);
		if (!(inUse instanceof ConfigError) || socketDir === null) throw inUse;
		return openCopy(config.dataDir, folder, socketDir);
	}
	return openEmbedded(folder, async () => unlock());
}

/**
 * Snapshot of a database that a server is using. The copy is in the data folder, so that it takes no space elsewhere.
 */
async function openCopy(dataDir: string, folder: string, socketDir: string): Promise<Snapshot> {
	const path = join(dataDir, "backup");
	await mkdir(path, { recursive: true, mode: 0o700 });
	const unlock = lockBackups(path);
	const copy = join(path, "pg");
	const remove = async (): Promise<void> => {
		await rm(copy, { recursive: true, force: true });
		unlock();
	};
	try {
		for (let tries = 1; ; tries++) {
			await rm(copy, { recursive: true, force: true });
			try {
				await copyRunning(folder, copy, socketDir);
				// If part of the WAL was overwritten while it was copied, the copy does not open.
				return await openEmbedded(copy, remove);
			} catch (cause) {
				if (tries < COPY_TRIES && (cause instanceof WalLost || cause instanceof NotOpened)) continue;
				const words = "No copy of the database could be made. Try again when imports are done.";
				throw cause instanceof WalLost ? new ConfigError(words, { cause }) : cause;
			}
		}
	} catch (cause) {
		// The embedded database's own error is unclear when the copy has filled the disk.
		const full = await assertRoomToStart({ dataDir }, cause).catch((reason: unknown) => reason);
		await remove();
		throw full ?? cause;
	}
}

/** One backup at a time: the database knows that a backup is running, not whose. */
function lockBackups(path: string): () => void {
	try {
		return lockDataDir(path);
	} catch (cause) {
		// Anything else, such as a full disk, does not mean another backup.
		if (!(cause instanceof ConfigError)) throw cause;
		throw new ConfigError("Another backup of this installation is running. Wait until it has finished.", { cause });
	}
}

class NotOpened extends Error {}

async function openEmbedded(folder: string, after: () => Promise<void>): Promise<Snapshot> {
	const embedded = await startEmbedded(folder).catch((cause: unknown) => {
		throw new NotOpened("The database could not be opened", { cause });
	});
	const close = async (): Promise<void> => {
		await embedded.stop();
		await after();
	};
	try {
		return await readFrom(await connectEmbedded(embedded), "embedded", close);
	} catch (cause) {
		await close();
		throw cause;
	}
}

async function readFrom(client: pg.Client, kind: Snapshot["kind"], after: () => Promise<void>): Promise<Snapshot> {
	await client.query("begin isolation level repeatable read, read only");
	await setTextFormat(client);
	return {
		client,
		kind,
		async close() {
			await client.end();
			await after();
		},
	};
}

async function noMore(): Promise<void> {}

/** A dedicated PostgreSQL connection, which may be idle for as long as blobs take. */
export async function connect(databaseUrl: string): Promise<pg.Client> {
	const client = new pg.Client({ connectionString: databaseUrl, keepAlive: true });
	try {
		await client.connect();
	} catch (cause) {
		const { host, pathname } = new URL(databaseUrl);
		throw new ConfigError(`The database ${host}${pathname} cannot be reached (${(cause as Error).message}).`, {
			cause,
		});
	}
	// A lost connection shows in the next query; an unhandled error event would end the process.
	client.on("error", () => undefined);
	return client;
}

/** Runs `work` with a dedicated PostgreSQL connection. */
export async function withConnection<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
	const client = await connect(databaseUrl);
	try {
		return await work(client);
	} finally {
		await client.end();
	}
}

export async function connectEmbedded({ socketDir }: EmbeddedDatabase): Promise<pg.Client> {
	const client = new pg.Client({ host: socketDir, user: "postgres", database: "postgres" });
	await client.connect();
	client.on("error", () => undefined);
	return client;
}
