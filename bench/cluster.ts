import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { launchPostgres, programPath } from "./launchers.ts";
import { processorMs, watchMemory } from "./process.ts";

/** A PostgreSQL server for the benchmark, and workers on it. */

const root = new URL("../", import.meta.url);

export interface BenchPostgres {
	/** @returns the URL of a new database */
	createDatabase(): Promise<string>;
	/** CPU time of all its processes so far. */
	processorMs(): number;
	stop(): Promise<void>;
}

export async function hasPostgres(): Promise<boolean> {
	return (await programPath("postgres")) !== null;
}

/**
 * Runs a benchmark on the embedded database, and on PostgreSQL where it is installed.
 * @param run with the server's settings; `databaseMs` is the CPU time of a database in processes of its own
 */
export async function onEachDatabase(
	run: (settings: Record<string, string>, databaseMs?: () => number) => Promise<void>,
): Promise<void> {
	console.log("embedded database");
	await run({});
	if (!(await hasPostgres())) return;
	const postgres = await startPostgres();
	try {
		console.log("\nPostgreSQL");
		await run({ DATABASE_URL: await postgres.createDatabase() }, postgres.processorMs);
	} finally {
		await postgres.stop();
	}
}

/** Starts PostgreSQL with durable settings: nothing acknowledged is lost. */
export async function startPostgres(): Promise<BenchPostgres> {
	const bin = await programPath("postgres");
	if (bin === null) throw new Error("PostgreSQL is not installed");
	const server = await launchPostgres(bin, ["fsync=on", "shared_buffers=1GB", "max_wal_size=4GB"]);
	const admin = new pg.Client({ connectionString: server.url });
	await admin.connect();
	let databases = 0;
	return {
		async createDatabase() {
			const name = `bench${++databases}`;
			await admin.query(`create database ${name}`);
			return new URL(`/${name}`, server.url).href;
		},
		processorMs: () => processorMsOfFamily(server.pid),
		async stop() {
			await admin.end();
			await server.stop();
		},
	};
}

/** Of a process and its children, including exited ones. */
function processorMsOfFamily(pid: number): number {
	let sum = processorMs(pid) ?? 0;
	for (const name of readdirSync("/proc")) {
		const child = /^\d+$/.test(name) ? statOf(name) : null;
		if (child === null) continue;
		// Fields of proc(5), counted from the third: ppid, cutime, cstime.
		if (Number(child[1]) === pid) sum += processorMs(Number(name)) ?? 0;
		if (Number(name) === pid) sum += (Number(child[13]) + Number(child[14])) * 10;
	}
	return sum;
}

function statOf(pid: string): string[] | null {
	try {
		return readFileSync(`/proc/${pid}/stat`, "utf8")
			.replace(/^.*\) /, "")
			.split(" ");
	} catch {
		return null;
	}
}

export interface BenchWorker {
	processorMs(): number | null;
	peakMb(): number | null;
	stop(): Promise<void>;
}

/** Starts the program as a worker and waits until it claims jobs. @param env its environment */
export async function startWorker(env: Record<string, string>): Promise<BenchWorker> {
	const main = fileURLToPath(new URL("src/server/main.ts", root));
	const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", main], {
		env: { ...process.env, ...env },
		stdio: ["ignore", "pipe", "inherit"],
	});
	const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
	const peakMb = watchMemory(child);
	await new Promise<void>((resolve, reject) => {
		child.stdout.on("data", (data: Buffer) => {
			if (data.includes(" ready")) resolve();
		});
		child.once("exit", (code) => reject(new Error(`A worker ended with ${code} before it was ready`)));
	});
	return {
		processorMs: () => (child.pid === undefined ? null : processorMs(child.pid)),
		peakMb,
		async stop() {
			child.kill("SIGTERM");
			await ended;
		},
	};
}
