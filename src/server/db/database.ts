import { AsyncLocalStorage } from "node:async_hooks";
import { join } from "node:path";
import pg from "pg";
import type { Config } from "../config.ts";
import type { Logger } from "../log.ts";
import { listenToErrors, withClient } from "./client.ts";
import { type EmbeddedDatabase, startEmbedded } from "./embedded.ts";
import { assertMigrated, migrate } from "./migrate.ts";
import { isPooled, limitStatements } from "./pooler.ts";
import { type Availability, asUnavailable, createAvailability, DatabaseUnavailable } from "./unavailable.ts";

// bigint columns hold sizes and counts far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Only migrations may take longer. */
const STATEMENT_TIMEOUT_MS = 60_000;

/** An unused connection to PostgreSQL is closed after this. */
const IDLE_CONNECTION_MS = 600_000;

/** Reported as a warning if others waited this long for the embedded database. */
const BLOCKING_MS = 2_000;

/** An open transaction. Functions that accept one run their statements in it. */
export interface Queryable {
	readonly client: pg.PoolClient;
}

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
	/** Runs `work` in a transaction; pass its argument on. Do not make network calls inside. */
	transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
	/** Runs `work` after the open transaction commits; not at all if it rolls back. */
	afterCommit(work: () => void): void;
	/**
	 * Runs a query in the given transaction, or outside any. Throws when called outside while one is open: with a
	 * single connection it would deadlock.
	 */
	query<R extends object>(text: string, values: unknown[], tx?: Queryable): Promise<R[]>;
	/** Runs `work` when the database is closed, before its connections end. */
	beforeClose(work: () => Promise<void>): void;
	close(): Promise<void>;
}

interface OpenTransaction extends Queryable {
	afterCommit: (() => void)[];
}

const insideTransaction = new AsyncLocalStorage<OpenTransaction>();

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
		log[isBlocking ? "warn" : "debug"]({ work }, "the embedded database served nobody else meanwhile");
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
	return {
		pool,
		embedded: embedded !== null,
		dataDir: embedded === null ? null : config.dataDir,
		pooled,
		crash: () => crash,
		transaction: (work) => watched(runTransaction(pool, work)),
		afterCommit(work) {
			const open = insideTransaction.getStore();
			if (open === undefined) throw new Error("No transaction is open");
			open.afterCommit.push(work);
		},
		async query<R extends object>(text: string, values: unknown[], tx?: Queryable) {
			if (tx === undefined && insideTransaction.getStore() !== undefined)
				throw new Error("A query outside the transaction that is open: pass the transaction on");
			const { rows } = await watched(runQuery<R>(tx?.client ?? pool, text, values));
			return rows;
		},
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

async function runTransaction<T>(pool: pg.Pool, work: (tx: Queryable) => Promise<T>): Promise<T> {
	if (insideTransaction.getStore() !== undefined)
		throw new Error("A transaction inside a transaction: pass the open one on");
	return withClient(pool, async (client, spoil) => {
		const open: OpenTransaction = { client, afterCommit: [] };
		try {
			await runQuery(client, "begin");
			const result = await insideTransaction.run(open, () => work(open));
			await runQuery(client, "commit");
			for (const after of open.afterCommit) insideTransaction.exit(after);
			return result;
		} catch (cause) {
			await client.query("rollback").catch(spoil);
			throw cause;
		}
	});
}

/** @throws DatabaseUnavailable when the connection is lost */
async function runQuery<R extends object>(
	on: pg.Pool | pg.PoolClient,
	text: string,
	values: unknown[] = [],
): Promise<pg.QueryResult<R>> {
	try {
		return await on.query<R>(text, values);
	} catch (cause) {
		throw asUnavailable(cause);
	}
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
