import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { readConfig } from "#server/config.ts";
import type { Context } from "#server/identity/auth/context.ts";
import { enqueueSync } from "#server/mail/sync/job.ts";
import { openContext } from "#server/server.ts";
import { newId } from "#shared/ids.ts";
import { type BenchPostgres, startPostgres, startWorker } from "./cluster.ts";
import { generateMailbox } from "./generate.ts";
import { percentile, printTable } from "./table.ts";

/** Number of distinct generated mailboxes; accounts share them. */
const FILES = 16;
/** One user has this many of all mailboxes, every other user has one. */
const SHARE_OF_ONE = 0.05;
const POLL_MS = 500;

export interface ScaleOptions {
	accounts: number;
	/** Messages per mailbox, approximately. */
	messages: number;
	/** Worker processes of each round. */
	workers: number[];
	/** Mailboxes that each worker syncs concurrently. */
	syncs: number;
}

interface Round {
	workers: number;
	seconds: number;
	messages: number;
	workerMs: number;
	postgresMs: number;
	walBytes: number;
	databaseBytes: number;
	blobBytes: number;
	peakMb: number;
	/** When mailboxes were synced, in seconds: of users with one, and of the user with many. */
	ones: number[];
	many: number[];
}

/** Measures mailboxes synced per minute by workers on one PostgreSQL, their order, and the cost per message. */
export async function benchScale(options: ScaleOptions, scratch: string): Promise<void> {
	const files: string[] = [];
	await mkdir(join(scratch, "files"));
	for (let n = 0; n < FILES; n++) {
		const path = join(scratch, "files", `${n}.mbox`);
		// Of varying size.
		await generateMailbox(path, Math.max(1, Math.round(options.messages * (0.5 + n / (FILES - 1)))), n);
		files.push(path);
	}
	const postgres = await startPostgres();
	try {
		const rounds: Round[] = [];
		for (const workers of options.workers) {
			const round = await runRound(postgres, files, workers, options, scratch);
			console.log(`${workers} workers: ${options.accounts} mailboxes in ${round.seconds.toFixed(1)} s`);
			rounds.push(round);
		}
		print(rounds, options);
	} finally {
		await postgres.stop();
	}
}

async function runRound(
	postgres: BenchPostgres,
	files: string[],
	count: number,
	options: ScaleOptions,
	scratch: string,
): Promise<Round> {
	const dataDir = await mkdtemp(join(scratch, "data-"));
	const url = await postgres.createDatabase();
	const settings = { DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: "warn", WORKER_SYNCS: String(options.syncs) };
	const { ctx, close } = await openContext(readConfig({ ...settings, PORT: "0" }));
	const workers = await Promise.all(
		Array.from({ length: count }, () => startWorker({ ...settings, ROLE: "worker", PARSE_WORKERS: "1" })),
	);
	try {
		const accounts = await addAccounts(ctx, files, options.accounts);
		const before = await measured(ctx, postgres, workers);
		const begun = await databaseNow(ctx);
		for (const { ownerId, accountId } of accounts) await enqueueSync(ctx, ownerId, accountId);
		for (let remaining = 1; remaining > 0; ) {
			await new Promise((resolve) => setTimeout(resolve, POLL_MS));
			remaining = await countOf(ctx, "select count(*)::int as n from jobs where state in ('queued', 'running')");
		}
		const after = await measured(ctx, postgres, workers);
		const ready = await ctx.database.query<{ owner_id: string; at: Date }>(
			"select owner_id, finished_at as at from jobs where kind = 'sync' and state = 'done' order by finished_at",
			[],
		);
		if (ready.length < accounts.length) throw new Error(`Only ${ready.length} mailboxes were synced`);
		const at = (isOne: boolean) =>
			ready.filter(({ owner_id }) => (owner_id === "many") !== isOne).map((row) => (row.at.getTime() - begun) / 1000);
		return {
			workers: count,
			seconds: Math.max(...at(true), ...at(false)),
			messages: await countOf(ctx, "select count(*)::int as n from emails"),
			workerMs: after.workerMs - before.workerMs,
			postgresMs: after.postgresMs - before.postgresMs,
			walBytes: after.walBytes - before.walBytes,
			databaseBytes: after.databaseBytes - before.databaseBytes,
			blobBytes: await sizeBelow(join(dataDir, "blobs")),
			peakMb: Math.max(...workers.map((worker) => worker.peakMb() ?? 0)),
			ones: at(true),
			many: at(false),
		};
	} finally {
		for (const worker of workers) await worker.stop();
		await close();
		await rm(dataDir, { recursive: true, force: true });
	}
}

/** The user with many connects first, so that everybody else would wait if the queue were not fair. */
async function addAccounts(ctx: Context, files: string[], count: number) {
	const ofOne = Math.max(2, Math.round(count * SHARE_OF_ONE));
	const accounts = Array.from({ length: count }, (_, n) => ({
		ownerId: n < ofOne ? "many" : `person-${n}`,
		accountId: newId(),
		path: files[n % files.length] ?? "",
	}));
	const rows = JSON.stringify(accounts);
	await ctx.database.exec(
		`insert into connected_accounts (owner_id, id, provider, name)
		select "ownerId", "accountId", 'mbox', "accountId"::text from json_to_recordset($1) as a ("ownerId" text, "accountId" uuid)`,
		[rows],
	);
	await ctx.database.exec(
		`insert into account_files (owner_id, account_id, id, name, path, size_bytes)
		select "ownerId", "accountId", gen_random_uuid(), 'mail.mbox', path, 1
		from json_to_recordset($1) as a ("ownerId" text, "accountId" uuid, path text)`,
		[rows],
	);
	return accounts;
}

async function measured(ctx: Context, postgres: BenchPostgres, workers: { processorMs(): number | null }[]) {
	const row = await ctx.database.one<{ wal: number; size: number }>(
		"select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal, pg_database_size(current_database())::float8 as size",
		[],
	);
	return {
		workerMs: workers.reduce((sum, worker) => sum + (worker.processorMs() ?? 0), 0),
		postgresMs: postgres.processorMs(),
		walBytes: row?.wal ?? 0,
		databaseBytes: row?.size ?? 0,
	};
}

async function databaseNow(ctx: Context): Promise<number> {
	const row = await ctx.database.one<{ now: Date }>("select clock_timestamp() as now", []);
	return row?.now.getTime() ?? 0;
}

async function countOf(ctx: Context, sql: string): Promise<number> {
	return (await ctx.database.one<{ n: number }>(sql, []))?.n ?? 0;
}

/** Total bytes of the files in a folder, recursively. */
async function sizeBelow(folder: string): Promise<number> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
	let bytes = 0;
	for (const entry of entries) if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
	return bytes;
}

function print(rounds: Round[], { accounts, syncs }: ScaleOptions): void {
	console.log(
		`\n${accounts} mailboxes, ${Math.round(rounds[0]?.messages ?? 0)} messages, ${syncs} syncs side by side in each worker`,
	);
	const each = (round: Round, value: number) => (value / round.messages).toFixed(2);
	printTable(
		[
			"workers",
			"mailboxes/min",
			"messages/s",
			"worker ms/msg",
			"PostgreSQL ms/msg",
			"WAL kB/msg",
			"tables kB/msg",
			"blobs kB/msg",
			"MB each",
		],
		rounds.map((round) => [
			round.workers,
			Math.round((accounts / round.seconds) * 60),
			Math.round(round.messages / round.seconds),
			each(round, round.workerMs),
			each(round, round.postgresMs),
			each(round, round.walBytes / 1e3),
			each(round, round.databaseBytes / 1e3),
			each(round, round.blobBytes / 1e3),
			round.peakMb,
		]),
	);
	const spread = (values: number[]) => [percentile(values, 0), percentile(values, 50), percentile(values, 100)];
	console.log("\nSeconds until a mailbox was ready. One person has many and asked first; each of the others has one.");
	printTable(
		["workers", "one: first", "median", "last", "many: first", "median", "last"],
		rounds.map((round) => [round.workers, ...spread(round.ones), ...spread(round.many)]),
	);
}
