/** Reads uploaded files in a worker thread: a small file may hold a million entries. */

import { Worker } from "node:worker_threads";
import { Unavailable } from "#server/mail/provider/errors.ts";
import type { StoredFile } from "#server/mail/provider/provider.ts";
import { FILE_END } from "../file-position.ts";
import { maxSecondsOf } from "../limits.ts";
import type { ReadMessageReply, WorkerInput } from "./read-protocol.ts";
import type { ReadItem, ReadOptions } from "./reader.ts";

/** V8 heap of the worker; the bytes of messages are outside of it. */
const LIMITS = { maxOldGenerationSizeMb: 512 };
/** Beyond the limit that the worker keeps itself: a busy machine. */
const LATE_MS = 60_000;

/** As `readUpload`, in a worker thread. @throws Unavailable when the file itself cannot be opened */
export async function* readInWorker(file: StoredFile, options: ReadOptions): AsyncGenerator<ReadItem> {
	const { from, only, meter, signal, limit } = options;
	signal.throwIfAborted();
	const { id, name, path, sizeBytes } = file;
	const workerData: WorkerInput = {
		...{ file: { id, name, path, sizeBytes }, from, limits: { ...meter.limits }, messages: meter.messages },
		...{ only: only === undefined ? null : [...only], limit: limit ?? null },
	};
	const url = new URL("./read.worker.ts", import.meta.url);
	const worker = new Worker(url, { workerData, resourceLimits: LIMITS, name: "mail file" });
	let reached = from;
	try {
		for (;;) {
			const reply = await next(worker, maxSecondsOf(meter) * 1000 + LATE_MS, signal);
			if (reply === null) {
				const reason = `${name}: Reading takes too much time or memory: the rest is not read`;
				yield { at: reached, next: FILE_END, reason, kind: "limit", count: 1 };
				return;
			}
			for (const { item, ...progress } of reply.items) {
				Object.assign(meter, progress);
				reached = item.next;
				yield "raw" in item ? { ...item, raw: Buffer.from(item.raw.buffer as ArrayBuffer) } : item;
			}
			const { readBytes, readMs, messages, failure } = reply;
			Object.assign(meter, { readBytes, readMs, messages });
			if (failure !== null)
				throw failure.name === "Unavailable" ? new Unavailable(failure.message) : new Error(failure.message);
			if (reply.isLast) return;
		}
	} finally {
		void worker.terminate();
	}
}

/** Asks for what was read meanwhile; null: the worker ended, or did not answer in time. */
function next(worker: Worker, withinMs: number, signal: AbortSignal): Promise<ReadMessageReply | null> {
	const { promise, resolve, reject } = Promise.withResolvers<ReadMessageReply | null>();
	const abort = (): void => reject(signal.reason);
	const end = (): void => resolve(null);
	const timer = setTimeout(end, withinMs);
	worker.once("message", resolve);
	// A crash is reported by `error` and then by `exit`.
	worker.once("error", end);
	worker.once("exit", end);
	if (signal.aborted) abort();
	signal.addEventListener("abort", abort, { once: true });
	worker.postMessage("more");
	return promise.finally(() => {
		clearTimeout(timer);
		signal.removeEventListener("abort", abort);
		worker.off("message", resolve).off("error", end).off("exit", end);
	});
}
