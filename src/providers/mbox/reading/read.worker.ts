import { parentPort, workerData } from "node:worker_threads";
import { createMeter } from "../limits.ts";
import type { ReadMessageReply, WorkerInput } from "./read-protocol.ts";
import { readUpload } from "./reader.ts";

/** Bytes, and entries, that are sent at a time. */
const BATCH_BYTES = 4 * 1024 * 1024;
const BATCH_ITEMS = 200;

const port = parentPort;
if (!port) throw new Error("read.worker.ts runs in a worker thread: use readInWorker");
const { file, from, only, limit, limits, messages } = workerData as WorkerInput;
const meter = createMeter(file.sizeBytes, limits);
meter.messages = messages;
let batch: ReadMessageReply["items"] = [];
let bytes = 0;
let asked = Promise.withResolvers<void>();
port.on("message", () => asked.resolve());

/** Waits until the main thread asks for more. */
async function send(reply: Omit<ReadMessageReply, "items">): Promise<void> {
	await asked.promise;
	asked = Promise.withResolvers();
	const memory = batch.flatMap(({ item }) => ("raw" in item ? [item.raw.buffer as ArrayBuffer] : []));
	port?.postMessage({ ...reply, items: batch } satisfies ReadMessageReply, memory);
	batch = [];
	bytes = 0;
}

const progress = () => ({ readBytes: meter.readBytes, readMs: meter.readMs, messages: meter.messages });
try {
	const options = { from, meter, signal: new AbortController().signal };
	const more = { ...(only !== null && { only: new Set(only) }), ...(limit !== null && { limit }) };
	for await (const item of readUpload(file, { ...options, ...more })) {
		// A copy of its own, which is passed on without copying it again.
		batch.push({ item: "raw" in item ? { ...item, raw: new Uint8Array(item.raw) } : item, ...progress() });
		bytes += "raw" in item ? item.raw.length : 0;
		if (bytes >= BATCH_BYTES || batch.length >= BATCH_ITEMS)
			await send({ isLast: false, failure: null, ...progress() });
	}
	await send({ isLast: true, failure: null, ...progress() });
} catch (cause) {
	const { name, message } = cause instanceof Error ? cause : new Error(String(cause));
	await send({ isLast: true, failure: { name, message }, ...progress() });
}
port.close();
