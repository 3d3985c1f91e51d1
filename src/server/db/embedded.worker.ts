import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";

/** PostgreSQL in this thread, served on a unix socket to the `pg` pool of the main thread. */

const { dataDir, socketPath } = workerData as { dataDir: string; socketPath: string };

const db = await PGlite.create(dataDir);
// One session serves every connection, so these hold for all of them.
await db.exec("set work_mem = '24MB'; set maintenance_work_mem = '64MB'; set jit = off; set timezone = 'UTC'");
const server = new PGLiteSocketServer({ db, path: socketPath, maxConnections: 64 });
await server.start();

parentPort?.on("message", () => {
	server
		.stop()
		.then(() => db.close())
		.finally(() => process.exit(0));
});
parentPort?.postMessage("ready");
