import type { Database } from "../../db/database.ts";
import { runExclusive } from "../../db/run-exclusive.ts";

/** Tables that an import fills. */
const TABLES = [
	"emails",
	"email_search",
	"email_thread_links",
	"email_attachments",
	"sender_stats",
	"day_stats",
	"month_stats",
];
/** Rows before the first ANALYZE; later ones wait until the tables have doubled. */
const FIRST_ANALYZE = 500;

/**
 * Keeps the planner's statistics current while mailboxes grow: without them it picks the wrong index, and each batch
 * gets slower than the last. PostgreSQL's autovacuum runs too late for that, and the embedded database has none.
 */
export function createMaintenance(database: Database) {
	return database.embedded ? embeddedMaintenance(database) : postgresMaintenance(database);
}

interface Maintenance {
	/** Call after each batch. @param rows messages added, changed or removed */
	wrote(rows: number): Promise<void>;
	/** Call at the end of the job: flushes the search index's pending list, and vacuums the embedded database. */
	finish(signal: AbortSignal): Promise<void>;
}

function embeddedMaintenance(database: Database): Maintenance {
	let written = 0;
	let known: number | null = null;

	async function refresh(): Promise<void> {
		await analyze(database);
		known = await countedRows(database);
		written = 0;
	}

	return {
		async wrote(rows) {
			written += rows;
			if (written < FIRST_ANALYZE) return;
			known ??= await countedRows(database);
			if (written >= known) await refresh();
		},
		async finish(signal) {
			if (written === 0 && known === null) return;
			await database.query(MERGE_WORDS, []);
			if (written > 0 && written >= (known ?? 0) / 10) await refresh();
			await vacuum(database, signal);
		},
	};
}

/**
 * Many processes write, also to small mailboxes, so the total growth decides, and one process analyzes for all. The
 * words of a few messages wait for the next merge, which PostgreSQL starts itself.
 */
function postgresMaintenance(database: Database): Maintenance {
	let sinceAnalyzed = 0;
	let written = 0;

	async function analyzeIfGrown(): Promise<void> {
		sinceAnalyzed = 0;
		const [row] = await database.query<{ grown: boolean }>(GROWN, [FIRST_ANALYZE]);
		if (row?.grown === true) await runExclusive(database, "analyze", () => analyze(database));
	}

	return {
		async wrote(rows) {
			written += rows;
			sinceAnalyzed += rows;
			if (sinceAnalyzed >= FIRST_ANALYZE) await analyzeIfGrown();
		},
		async finish() {
			if (sinceAnalyzed > 0) await analyzeIfGrown();
			if (written >= FIRST_ANALYZE)
				await runExclusive(database, "merge words", async () => void (await database.query(MERGE_WORDS, [])));
		},
	};
}

async function analyze(database: Database): Promise<void> {
	for (const table of TABLES) await database.query(`analyze ${table}`, []);
}

/** SQL for the relation's oid, or the oids of its partitions; one column `oid`. */
const partsOf = (relation: string): string => `(
	select oid from pg_class where oid = '${relation}'::regclass and relkind in ('r', 'i')
	union all select relid from pg_partition_tree('${relation}') where isleaf) parts`;

/** Whether the messages have doubled since the last ANALYZE. */
const GROWN = `select sum(n_mod_since_analyze) >= greatest(sum(greatest(reltuples, 0)), $1) as grown
	from ${partsOf("emails")} join pg_class c using (oid) join pg_stat_user_tables s on s.relid = c.oid`;

const MERGE_WORDS = `select gin_clean_pending_list(oid) from ${partsOf("email_search_lexemes")}`;

async function countedRows(database: Database): Promise<number> {
	const [row] = await database.query<{ n: number }>(
		"select greatest(reltuples, 0)::float8 as n from pg_class where oid = 'emails'::regclass",
		[],
	);
	return row?.n ?? 0;
}

/** Vacuums tables with many dead rows one by one, so that requests run in between. */
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
