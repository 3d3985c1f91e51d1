import { workerData } from "node:worker_threads";
import { createCluster } from "./embedded-engine.ts";

/** Creates the files of an embedded database, then ends. */

await createCluster((workerData as { dataDir: string }).dataDir);
process.exit(0);
