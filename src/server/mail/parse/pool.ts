import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { ParsedMessage } from "#shared/mail/message.ts";
import type { ParsedItem, ParseReply, ParseRequest } from "./parse-protocol.ts";
import { BlobWriteError, ParsePoolClosed, ParserUnavailable } from "./pool-errors.ts";
import { salvageItem } from "./salvage.ts";
import { createTaskPool, type TaskPool, type TaskPoolOptions } from "./task-pool.ts";

export type { ParsedItem } from "./parse-protocol.ts";

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

type How = Pick<ParseRequest, "blobDir" | "areHeaders">;

interface Job {
	id: number;
	messages: readonly Uint8Array[];
	bytes: number;
	how: How;
	items: (ParsedItem | undefined)[];
	/** Messages answered so far. */
	done: number;
	/** Consecutive workers that exited before they parsed anything. */
	failedStarts: number;
	resolve: (items: ParsedItem[]) => void;
	reject: (error: Error) => void;
}

interface Slot {
	worker: Worker | null;
	job: Job | null;
	/**
	 * Shared memory reused by the slot's jobs: a separate buffer per job would stay until the worker's next full garbage
	 * collection.
	 */
	memory: SharedArrayBuffer;
	progress: Int32Array;
	/** Index that the watchdog saw last, and since when. */
	seenIndex: number;
	seenAt: number;
}

/** Raw bytes queued or being parsed; above this, `parse` waits before it copies. */
const MAX_QUEUED_BYTES = 64 * 1024 * 1024;
/** A batch is split into jobs of this size, so that all workers are busy and memory stays low. */
const JOB_BYTES = 4 * 1024 * 1024;
/** Progress of a worker that has not started its first message. */
const NOT_STARTED = -1;
const MAX_FAILED_STARTS = 3;
/** V8 heap of one worker. Raw bytes are outside of it. */
const LIMITS = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32 };

/** Starts worker threads that parse mail. Close the pool when done. */
export function createParsePool(options: ParsePoolOptions = {}): ParsePool {
	const workers = options.workers ?? Math.min(8, Math.max(1, availableParallelism() - 1));
	const timeout = options.messageTimeoutMs ?? 30_000;
	const url = options.workerUrl ?? new URL("./parse.worker.ts", import.meta.url);
	const slots: Slot[] = Array.from({ length: workers }, () => ({
		worker: null,
		job: null,
		memory: new SharedArrayBuffer(0),
		progress: new Int32Array(new SharedArrayBuffer(4)),
		seenIndex: -1,
		seenAt: 0,
	}));
	const tasks = createTaskPool(options);
	const queue: Job[] = [];
	const waiting: (() => void)[] = [];
	let queuedBytes = 0;
	let nextId = 1;
	let isClosed = false;
	let watchdog: NodeJS.Timeout | null = null;

	function start(slot: Slot): Worker {
		const worker = new Worker(url, { resourceLimits: LIMITS, name: "parse" });
		worker.unref();
		worker.on("message", (reply: ParseReply) => receive(slot, worker, reply));
		// A crash emits `error` and then `exit`; `exit` is always emitted, and last.
		worker.on("error", () => undefined);
		worker.on("exit", () => {
			if (slot.worker === worker) replace(slot, "A fault while reading this message stopped its reader");
		});
		slot.worker = worker;
		return worker;
	}

	function dispatch(): void {
		for (const slot of slots) {
			if (slot.job || isClosed) continue;
			const job = queue.shift();
			if (!job) break;
			slot.job = job;
			send(slot, job);
		}
		const isBusy = slots.some((slot) => slot.job);
		if (isBusy && !watchdog) watchdog = setInterval(watch, Math.min(1_000, timeout / 2));
		if (!isBusy && watchdog) {
			clearInterval(watchdog);
			watchdog = null;
		}
	}

	function send(slot: Slot, job: Job): void {
		const worker = slot.worker ?? start(slot);
		// An interrupted job resumes with the messages not answered yet.
		const indexes = [...job.items.keys()].filter((index) => job.items[index] === undefined);
		Atomics.store(slot.progress, 0, NOT_STARTED);
		slot.seenIndex = NOT_STARTED;
		slot.seenAt = performance.now();
		worker.ref();
		const memory = memoryFor(slot, job.bytes);
		const request: ParseRequest = {
			...job.how,
			id: job.id,
			memory,
			offsets: pack(job.messages, memory),
			indexes,
			progress: slot.progress.buffer as SharedArrayBuffer,
		};
		worker.postMessage(request);
	}

	function receive(slot: Slot, worker: Worker, reply: ParseReply): void {
		const { job } = slot;
		if (slot.worker !== worker || !job) return;
		if (!Array.isArray(reply)) {
			if (reply.id === job.id) finish(slot, job, new BlobWriteError(reply.failure));
			return;
		}
		for (const { id, index, item } of reply) {
			if (id !== job.id || job.items[index]) continue;
			job.items[index] = item;
			job.done++;
		}
		if (job.done === job.items.length) finish(slot, job, null);
	}

	function finish(slot: Slot, job: Job, error: Error | null): void {
		slot.job = null;
		slot.worker?.unref();
		if (error) job.reject(error);
		else job.resolve(job.items as ParsedItem[]);
		dispatch();
	}

	function watch(): void {
		const now = performance.now();
		for (const slot of slots) {
			if (!slot.job) continue;
			const index = Atomics.load(slot.progress, 0);
			if (index !== slot.seenIndex) {
				slot.seenIndex = index;
				slot.seenAt = now;
			} else if (now - slot.seenAt >= timeout) {
				const { worker } = slot;
				replace(slot, `Reading this message took longer than ${Math.round(timeout / 1000)} seconds and was stopped`);
				void worker?.terminate();
			}
		}
	}

	/** Gives up on the current message, salvages what it can of it, and continues with the rest in a new worker. */
	function replace(slot: Slot, reason: string): void {
		slot.worker = null;
		const { job } = slot;
		if (!job || isClosed) return;
		const index = Math.min(Atomics.load(slot.progress, 0), job.items.length - 1);
		if (index < 0) {
			// It never started to parse, so no message is to blame.
			if (++job.failedStarts >= MAX_FAILED_STARTS) finish(slot, job, new ParserUnavailable());
			else send(slot, job);
			return;
		}
		if (!job.items[index]) {
			const message = job.messages[index] as Uint8Array;
			const raw = Buffer.from(message.buffer, message.byteOffset, message.byteLength);
			try {
				job.items[index] = salvageItem(raw, reason, job.how.blobDir);
			} catch (error) {
				finish(slot, job, new BlobWriteError(error instanceof Error ? error.message : String(error)));
				return;
			}
			job.done++;
		}
		if (job.done === job.items.length) finish(slot, job, null);
		else send(slot, job);
	}

	async function run(messages: readonly Uint8Array[], how: How): Promise<ParsedItem[]> {
		const bytes = messages.reduce((sum, message) => sum + message.length, 0);
		while (queuedBytes > 0 && queuedBytes + bytes > MAX_QUEUED_BYTES) await new Promise<void>((go) => waiting.push(go));
		if (isClosed) throw new ParsePoolClosed();
		queuedBytes += bytes;
		try {
			return await new Promise<ParsedItem[]>((resolve, reject) => {
				queue.push({
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
				dispatch();
			});
		} finally {
			queuedBytes -= bytes;
			for (const go of waiting.splice(0)) go();
		}
	}

	async function parseAll(messages: readonly Uint8Array[], how: How): Promise<ParsedItem[]> {
		if (isClosed) throw new ParsePoolClosed();
		return (await Promise.all(cut(messages).map((group) => run(group, how)))).flat();
	}

	return {
		workers,
		run: tasks.run,
		prepare: tasks.prepare,
		taskCount: tasks.taskCount,
		parse: (messages, { blobDir } = {}) => parseAll(messages, { blobDir: blobDir ?? null, areHeaders: false }),
		async parseHeaders(headers) {
			if (headers.length === 0 && !isClosed) for (const slot of slots) slot.worker ?? start(slot);
			return (await parseAll(headers, { blobDir: null, areHeaders: true })).map(({ message }) => message);
		},
		async close() {
			isClosed = true;
			if (watchdog) clearInterval(watchdog);
			watchdog = null;
			for (const go of waiting.splice(0)) go();
			for (const job of queue.splice(0)) job.reject(new ParsePoolClosed());
			const ending: Promise<unknown>[] = [];
			for (const slot of slots) {
				const { worker, job } = slot;
				slot.worker = null;
				slot.job = null;
				job?.reject(new ParsePoolClosed());
				if (worker) ending.push(worker.terminate());
			}
			await Promise.all([...ending, tasks.close()]);
		},
	};
}

/** The slot's own memory; a message that is longer than a job gets a separate buffer. */
function memoryFor(slot: Slot, bytes: number): SharedArrayBuffer {
	if (bytes > JOB_BYTES) return new SharedArrayBuffer(bytes);
	if (slot.memory.byteLength === 0) slot.memory = new SharedArrayBuffer(JOB_BYTES);
	return slot.memory;
}

/**
 * Copies messages into shared memory, at a thousandth of the cost of parsing. @returns the start of each, and the end
 */
function pack(messages: readonly Uint8Array[], memory: SharedArrayBuffer): number[] {
	const target = new Uint8Array(memory);
	const offsets = [0];
	let at = 0;
	for (const message of messages) {
		target.set(message, at);
		at += message.length;
		offsets.push(at);
	}
	return offsets;
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
