import { parentPort, workerData } from "node:worker_threads";
import { mailOfMsg } from "./msg-mail.ts";

parentPort?.postMessage(await mailOfMsg(workerData as Uint8Array));
