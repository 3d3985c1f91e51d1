import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";

export interface EmbeddedDatabase {
	/** What `pg` takes as host: the folder of the socket, which only this user may enter. */
	socketDir: string;
	/** Resolves when the thread has closed the database. */
	stop(): Promise<void>;
	/** Called when the thread ends without having been asked to. */
	onCrash(callback: (cause: Error) => void): void;
}

/**
 * Starts PGlite off the main thread. Where it listens is written beside its folder, as `<folder>.socket`: a backup
 * connects there.
 * @param dataDir where its files lie
 */
export async function startEmbedded(dataDir: string): Promise<EmbeddedDatabase> {
	// A short path of its own: a socket's path may not exceed 107 bytes, and mkdtemp gives mode 0700.
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
	};
}
