import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { softwareName } from "#shared/brand.ts";
import { type Config, ConfigError } from "../config.ts";
import { startEmbedded } from "../db/embedded.ts";
import { lockDataDir } from "../db/lock.ts";
import type { Logger } from "../log.ts";
import { beginLoad, endLoad, type Filling } from "./load.ts";
import { createDigest, createLoader, readLines, readSequences, setTextFormat } from "./rows.ts";
import { isOwnIndex, requestIndexing } from "./search-words.ts";
import { connect, connectEmbedded } from "./snapshot.ts";
import { appliedMigrations, listTables } from "./tables.ts";
import { openNewEmbedded, openPostgres, requireNoOtherProcess, type Target } from "./target.ts";

export interface MoveOptions {
	signal: AbortSignal;
	log: Logger;
	progress(what: string, done: number, total: number | null, unit: string): void;
}

export interface MoveReport {
	tables: number;
	rows: number;
	/** Where the existing embedded database was moved to; null when there was none. */
	aside: string | null;
}

/**
 * Copies the embedded database into an empty PostgreSQL, row by row, and compares. The embedded database is
 * unchanged.
 * @throws ConfigError, also when a server is running
 */
export async function moveToPostgres(config: Config, databaseUrl: string, options: MoveOptions): Promise<MoveReport> {
	const folder = join(config.dataDir, "pg");
	if (!existsSync(folder)) throw new ConfigError(`There is no embedded database in ${config.dataDir} to move.`);
	const unlock = lockDataDir(config.dataDir);
	try {
		const embedded = await startEmbedded(folder);
		try {
			const report = await copy(
				await connectEmbedded(embedded),
				(applied) => openPostgres(databaseUrl, applied, options.log),
				options,
				false,
			);
			return { ...report, aside: null };
		} finally {
			await embedded.stop();
		}
	} finally {
		unlock();
	}
}

/**
 * Copies a PostgreSQL into a new embedded database, row by row, and compares. The PostgreSQL is unchanged, and an
 * existing embedded database is moved aside.
 * @throws ConfigError, also when a server is running
 */
export async function moveToEmbedded(config: Config, databaseUrl: string, options: MoveOptions): Promise<MoveReport> {
	const unlock = lockDataDir(config.dataDir);
	try {
		const staging = join(config.dataDir, "moving");
		await rm(staging, { recursive: true, force: true });
		const hadOne = existsSync(join(config.dataDir, "pg"));
		const aside = join(config.dataDir, `pg.before-${stamp()}`);
		const open = (applied: { name: string; sha256: string }[]): Promise<Target> =>
			openNewEmbedded(config, { staging, aside, applied }, options.log);
		const report = await copy(await connect(databaseUrl), open, options, true);
		await rm(staging, { recursive: true, force: true });
		return { ...report, aside: hadOne ? aside : null };
	} finally {
		unlock();
	}
}

/** Timestamp for the names of folders moved aside. */
export function stamp(): string {
	return new Date().toISOString().slice(0, 19).replaceAll(":", "-");
}

/** @param source is closed */
async function copy(
	source: pg.Client,
	open: (applied: { name: string; sha256: string }[]) => Promise<Target>,
	options: MoveOptions,
	isEmbedded: boolean,
): Promise<{ tables: number; rows: number }> {
	try {
		await requireNoOtherProcess(source, "The database");
		await source.query("begin isolation level repeatable read, read only");
		await setTextFormat(source);
		const applied = await appliedMigrations(source);
		if (applied === null)
			throw new ConfigError(`The database that should be moved holds no ${softwareName} installation.`);
		const target = await open(applied);
		try {
			const report = await copyTables(source, { client: target.client, isEmbedded }, options);
			await target.commit();
			return report;
		} catch (cause) {
			await target.abandon().catch(() => undefined);
			throw cause;
		}
	} finally {
		await source.end();
	}
}

async function copyTables(
	source: pg.Client,
	{ client: target, isEmbedded }: { client: pg.Client; isEmbedded: boolean },
	{ signal, progress }: MoveOptions,
): Promise<{ tables: number; rows: number }> {
	const tables = (await listTables(source)).filter(({ name }) => !isOwnIndex(name, isEmbedded));
	const known = new Map((await listTables(target)).map((table) => [table.name, table]));
	const missing = tables.find(({ name }) => !known.has(name));
	if (missing !== undefined)
		throw new ConfigError(
			`The table ${missing.name} is not one of ${softwareName}'s, and is not moved. Take it away first.`,
		);
	const filled: Filling[] = [];
	const rebuild = await beginLoad(
		target,
		tables.flatMap(({ name }) => known.get(name) ?? []),
	);
	let rows = 0;
	for (const { name, columns: given, ...more } of tables) {
		const table = known.get(name);
		if (table === undefined) continue;
		const columns = given.map((column) => column.name);
		const loader = createLoader(target, table, columns);
		const digest = createDigest();
		for await (const lines of readLines(source, { name, columns: given, ...more })) {
			signal.throwIfAborted();
			for (const line of lines) {
				digest.add(line);
				await loader.add(line);
			}
			rows += lines.length;
			progress(name, rows, null, "rows");
		}
		await loader.flush();
		filled.push({
			table,
			columns,
			sequences: await readSequences(source, { name, columns: given, ...more }),
			...digest.end(),
		});
	}
	await endLoad(target, rebuild, filled, (done, total) => {
		signal.throwIfAborted();
		progress("checking", done, total, "steps");
	});
	if (!isEmbedded) await requestIndexing(target);
	return { tables: filled.length, rows };
}
