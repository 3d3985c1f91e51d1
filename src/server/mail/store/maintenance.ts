import type { Database } from "../../db/database.ts";
import { runExclusive } from "../../db/run-exclusive.ts";
import { hasReaders } from "./readers.ts";

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

/** Rows after which growth is checked again: the check takes longer than storing a message. */
const CHECK_EVERY = 100;

/**
 * Rows of one job after which its mailbox has to be in the statistics, then this many times as many: see `analyzeOwners`.
 */
const FIRST_OF_JOB = 1_000;
const NEXT_OF_JOB = 8;

/** Rows that all jobs of this process wrote since growth was checked; absent: never, so that its first job checks. */
const sinceChecked = new WeakMap<Database, number>();

/**
 * Keeps the planner's statistics current while mailboxes grow: without them it picks the wrong index, and each batch
 * gets slower than the last. PostgreSQL's autovacuum runs too late for that, and the embedded database has none.
 * Many jobs write, also to small mailboxes, so the growth of the tables decides, and that of a mailbox only for whose
 * mail there is.
 */
export function createMaintenance(database: Database): Maintenance {
	let written = 0;
	let ownersAt = FIRST_OF_JOB;

	/** @returns whether they had grown */
	async function analyzeIfGrown(): Promise<boolean> {
		sinceChecked.set(database, 0);
		const row = await database.one<{ grown: boolean }>(GROWN, [FIRST_ANALYZE]);
		if (row?.grown === true) await runExclusive(database, "analyze", () => analyze(database));
		return row?.grown === true;
	}

	return {
		async wrote(rows) {
			written += rows;
			const since = (sinceChecked.get(database) ?? CHECK_EVERY) + rows;
			sinceChecked.set(database, since);
			const isAnalyzed = since >= CHECK_EVERY && (await analyzeIfGrown());
			if (written < ownersAt) return;
			ownersAt = written * NEXT_OF_JOB;
			if (!isAnalyzed) await runExclusive(database, "analyze", () => analyzeOwners(database));
		},
		async finish() {
			// PostgreSQL merges the words of a few messages itself, and few dead rows wait for the daily maintenance.
			if (written < FIRST_ANALYZE) return;
			// The server counts rows up to a second after they were written.
			await analyzeIfGrown();
			if (!database.embedded)
				await runExclusive(database, "merge words", async () => void (await database.query(MERGE_WORDS, [])));
			await vacuumIfIdle(database);
		},
	};
}

interface Maintenance {
	/** Call after each batch. @param rows messages added, changed or removed */
	wrote(rows: number): Promise<void>;
	/** Call at the end of the job: flushes the search index's pending list, and vacuums the embedded database. */
	finish(): Promise<void>;
}

async function analyze(database: Database): Promise<void> {
	for (const table of TABLES) await database.exec(`analyze ${table}`, []);
}

/**
 * In a large table the planner believes that an owner who came after the last ANALYZE has no mail, so that every index
 * with the owner is as good: it looked up each subject of a batch in the whole mailbox (6.5 s for 500 messages, where
 * `emails_subject` takes 20 ms). Of the two columns alone this takes 0.6 s with 700,000 messages.
 */
async function analyzeOwners(database: Database): Promise<void> {
	await database.exec("analyze emails (owner_id, account_id)", []);
}

/** SQL for the relation's oid, or the oids of its partitions; one column `oid`. */
const partsOf = (relation: string): string => `(
	select oid from pg_class where oid = '${relation}'::regclass and relkind in ('r', 'i')
	union all select relid from pg_partition_tree('${relation}') where isleaf) parts`;

/** Whether the messages have doubled since the last ANALYZE. */
const GROWN = `select sum(n_mod_since_analyze) >= greatest(sum(greatest(reltuples, 0)), $1) as grown
	from ${partsOf("emails")} join pg_class c using (oid) join pg_stat_user_tables s on s.relid = c.oid`;

const MERGE_WORDS = `select gin_clean_pending_list(oid) from ${partsOf("email_search_lexemes")}`;

/**
 * Vacuums tables of the embedded database that have many dead rows, which PostgreSQL's autovacuum does elsewhere. It
 * serves no one else meanwhile, for seconds with a large table, so a table is left for later while someone reads mail.
 */
export async function vacuumIfIdle(database: Database): Promise<void> {
	if (!database.embedded) return;
	const rows = await database.query<{ name: string }>(
		`select relname as name from pg_stat_user_tables
		where schemaname = 'public' and n_dead_tup > 1000 and n_dead_tup > 0.2 * n_live_tup`,
		[],
	);
	for (const { name } of rows) {
		if (hasReaders(database)) return;
		await database.exec(`vacuum ${quoted(name)}`, []);
	}
}

function quoted(name: string): string {
	return `"${name.replaceAll('"', '""')}"`;
}
