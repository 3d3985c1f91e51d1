import { join } from "node:path";
import pg from "pg";
import type { Config } from "../config.ts";
import type { Logger } from "../log.ts";
import { type EmbeddedDatabase, startEmbedded } from "./embedded.ts";
import { assertMigrated, migrate } from "./migrate.ts";
import { isPooled, limitStatements } from "./pooler.ts";
import { inTransaction, openTransaction, runQuery } from "./transaction.ts";
import { type Availability, createAvailability, DatabaseUnavailable } from "./unavailable.ts";
import { listenToErrors } from "./with-client.ts";

// bigint columns hold sizes and counts far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Only migrations may take longer. */
const STATEMENT_TIMEOUT_MS = 60_000;

/** An unused connection to PostgreSQL is closed after this. */
const IDLE_CONNECTION_MS = 600_000;

/** Reported as a warning if others waited this long for the embedded database. */
const BLOCKING_MS = 2_000;

export interface Database {
	/** For libraries that run their own SQL. */
	readonly pool: pg.Pool;
	readonly embedded: boolean;
	/** Data folder of the embedded database; null on PostgreSQL. */
	readonly dataDir: string | null;
	/** A transaction-mode pooler (PgBouncer) is in use: session state is not available. */
	readonly pooled: boolean;
	/** Why the embedded database failed; null while it works. The process ends then. */
	crash(): Error | null;
	/**
	 * Runs `work` in a transaction: all statements made while it runs belong to it, wherever they are made. Inside one
	 * that is open it is a part of that one, which cannot commit once a part failed. Make no network calls inside.
	 */
	transaction<T>(work: () => Promise<T>): Promise<T>;
	/** Runs `work` after the open transaction commits, not at all if it rolls back; at once if none is open. */
	afterCommit(work: () => void): void;
	/** The rows of a statement. */
	query<R extends object>(text: string, values: unknown[]): Promise<R[]>;
	/** The first row of a statement; undefined if there is none. */
	one<R extends object>(text: string, values: unknown[]): Promise<R | undefined>;
	/** Runs a statement. @returns the number of rows that it changed, or read */
	exec(text: string, values: unknown[]): Promise<number>;
	/** Runs `work` when the database is closed, before its connections end. */
	beforeClose(work: () => Promise<void>): void;
	close(): Promise<void>;
}

/**
 * Opens PostgreSQL by its URL, or the embedded database in the data folder, and applies migrations.
 * @param options.isReadOnly no migration is applied, and every statement that would change something fails
 */
export async function openDatabase(
	config: Pick<Config, "databaseUrl" | "databasePool" | "dataDir">,
	log: Logger,
	onCrash: (cause: Error) => void,
	options: { isReadOnly?: boolean } = {},
): Promise<Database> {
	const embedded = config.databaseUrl === null ? await startEmbedded(join(config.dataDir, "pg")) : null;
	let crash: Error | null = null;
	embedded?.onCrash((cause) => {
		crash = cause;
		onCrash(cause);
	});
	embedded?.onSlow((work) => {
		const isBlocking = work.milliseconds >= BLOCKING_MS && work.waiting > 0;
		log[isBlocking ? "warn" : "debug"]({ event: "database.slow", work }, "a statement blocked the embedded database");
	});
	const pooled = config.databaseUrl !== null && (await isPooled(config.databaseUrl));
	const pool = createPool(config, embedded, pooled);
	const availability = createAvailability(log);
	listenToErrors(pool);
	pool.on("error", availability.lost);
	pool.on("connect", availability.back);
	try {
		if (options.isReadOnly === true) await openReadOnly(pool);
		else await migrate(pool, log);
		if (pooled && options.isReadOnly !== true) await limitStatements(pool, STATEMENT_TIMEOUT_MS, log);
	} catch (cause) {
		await pool.end();
		await embedded?.stop();
		throw cause;
	}
	const closers: (() => Promise<void>)[] = [];
	const watched = <T>(work: Promise<T>): Promise<T> => watch(availability, work);
	const run = <R extends object>(text: string, values: unknown[]): Promise<pg.QueryResult<R>> =>
		watched(runQuery<R>(openTransaction()?.client ?? pool, text, values));
	return {
		pool,
		embedded: embedded !== null,
		dataDir: embedded === null ? null : config.dataDir,
		pooled,
		crash: () => crash,
		transaction: (work) => watched(inTransaction(pool, work)),
		afterCommit(work) {
			const open = openTransaction();
			if (open === null) work();
			else open.afterCommit.push(work);
		},
		query: async <R extends object>(text: string, values: unknown[]) => (await run<R>(text, values)).rows,
		one: async <R extends object>(text: string, values: unknown[]) => (await run<R>(text, values)).rows[0],
		exec: async (text, values) => (await run(text, values)).rowCount ?? 0,
		beforeClose: (work) => void closers.push(work),
		async close() {
			for (const work of closers.splice(0)) await work();
			await pool.end();
			await embedded?.stop();
		},
	};
}

function createPool(
	config: Pick<Config, "databaseUrl" | "databasePool">,
	embedded: EmbeddedDatabase | null,
	pooled: boolean,
): pg.Pool {
	if (embedded !== null)
		return new pg.Pool({
			host: embedded.socketDir,
			user: "postgres",
			database: "postgres",
			max: 5,
			idleTimeoutMillis: 0,
		});
	return new pg.Pool({
		connectionString: config.databaseUrl ?? "",
		max: config.databasePool,
		application_name: "mailstead",
		// A new connection reads its first pages of each table ten times as slowly as one in use (note 15).
		idleTimeoutMillis: IDLE_CONNECTION_MS,
		// Interactive statements take milliseconds; a runaway one must not keep its connection.
		// Nor take several processes: starting them takes longer than reading a rollup, and the others wait (note 15).
		...(pooled ? {} : { statement_timeout: STATEMENT_TIMEOUT_MS, options: "-c max_parallel_workers_per_gather=0" }),
	});
}

async function watch<T>(availability: Availability, work: Promise<T>): Promise<T> {
	try {
		const result = await work;
		availability.back();
		return result;
	} catch (cause) {
		if (cause instanceof DatabaseUnavailable) availability.lost(cause);
		throw cause;
	}
}

async function openReadOnly(pool: pg.Pool): Promise<void> {
	await assertMigrated(pool);
	// The embedded database has one session; on PostgreSQL each connection gets the setting.
	const text = "set default_transaction_read_only = on";
	pool.on("connect", (client) => void client.query(text).catch(() => undefined));
	await pool.query(text);
}
