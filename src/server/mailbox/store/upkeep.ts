import type { Database } from "../../db/database.ts";

/** Tables that an import fills. */
const TABLES = ["emails", "email_search", "email_thread_links", "email_attachments", "sender_stats", "day_stats"];
/** Rows that make a first look at the statistics worth it; later ones wait until the tables have doubled. */
const FIRST_ANALYZE = 500;

/**
 * Keeps the planner's statistics near the truth while a mailbox grows: without them it reads the wrong index, and
 * each batch becomes slower than the one before. PostgreSQL's own autovacuum comes too late for that, and the embedded
 * database has none.
 */
export function createUpkeep(database: Database) {
	let written = 0;
	let known: number | null = null;

	async function analyze(): Promise<void> {
		for (const table of TABLES) await database.query(`analyze ${table}`, []);
		known = await countedRows(database);
		written = 0;
	}

	return {
		/** After each batch. @param rows messages added, changed or removed */
		async wrote(rows: number): Promise<void> {
			written += rows;
			if (written < FIRST_ANALYZE) return;
			known ??= await countedRows(database);
			if (written >= known) await analyze();
		},
		/** When the job is done: search merges what waits, and the embedded database cleans up. */
		async finish(signal: AbortSignal): Promise<void> {
			if (written === 0 && known === null) return;
			await database.query(MERGE_WORDS, []);
			if (written > 0 && written >= (known ?? 0) / 10) await analyze();
			if (database.embedded) await vacuum(database, signal);
		},
	};
}

/** In each part, where the table is partitioned. */
const MERGE_WORDS = `select gin_clean_pending_list(relid) from pg_partition_tree('email_search_lexemes') where isleaf`;

async function countedRows(database: Database): Promise<number> {
	const [row] = await database.query<{ n: number }>(
		"select greatest(reltuples, 0)::float8 as n from pg_class where oid = 'emails'::regclass",
		[],
	);
	return row?.n ?? 0;
}

/** Table by table, those with many dead rows, so that requests get their turn in between. */
async function vacuum(database: Database, signal: AbortSignal): Promise<void> {
	const rows = await database.query<{ name: string }>(
		`select relname as name from pg_stat_user_tables
		where schemaname = 'public' and n_dead_tup > 1000 and n_dead_tup > 0.2 * n_live_tup`,
		[],
	);
	for (const { name } of rows) {
		signal.throwIfAborted();
		await database.query(`vacuum ${quoted(name)}`, []);
	}
}

function quoted(name: string): string {
	return `"${name.replaceAll('"', '""')}"`;
}
