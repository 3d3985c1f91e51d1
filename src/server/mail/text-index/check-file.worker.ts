import { parentPort, workerData } from "node:worker_threads";
import { damageOf } from "./read-file.ts";

/** Checks an index file, then ends. */

parentPort?.postMessage(damageOf((workerData as { path: string }).path, true));
