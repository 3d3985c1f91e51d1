import { Worker } from "node:worker_threads";
import type { IndexOperations, IndexReply, IndexRequest } from "./index.worker.ts";

/** The file is damaged, missing tables, or not an index. */
export class IndexDamaged extends Error {
	override name = "IndexDamaged";
}

/** The thread ended; what was not written is in the outbox. */
export class IndexClosed extends Error {
	override name = "IndexClosed";
}

export interface IndexThread {
	/** @throws IndexDamaged, IndexClosed */
	call<O extends keyof IndexOperations>(
		operation: O,
		...args: Parameters<IndexOperations[O]>
	): Promise<ReturnType<IndexOperations[O]>>;
	close(): Promise<void>;
}

interface Call {
	resolve(result: unknown): void;
	reject(cause: Error): void;
}

/** Starts the thread that reads and writes the index file. */
export function startIndexThread(path: string): IndexThread {
	const worker = new Worker(new URL("./index.worker.ts", import.meta.url), { workerData: { path }, name: "search" });
	worker.unref();
	const calls = new Map<number, Call>();
	let nextId = 1;
	let isClosed = false;
	worker.on("message", ({ id, result, failure }: IndexReply) => {
		const call = calls.get(id);
		calls.delete(id);
		if (calls.size === 0) worker.unref();
		if (failure === undefined) call?.resolve(result);
		else call?.reject(new (failure.isDamaged ? IndexDamaged : Error)(failure.message));
	});
	worker.on("error", () => undefined);
	const ended = new Promise<void>((resolve) =>
		worker.once("exit", () => {
			isClosed = true;
			for (const call of calls.values()) call.reject(new IndexClosed("The search index was closed"));
			calls.clear();
			resolve();
		}),
	);
	function call(operation: keyof IndexOperations, ...args: unknown[]): Promise<unknown> {
		if (isClosed) return Promise.reject(new IndexClosed("The search index was closed"));
		worker.ref();
		return new Promise((resolve, reject) => {
			const id = nextId++;
			calls.set(id, { resolve, reject });
			worker.postMessage({ id, operation, args } satisfies IndexRequest);
		});
	}
	return {
		call: call as IndexThread["call"],
		async close() {
			if (!isClosed) await call("close").catch(() => undefined);
			await ended;
		},
	};
}
