import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { SlowWork } from "./slow-work.ts";
import { withoutOptimizing } from "./unoptimized.ts";

export interface EmbeddedDatabase {
	/** Host setting for `pg`: the folder of the unix socket, accessible only to this user. */
	socketDir: string;
	/** Resolves when the worker thread has closed the database. */
	stop(): Promise<void>;
	/** Called when the thread ends unexpectedly. */
	onCrash(callback: (cause: Error) => void): void;
	/** Called after work during which the database served nobody else for long. */
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
	let crashed: (cause: Error) => void = () => undefined;
	const ended = new Promise<void>((resolve) => {
		worker.once("exit", (code) => {
			rmSync(socketDir, { recursive: true, force: true });
			rmSync(`${dataDir}.socket`, { force: true });
			if (!stopping) crashed(new Error(`The embedded database ended with code ${code}`));
			resolve();
		});
	});
	await new Promise<void>((resolve, reject) => {
		worker.once("message", () => resolve());
		worker.once("error", reject);
		worker.once("exit", (code) => reject(new Error(`The embedded database ended with code ${code}`)));
	});
	worker.on("error", (cause) => crashed(cause));
	let slow: (work: SlowWork) => void = () => undefined;
	worker.on("message", (message: { slow: SlowWork }) => slow(message.slow));
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
