import { availableParallelism } from "node:os";
import type { ParsedMessage } from "#shared/mail/message.ts";
import type { ParsedItem } from "../parse-protocol.ts";
import { closeWorkers, createWorkers, dispatch, type How, JOB_BYTES, start } from "./parse-workers.ts";
import { ParsePoolClosed } from "./pool-errors.ts";
import { createTaskPool, type TaskPool, type TaskPoolOptions } from "./task-pool.ts";

export type { ParsedItem } from "../parse-protocol.ts";

export interface ParsePoolOptions extends TaskPoolOptions {
	/** Number of worker threads; default: one less than the cores, at least one and at most eight. */
	workers?: number;
	/** Milliseconds that a single message may take before its worker is replaced. Default 30,000. */
	messageTimeoutMs?: number;
	/** The worker's module; replaced in tests. */
	workerUrl?: URL;
}

/**
 * Imports parse in batches; interactive requests run as tasks in separate workers, so that they never wait for imports.
 */
export interface ParsePool extends TaskPool {
	readonly workers: number;
	/**
	 * Parses a batch; returns one item per message in order, including damaged ones. Waits while the queue is full, so
	 * awaiting each call bounds memory. Do not modify the bytes until it returns.
	 * @param options.blobDir also writes each message to `<blobDir>/<first 2 hex>/<sha256>`
	 * @throws BlobWriteError when a blob cannot be written, ParserUnavailable when no worker starts, ParsePoolClosed
	 * after `close()`
	 */
	parse(messages: readonly Uint8Array[], options?: { blobDir?: string }): Promise<ParsedItem[]>;
	/**
	 * Parses header sections fetched without their bodies, see `parseHeader`; one result per header, in order. An empty
	 * array just starts the workers ahead of the first batch.
	 * @throws ParserUnavailable, ParsePoolClosed
	 */
	parseHeaders(headers: readonly Uint8Array[]): Promise<ParsedMessage[]>;
	/** Terminates the workers; batches and tasks in progress are rejected with ParsePoolClosed. */
	close(): Promise<void>;
}

/** Raw bytes queued or being parsed; above this, `parse` waits before it copies. */
const MAX_QUEUED_BYTES = 64 * 1024 * 1024;

/** Starts worker threads that parse mail. Close the pool when done. */
export function createParsePool(options: ParsePoolOptions = {}): ParsePool {
	const workers = options.workers ?? Math.min(8, Math.max(1, availableParallelism() - 1));
	const timeout = options.messageTimeoutMs ?? 30_000;
	const url = options.workerUrl ?? new URL("./parse.worker.ts", import.meta.url);
	const pool = createWorkers(workers, url, timeout);
	const tasks = createTaskPool(options);
	const waiting: (() => void)[] = [];
	let queuedBytes = 0;
	let nextId = 1;

	async function run(messages: readonly Uint8Array[], how: How): Promise<ParsedItem[]> {
		const bytes = messages.reduce((sum, message) => sum + message.length, 0);
		while (queuedBytes > 0 && queuedBytes + bytes > MAX_QUEUED_BYTES) await new Promise<void>((go) => waiting.push(go));
		if (pool.isClosed) throw new ParsePoolClosed();
		queuedBytes += bytes;
		try {
			return await new Promise<ParsedItem[]>((resolve, reject) => {
				pool.queue.push({
					id: nextId++,
					messages,
					bytes,
					how,
					items: Array(messages.length).fill(undefined),
					done: 0,
					failedStarts: 0,
					resolve,
					reject,
				});
				dispatch(pool);
			});
		} finally {
			queuedBytes -= bytes;
			for (const go of waiting.splice(0)) go();
		}
	}

	async function parseAll(messages: readonly Uint8Array[], how: How): Promise<ParsedItem[]> {
		if (pool.isClosed) throw new ParsePoolClosed();
		return (await Promise.all(cut(messages).map((group) => run(group, how)))).flat();
	}

	return {
		workers,
		run: tasks.run,
		prepare: tasks.prepare,
		taskCount: tasks.taskCount,
		parse: (messages, { blobDir } = {}) => parseAll(messages, { blobDir: blobDir ?? null, areHeaders: false }),
		async parseHeaders(headers) {
			if (headers.length === 0 && !pool.isClosed) for (const slot of pool.slots) slot.worker ?? start(pool, slot);
			return (await parseAll(headers, { blobDir: null, areHeaders: true })).map(({ message }) => message);
		},
		async close() {
			pool.isClosed = true;
			if (pool.watchdog) clearInterval(pool.watchdog);
			pool.watchdog = null;
			for (const go of waiting.splice(0)) go();
			await Promise.all([...closeWorkers(pool), tasks.close()]);
		},
	};
}

function cut(messages: readonly Uint8Array[]): Uint8Array[][] {
	const groups: Uint8Array[][] = [];
	let group: Uint8Array[] = [];
	let bytes = 0;
	for (const message of messages) {
		if (group.length > 0 && bytes + message.length > JOB_BYTES) {
			groups.push(group);
			group = [];
			bytes = 0;
		}
		group.push(message);
		bytes += message.length;
	}
	if (group.length > 0) groups.push(group);
	return groups;
}
