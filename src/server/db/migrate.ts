import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import { softwareName } from "#shared/brand.ts";
import { ConfigError } from "../config.ts";
import type { Logger } from "../log.ts";
import { withClient } from "./with-client.ts";

const kernelFolder = fileURLToPath(new URL("../../../db/migrations/", import.meta.url));
/** Each tool has a folder `migrations` of its own. */
const toolsFolder = fileURLToPath(new URL("../../tools/", import.meta.url));

/** Advisory lock key; arbitrary, but the same in every process. */
const LOCK = 7_461_201;
/** A statement waiting for a table lock blocks everyone behind it, so it gives up soon and retries. */
const LOCK_TIMEOUT_MS = 3_000;
const LOCK_TRIES = 40;
const LOCK_PAUSE_MS = 1_500;
/** SQLSTATE lock_not_available. */
const NO_LOCK = "55P03";
/** First line of a contracting migration, after which processes of the previous version cannot work. */
const CONTRACT = "-- contract";

export interface Migration {
	name: string;
	sql: string;
	sha256: string;
	isContract: boolean;
}

/**
 * Applies pending migrations, each in its own transaction, one process at a time, while others keep working. A
 * database newer than this version is accepted if the newer migrations only added to the schema, so that a process of
 * the previous version can restart during a rolling upgrade.
 * @throws ConfigError when the database is of another, unknown version: an applied migration differs, or an unknown one is
 *   contracting
 */
export async function migrate(pool: pg.Pool, log: Logger, migrations = readMigrations()): Promise<void> {
	const applied = await withMigrationLock(pool, async (client) => {
		await client.query(
			"create table if not exists migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())",
		);
		await client.query("alter table migrations add column if not exists contract boolean not null default false");
		return readApplied(client);
	});
	assertKnown(migrations, applied);
	const known = new Set(migrations.map(({ name }) => name));
	for (const [name, { contract }] of applied) {
		if (known.has(name)) continue;
		if (contract)
			throw new ConfigError(
				`The database knows the migration ${name}, this version does not: start the newer version.`,
			);
		log.warn(
			{ event: "migrate.newer", migration: name },
			"the database is newer than this version, in a way that this version can work with",
		);
	}
	for (const migration of migrations) if (!isApplied(migration, applied)) await applyWithRetry(pool, migration, log);
}

/** @throws ConfigError when the database is not of this version; nothing is changed */
export async function assertMigrated(pool: pg.Pool, migrations = readMigrations()): Promise<void> {
	const applied = await withClient(pool, async (client) => {
		const { rows } = await client.query<{ exists: boolean }>("select to_regclass('migrations') is not null as exists");
		return rows[0]?.exists === true ? readApplied(client) : new Map();
	});
	assertKnown(migrations, applied);
	if (migrations.some((migration) => !isApplied(migration, applied)))
		throw new ConfigError(
			"The database is of an earlier version. Start the server, which upgrades it, then try again.",
		);
}

/**
 * All migrations in the order in which they are applied: the kernel's, then each tool's, which may rely on the kernel's
 * tables and views but not on those of another tool. A tool's migrations are named `tool/file.sql`.
 */
export function readMigrations(folders = { kernel: kernelFolder, tools: toolsFolder }): Migration[] {
	const tools = readdirSync(folders.tools)
		.sort()
		.flatMap((tool) => readFolder(join(folders.tools, tool, "migrations"), `${tool}/`));
	return [...readFolder(folders.kernel, ""), ...tools];
}

function readFolder(path: string, prefix: string): Migration[] {
	if (!existsSync(path)) return [];
	const names = readdirSync(path).filter((name) => name.endsWith(".sql"));
	return names.sort().map((name) => {
		const sql = readFileSync(join(path, name), "utf8");
		const sha256 = createHash("sha256").update(sql).digest("hex");
		return { name: prefix + name, sql, sha256, isContract: sql.startsWith(CONTRACT) };
	});
}

type Applied = Map<string, { sha256: string; contract: boolean }>;

async function readApplied(client: pg.PoolClient): Promise<Applied> {
	const { rows } = await client.query<{ name: string; sha256: string; contract: boolean }>(
		"select name, sha256, contract from migrations",
	);
	return new Map(rows.map((row) => [row.name, row]));
}

function isApplied({ name }: Migration, applied: Applied): boolean {
	return applied.has(name);
}

/** @throws ConfigError when an applied migration is another one than this version has under its name */
function assertKnown(migrations: readonly Migration[], applied: Applied): void {
	const other = migrations.find(({ name, sha256 }) => (applied.get(name)?.sha256 ?? sha256) !== sha256);
	if (other !== undefined)
		throw new ConfigError(
			`The data was stored by another version of ${softwareName}, which this one does not know and cannot upgrade (${other.name} differs). Start the version that stored it, or set DATA_DIR or DATABASE_URL to an empty place.`,
		);
}

async function applyWithRetry(pool: pg.Pool, migration: Migration, log: Logger): Promise<void> {
	for (let attempt = 1; ; attempt++) {
		try {
			const isNew = await withMigrationLock(pool, (client) => applyOne(client, migration));
			if (isNew) log.info({ event: "migrate.applied", migration: migration.name }, "migration applied");
			return;
		} catch (cause) {
			if ((cause as { code?: string }).code !== NO_LOCK || attempt >= LOCK_TRIES) throw cause;
			log.warn(
				{ event: "migrate.waiting", migration: migration.name, attempt },
				"a migration is waiting for a table that is in use",
			);
			await new Promise((resolve) => setTimeout(resolve, LOCK_PAUSE_MS));
		}
	}
}

/** @returns false when another process applied it first */
async function applyOne(client: pg.PoolClient, migration: Migration): Promise<boolean> {
	if (isApplied(migration, await readApplied(client))) return false;
	await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
	await client.query(migration.sql);
	await client.query("insert into migrations (name, sha256, contract) values ($1, $2, $3)", [
		migration.name,
		migration.sha256,
		migration.isContract,
	]);
	return true;
}

/** Runs `work` in a transaction, one process at a time, without a statement timeout. */
export async function withMigrationLock<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
	return withClient(pool, async (client, discard) => {
		try {
			await client.query("begin");
			// Rewriting a large table can take long, and so can waiting for another process that does.
			await client.query("set local statement_timeout = 0");
			await client.query("select pg_advisory_xact_lock($1)", [LOCK]);
			const result = await work(client);
			await client.query("commit");
			return result;
		} catch (cause) {
			await client.query("rollback").catch(discard);
			throw cause;
		}
	});
}
