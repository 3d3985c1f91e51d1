import { existsSync } from "node:fs";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { softwareName } from "#shared/brand.ts";
import { type Config, ConfigError } from "../config.ts";
import { startEmbedded } from "../db/embedded.ts";
import { type Migration, migrate, readMigrations } from "../db/migrate.ts";
import type { Logger } from "../log.ts";
import { setTextFormat } from "./rows.ts";
import { connect, connectEmbedded, withConnection } from "./snapshot.ts";
import { type Applied, appliedMigrations, isInUse, othersConnected } from "./tables.ts";

/** A new database, loaded in one transaction that becomes effective with `commit`. */
export interface Target {
	/** Connection with the open transaction. */
	client: pg.Client;
	commit(): Promise<void>;
	abandon(): Promise<void>;
}

/** The migrations for the same schema version as the source's. @throws ConfigError */
function migrationsLike(applied: readonly Applied[]): Migration[] {
	const ours = new Map(readMigrations().map((migration) => [migration.name, migration]));
	return applied.map(({ name, sha256 }) => {
		const migration = ours.get(name);
		if (migration?.sha256 === sha256) return migration;
		throw new ConfigError(
			`Its tables are not those of this version (${name} is ${migration === undefined ? "unknown here" : "different"}). Use the version that it was made with, or a newer one.`,
		);
	});
}

/**
 * A PostgreSQL in which no one has signed up.
 * @throws ConfigError when someone has, when processes are connected, or when its schema has another version
 */
export async function openPostgres(databaseUrl: string, applied: readonly Applied[], log: Logger): Promise<Target> {
	const migrations = migrationsLike(applied);
	const client = await connect(databaseUrl);
	try {
		await requireFree(client, "The database");
		const known = await appliedMigrations(client);
		if (known !== null && known.map(({ name }) => name).join() !== applied.map(({ name }) => name).join())
			throw new ConfigError("The database was set up by another version. Give an empty one.");
		const pool = { connectionString: databaseUrl, max: 2, application_name: "mailstead-move" };
		await makeTables(pool, migrations, log);
		await client.query("begin");
		await setTextFormat(client);
		await client.query("set local maintenance_work_mem = '256MB'");
	} catch (cause) {
		await client.end();
		throw cause;
	}
	return {
		client,
		async commit() {
			await client.query("commit");
			await client.end();
		},
		abandon: () => client.end(),
	};
}

/** @throws ConfigError when it is in use, or processes of the product are connected */
export async function requireFree(client: pg.Client, name: string): Promise<void> {
	if (await isInUse(client))
		throw new ConfigError(`${name} contains an installation that is in use. Restore into an empty one.`);
	await requireNoOtherProcess(client, name);
}

export async function requireNoOtherProcess(client: pg.Client, name: string): Promise<void> {
	const others = await othersConnected(client);
	if (others > 0)
		throw new ConfigError(`${name} has ${others} connections of running ${softwareName} processes. Stop them first.`);
}

/**
 * An embedded database built in a staging folder and moved into place at the end.
 * @param staging folder to build it in
 * @param aside where an existing one is moved; must not exist
 */
export async function openNewEmbedded(
	config: Pick<Config, "dataDir">,
	{ staging, aside, applied }: { staging: string; aside: string; applied: readonly Applied[] },
	log: Logger,
): Promise<Target> {
	const migrations = migrationsLike(applied);
	const made = join(staging, "pg");
	await mkdir(staging, { recursive: true, mode: 0o700 });
	const embedded = await startEmbedded(made);
	let client: pg.Client;
	try {
		const pool = { host: embedded.socketDir, user: "postgres", database: "postgres", max: 1 };
		await makeTables(pool, migrations, log);
		client = await connectEmbedded(embedded);
		await client.query("begin");
		await setTextFormat(client);
	} catch (cause) {
		await embedded.stop();
		throw cause;
	}
	return {
		client,
		async commit() {
			await client.query("commit");
			await client.query("checkpoint");
			await client.end();
			await embedded.stop();
			await syncAll(made);
			const path = join(config.dataDir, "pg");
			if (existsSync(path)) await rename(path, aside);
			await rename(made, path);
			await sync(config.dataDir);
		},
		async abandon() {
			await client.end();
			await embedded.stop();
			await rm(made, { recursive: true, force: true });
		},
	};
}

/** Whether anyone has signed up in the embedded database of a data folder. No other process may have it open. */
export async function isEmbeddedInUse(dataDir: string): Promise<boolean> {
	const folder = join(dataDir, "pg");
	if (!existsSync(folder)) return false;
	const embedded = await startEmbedded(folder);
	try {
		const client = await connectEmbedded(embedded);
		try {
			return await isInUse(client);
		} finally {
			await client.end();
		}
	} finally {
		await embedded.stop();
	}
}

/** The same for a PostgreSQL. */
export function isPostgresInUse(databaseUrl: string): Promise<boolean> {
	return withConnection(databaseUrl, isInUse);
}

async function makeTables(options: pg.PoolConfig, migrations: Migration[], log: Logger): Promise<void> {
	const pool = new pg.Pool(options);
	try {
		await migrate(pool, log, migrations);
	} finally {
		await pool.end();
	}
}

/** Fsyncs a folder recursively: the embedded database does not. */
async function syncAll(folder: string): Promise<void> {
	for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
		await sync(join(entry.parentPath, entry.name));
	await sync(folder);
}

async function sync(path: string): Promise<void> {
	const handle = await open(path);
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}
