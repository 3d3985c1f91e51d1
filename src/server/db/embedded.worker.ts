import { parentPort, workerData } from "node:worker_threads";
import { openEngine } from "./embedded-engine.ts";
import { createEngineLog } from "./embedded-failure.ts";
import { createWireServer } from "./embedded-wire.ts";
import { createStopwatch } from "./slow-work.ts";

/** Runs PostgreSQL in this thread, served on a unix socket to the `pg` pool of the main thread. */

const { dataDir, socketPath } = workerData as { dataDir: string; socketPath: string };

const log = createEngineLog();
/** Tells the main thread why, and ends this thread: the session is in an unknown state. */
const fail = (cause: unknown): never => {
	const text = cause instanceof Error ? cause.message : String(cause);
	parentPort?.postMessage({ failed: log.reason() ?? text });
	process.exit(1);
};

const db = await openEngine(dataDir, log).catch(fail);
// One session serves every connection, so these settings apply to all. The GIN pending list is merged into the search
// index at 256 kB: a larger list would block other queries longer, a smaller one costs more in total. ANALYZE reads 300
// rows for each unit of the statistics target: 100, the default, takes a second per table.
await db.exec(`set work_mem = '24MB'; set maintenance_work_mem = '64MB'; set gin_pending_list_limit = '256kB';
	set default_statistics_target = 30;
	set jit = off; set timezone = 'UTC'`);
const stopwatch = createStopwatch((work) => parentPort?.postMessage({ slow: work }));
const server = createWireServer(db, log.panic, fail, stopwatch);
await new Promise<void>((resolve, reject) => server.once("error", reject).listen(socketPath, resolve));

parentPort?.on("message", () => {
	// The pool has ended before: no connections are left.
	server.close();
	void db.close().finally(() => process.exit(0));
});
parentPort?.postMessage("ready");
