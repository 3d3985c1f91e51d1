import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { EmbeddedFailure } from "./embedded-failure.ts";
import type { SlowWork } from "./slow-work.ts";
import { withoutOptimizing } from "./unoptimized.ts";

export interface EmbeddedDatabase {
	/** Host setting for `pg`: the folder of the unix socket, accessible only to this user. */
	socketDir: string;
	/** Resolves when the worker thread has closed the database. */
	stop(): Promise<void>;
	/** Called once when the database fails or its thread ends unexpectedly. */
	onCrash(callback: (cause: EmbeddedFailure) => void): void;
	/** Called after a statement blocked the database for long. */
	onSlow(callback: (work: SlowWork) => void): void;
}

/**
 * Starts PGlite off the main thread. The path of its socket folder is written to `<folder>.socket`, where a backup
 * finds it.
 * @param dataDir folder of the database files
 */
export async function startEmbedded(dataDir: string): Promise<EmbeddedDatabase> {
	if (!existsSync(join(dataDir, "PG_VERSION"))) await create(dataDir);
	// A short path of its own: a socket path is limited to 107 bytes, and mkdtemp gives mode 0700.
	const socketDir = mkdtempSync(join(tmpdir(), "mailstead-"));
	const worker = new Worker(new URL("./embedded.worker.ts", import.meta.url), {
		workerData: { dataDir, socketPath: join(socketDir, ".s.PGSQL.5432") },
	});
	let stopping = false;
	let failure: EmbeddedFailure | null = null;
	let crashed: (cause: EmbeddedFailure) => void = () => undefined;
	/** The first reason is the one that counts. */
	const fail = (reason: string): EmbeddedFailure => {
		if (failure !== null) return failure;
		failure = new EmbeddedFailure(reason);
		crashed(failure);
		return failure;
	};
	const ended = new Promise<void>((resolve) => {
		worker.once("exit", (code) => {
			rmSync(socketDir, { recursive: true, force: true });
			rmSync(`${dataDir}.socket`, { force: true });
			if (!stopping) fail(`the thread of the database ended with code ${code}`);
			resolve();
		});
	});
	let slow: (work: SlowWork) => void = () => undefined;
	await new Promise<void>((resolve, reject) => {
		const unopened = (reason: string): void => reject(notOpened(dataDir, fail(reason)));
		worker.on("message", (message: Message) => {
			if (message === "ready") resolve();
			else if ("slow" in message) slow(message.slow);
			else unopened(message.failed);
		});
		worker.on("error", (cause) => unopened((cause as Error).message));
		void ended.then(() => {
			if (failure !== null) unopened(failure.message);
		});
	});
	writeFileSync(`${dataDir}.socket`, socketDir, { mode: 0o600 });
	return {
		socketDir,
		async stop() {
			stopping = true;
			worker.postMessage("stop");
			await ended;
		},
		onCrash(callback) {
			crashed = callback;
		},
		onSlow(callback) {
			slow = callback;
		},
	};
}

/** What the thread of the database tells. */
type Message = "ready" | { slow: SlowWork } | { failed: string };

function notOpened(dataDir: string, { message }: EmbeddedFailure): EmbeddedFailure {
	const advice = "If its files are damaged, restore a backup with npm run restore.";
	return new EmbeddedFailure(`The database in ${dataDir} could not be opened: ${message}. ${advice}`);
}

/** Creates the database next to its folder, so that a process that is killed leaves none that is not complete. */
async function create(dataDir: string): Promise<void> {
	const folder = `${dataDir}.new`;
	rmSync(folder, { recursive: true, force: true });
	const url = new URL("./embedded-create.worker.ts", import.meta.url);
	await withoutOptimizing(
		() =>
			new Promise<void>((resolve, reject) => {
				const worker = new Worker(url, { workerData: { dataDir: folder } });
				worker.once("error", reject);
				worker.once("exit", (code) =>
					code === 0 ? resolve() : reject(new Error(`Creating the embedded database ended with code ${code}`)),
				);
			}),
	);
	renameSync(folder, dataDir);
}
