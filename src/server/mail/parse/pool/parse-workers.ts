import { Worker } from "node:worker_threads";
import type { ParsedItem, ParseReply, ParseRequest } from "../parse-protocol.ts";
import { salvageItem } from "../salvage.ts";
import { BlobWriteError, ParsePoolClosed, ParserUnavailable } from "./pool-errors.ts";

export type How = Pick<ParseRequest, "blobDir" | "areHeaders">;

/** Messages that one worker parses. */
export interface Job {
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

/** The workers of a pool and their jobs. */
export interface Workers {
	/** The workers' module. */
	url: URL;
	/** Milliseconds that a single message may take. */
	timeout: number;
	slots: readonly Slot[];
	queue: Job[];
	isClosed: boolean;
	watchdog: NodeJS.Timeout | null;
}

/** A batch is split into jobs of this size, so that all workers are busy and memory stays low. */
export const JOB_BYTES = 4 * 1024 * 1024;
/** Progress of a worker that has not started its first message. */
const NOT_STARTED = -1;
const MAX_FAILED_STARTS = 3;
/** V8 heap of one worker. Raw bytes are outside of it. */
const LIMITS = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32 };

export function createWorkers(count: number, url: URL, timeout: number): Workers {
	const slots: Slot[] = Array.from({ length: count }, () => ({
		worker: null,
		job: null,
		memory: new SharedArrayBuffer(0),
		progress: new Int32Array(new SharedArrayBuffer(4)),
		seenIndex: -1,
		seenAt: 0,
	}));
	return { url, timeout, slots, queue: [], isClosed: false, watchdog: null };
}

/** Starts the worker of a slot. */
export function start(pool: Workers, slot: Slot): Worker {
	const worker = new Worker(pool.url, { resourceLimits: LIMITS, name: "parse" });
	worker.unref();
	worker.on("message", (reply: ParseReply) => receive(pool, slot, worker, reply));
	// A crash emits `error` and then `exit`; `exit` is always emitted, and last.
	worker.on("error", () => undefined);
	worker.on("exit", () => {
		if (slot.worker === worker) replace(pool, slot, "A fault while reading this message stopped its reader");
	});
	slot.worker = worker;
	return worker;
}

/** Gives queued jobs to idle workers. */
export function dispatch(pool: Workers): void {
	const { slots, queue, timeout } = pool;
	for (const slot of slots) {
		if (slot.job || pool.isClosed) continue;
		const job = queue.shift();
		if (!job) break;
		slot.job = job;
		send(pool, slot, job);
	}
	const isBusy = slots.some((slot) => slot.job);
	if (isBusy && !pool.watchdog) pool.watchdog = setInterval(() => watch(pool), Math.min(1_000, timeout / 2));
	if (!isBusy && pool.watchdog) {
		clearInterval(pool.watchdog);
		pool.watchdog = null;
	}
}

function send(pool: Workers, slot: Slot, job: Job): void {
	const worker = slot.worker ?? start(pool, slot);
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

function receive(pool: Workers, slot: Slot, worker: Worker, reply: ParseReply): void {
	const { job } = slot;
	if (slot.worker !== worker || !job) return;
	if (!Array.isArray(reply)) {
		if (reply.id === job.id) finish(pool, slot, job, new BlobWriteError(reply.failure));
		return;
	}
	for (const { id, index, item } of reply) {
		if (id !== job.id || job.items[index]) continue;
		job.items[index] = item;
		job.done++;
	}
	if (job.done === job.items.length) finish(pool, slot, job, null);
}

function finish(pool: Workers, slot: Slot, job: Job, error: Error | null): void {
	slot.job = null;
	slot.worker?.unref();
	if (error) job.reject(error);
	else job.resolve(job.items as ParsedItem[]);
	dispatch(pool);
}

function watch(pool: Workers): void {
	const { slots, timeout } = pool;
	const now = performance.now();
	for (const slot of slots) {
		if (!slot.job) continue;
		const index = Atomics.load(slot.progress, 0);
		if (index !== slot.seenIndex) {
			slot.seenIndex = index;
			slot.seenAt = now;
		} else if (now - slot.seenAt >= timeout) {
			const { worker } = slot;
			const seconds = Math.round(timeout / 1000);
			replace(pool, slot, `Reading this message took longer than ${seconds} seconds and was stopped`);
			void worker?.terminate();
		}
	}
}

/** Gives up on the current message, salvages what it can of it, and continues with the rest in a new worker. */
function replace(pool: Workers, slot: Slot, reason: string): void {
	slot.worker = null;
	const { job } = slot;
	if (!job || pool.isClosed) return;
	const index = Math.min(Atomics.load(slot.progress, 0), job.items.length - 1);
	if (index < 0) {
		// It never started to parse, so no message is to blame.
		if (++job.failedStarts >= MAX_FAILED_STARTS) finish(pool, slot, job, new ParserUnavailable());
		else send(pool, slot, job);
		return;
	}
	if (!job.items[index]) {
		const message = job.messages[index] as Uint8Array;
		const raw = Buffer.from(message.buffer, message.byteOffset, message.byteLength);
		try {
			job.items[index] = salvageItem(raw, reason, job.how.blobDir);
		} catch (error) {
			finish(pool, slot, job, new BlobWriteError(error instanceof Error ? error.message : String(error)));
			return;
		}
		job.done++;
	}
	if (job.done === job.items.length) finish(pool, slot, job, null);
	else send(pool, slot, job);
}

/** Rejects all jobs. @returns what waits for the workers to end */
export function closeWorkers(pool: Workers): Promise<unknown>[] {
	for (const job of pool.queue.splice(0)) job.reject(new ParsePoolClosed());
	const ending: Promise<unknown>[] = [];
	for (const slot of pool.slots) {
		const { worker, job } = slot;
		slot.worker = null;
		slot.job = null;
		job?.reject(new ParsePoolClosed());
		if (worker) ending.push(worker.terminate());
	}
	return ending;
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
