import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { MessageTooComplex, ParsePoolClosed, ParserBusy, ParserUnavailable } from "./pool-errors.ts";
import { createResultCache } from "./result-cache.ts";
import type { Task, TaskReply, TaskRequest } from "./task-protocol.ts";

export interface TaskPoolOptions {
	/** Number of worker threads; default: the cores, at least two and at most four. */
	taskWorkers?: number;
	/** CPU time per message, in milliseconds; the wall-clock limit is six times that. Default 5,000. */
	taskTimeoutMs?: number;
}

/** The message that a task works on. */
export interface TaskSource {
	/** The message's owner: one user never occupies all workers. */
	ownerId: string;
	/** Cache key: equal for equal bytes. */
	sha256: string;
	/** Called when a worker is free, so that queued messages take no memory. */
	load(): Promise<SharedArrayBuffer>;
}

export interface TaskPool {
	/**
	 * Runs a task on a message, or answers from the cache. Concurrent callers with the same request share one run.
	 * @param input part of the cache key
	 * @throws MessageTooComplex, ParserBusy, ParserUnavailable, ParsePoolClosed, and what `load` throws
	 */
	run<Input, Output>(task: Task<Input, Output>, source: TaskSource, input: Input): Promise<Output>;
	/**
	 * Starts a worker and loads the code of a task in it, unless a worker runs already: otherwise the first message waits
	 * for that, half a second.
	 */
	prepare(task: Task<never, unknown>): void;
	/** Tasks started by workers since the pool was created. */
	taskCount(): number;
	close(): Promise<void>;
}

interface Ticket {
	task: Task<unknown, unknown>;
	source: TaskSource;
	input: unknown;
	resolve: (result: { output: unknown; sizeBytes: number }) => void;
	reject: (cause: unknown) => void;
}

interface Slot {
	worker: Worker | null;
	ticket: Ticket | null;
	isStarted: boolean;
	/** Of the ticket's message. */
	messageBytes: number;
	timer: NodeJS.Timeout | null;
}

const START_TIMEOUT_MS = 30_000;
/** Interval between checks of a worker's CPU time. */
const CHECK_MS = 250;
/** The same where buffers are limited, which can grow by a gigabyte a second. */
const BUFFER_CHECK_MS = 40;
/** Wall-clock limit as a multiple of the CPU time limit. */
const CLOCK_FACTOR = 6;
const CLOSE_MS = 2_000;
const MAX_RESULT_BYTES = 16 * 1024 * 1024;
/** Maximum number of queued tickets per user. */
const MAX_WAITING = 100;
/** V8 heap of one worker. Raw bytes are outside of it. */
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };

/**
 * Starts worker threads for interactive requests: one message at a time each, with limits on time, memory and result
 * size.
 */
export function createTaskPool(options: TaskPoolOptions = {}): TaskPool {
	const count = options.taskWorkers ?? Math.min(4, Math.max(2, availableParallelism()));
	const timeoutMs = options.taskTimeoutMs ?? 5_000;
	/** Maximum number of workers used by one user, and by background jobs. */
	const maxRunning = Math.max(1, count - 1);
	const slots: Slot[] = Array.from({ length: count }, () => ({
		worker: null,
		ticket: null,
		isStarted: false,
		messageBytes: 0,
		timer: null,
	}));
	const queue: Ticket[] = [];
	const cache = createResultCache();
	let begun = 0;
	let isClosed = false;

	const countRunning = (isSo: (ticket: Ticket) => boolean): number =>
		slots.filter(({ ticket }) => ticket !== null && isSo(ticket)).length;

	function mayBegin({ task, source }: Ticket): boolean {
		if (countRunning((other) => other.source.ownerId === source.ownerId) >= maxRunning) return false;
		return task.isBackground !== true || countRunning((other) => other.task.isBackground === true) < maxRunning;
	}

	function dispatch(): void {
		for (const slot of slots) {
			if (slot.ticket !== null || isClosed) continue;
			const index = queue.findIndex(mayBegin);
			if (index < 0) return;
			const [ticket] = queue.splice(index, 1);
			if (ticket !== undefined) void begin(slot, ticket);
		}
	}

	async function begin(slot: Slot, ticket: Ticket): Promise<void> {
		slot.ticket = ticket;
		slot.isStarted = false;
		try {
			const memory = await ticket.source.load();
			if (slot.ticket !== ticket) return;
			slot.messageBytes = memory.byteLength;
			begun++;
			const worker = slot.worker ?? start(slot);
			worker.ref();
			slot.timer = setTimeout(() => replace(slot, new ParserUnavailable()), START_TIMEOUT_MS);
			const { task, input } = ticket;
			const { url, maxResultBytes = MAX_RESULT_BYTES } = task;
			const request: TaskRequest = { kind: "run", url: url.href, memory, input, maxResultBytes };
			worker.postMessage(request);
		} catch (cause) {
			if (slot.ticket === ticket) end(slot, () => ticket.reject(cause));
		}
	}

	function start(slot: Slot): Worker {
		const worker = new Worker(new URL("./task.worker.ts", import.meta.url), { resourceLimits: LIMITS, name: "task" });
		worker.on("message", (reply: TaskReply) => {
			if (slot.worker === worker) receive(slot, reply);
		});
		// A crash is reported by `error` and then by `exit`.
		worker.on("error", () => undefined);
		worker.on("exit", () => {
			if (slot.worker === worker)
				replace(slot, slot.isStarted ? new MessageTooComplex("memory") : new ParserUnavailable());
		});
		slot.worker = worker;
		return worker;
	}

	function receive(slot: Slot, reply: TaskReply): void {
		const { ticket } = slot;
		if (ticket === null) return;
		if (reply.kind === "started") {
			if (slot.timer) clearTimeout(slot.timer);
			slot.isStarted = true;
			void watch(slot, ticket);
		} else if (reply.kind === "done") end(slot, () => ticket.resolve(reply));
		else if (reply.kind === "too-large") end(slot, () => ticket.reject(new MessageTooComplex("size")));
		else end(slot, () => ticket.reject(new Error(`A task on a message failed: ${reply.message}`)));
	}

	/**
	 * Stops a message that takes too long or too much memory. CPU time counts, so that a busy machine does not reject
	 * valid messages.
	 */
	async function watch(slot: Slot, ticket: Ticket): Promise<void> {
		const { worker } = slot;
		const limit = ticket.task.timeoutMs ?? timeoutMs;
		const startedAt = performance.now();
		const usedBefore = await usedMs(worker);
		const isRunning = (): boolean => slot.ticket === ticket && slot.worker === worker;
		const check = async (): Promise<void> => {
			const used = (await usedMs(worker)) - usedBefore;
			if (!isRunning()) return;
			const isLate = used >= limit || performance.now() - startedAt >= limit * CLOCK_FACTOR;
			const { maxBufferBytes } = ticket.task;
			const buffers = maxBufferBytes === undefined ? 0 : await bufferBytes(worker);
			if (!isRunning()) return;
			if (isLate) replace(slot, new MessageTooComplex("time"));
			else if (buffers > (maxBufferBytes ?? 0) + slot.messageBytes) replace(slot, new MessageTooComplex("memory"));
			else wait();
		};
		const wait = (): void => {
			const interval = ticket.task.maxBufferBytes === undefined ? CHECK_MS : BUFFER_CHECK_MS;
			slot.timer = setTimeout(() => void check(), Math.min(interval, limit));
		};
		if (isRunning()) wait();
	}

	/** Discards the worker and its work; the next ticket gets a new one. */
	function replace(slot: Slot, cause: Error): void {
		const { worker, ticket } = slot;
		slot.worker = null;
		void worker?.terminate();
		end(slot, () => ticket?.reject(cause));
	}

	function end(slot: Slot, answer: () => void): void {
		if (slot.timer) clearTimeout(slot.timer);
		slot.timer = null;
		slot.ticket = null;
		slot.worker?.unref();
		answer();
		dispatch();
	}

	function enqueue(task: Task<unknown, unknown>, source: TaskSource, input: unknown) {
		return new Promise<{ output: unknown; sizeBytes: number }>((resolve, reject) => {
			if (isClosed) return reject(new ParsePoolClosed());
			if (queue.filter((ticket) => ticket.source.ownerId === source.ownerId).length >= MAX_WAITING)
				return reject(new ParserBusy());
			queue.push({ task, source, input, resolve, reject });
			dispatch();
		});
	}

	function prepare({ url }: Task<never, unknown>): void {
		const [slot] = slots;
		if (isClosed || slot === undefined || slots.some(({ worker, ticket }) => worker !== null || ticket !== null))
			return;
		const worker = start(slot);
		worker.postMessage({ kind: "prepare", url: url.href } satisfies TaskRequest);
		worker.unref();
	}

	return {
		prepare,
		run: async (task, source, input) => {
			const make = () => enqueue(task as Task<unknown, unknown>, source, input);
			if (task.isTransient === true) return (await make()).output as never;
			const key = `${source.sha256} ${task.url.href} ${JSON.stringify(input)}`;
			return (await cache.through(key, make)) as never;
		},
		taskCount: () => begun,
		async close() {
			isClosed = true;
			for (const ticket of queue.splice(0)) ticket.reject(new ParsePoolClosed());
			const ending = slots.map(async (slot) => {
				const { worker, ticket } = slot;
				slot.worker = null;
				if (slot.timer) clearTimeout(slot.timer);
				slot.ticket = null;
				ticket?.reject(new ParsePoolClosed());
				// A worker in a long garbage collection terminates after it; do not wait for that.
				if (worker !== null) await Promise.race([worker.terminate(), pause(CLOSE_MS)]);
			});
			await Promise.all(ending);
		},
	};
}

/** CPU time of a worker so far. A worker in garbage collection answers late: then 0, and the wall clock decides. */
async function usedMs(worker: Worker | null): Promise<number> {
	const usage = await Promise.race([worker?.cpuUsage().catch(() => undefined), pause(CHECK_MS)]);
	return usage === undefined ? 0 : (usage.user + usage.system) / 1_000;
}

/** Bytes in a worker's buffers. A worker in garbage collection answers late: then 0, until the next check. */
async function bufferBytes(worker: Worker | null): Promise<number> {
	const statistics = await Promise.race([worker?.getHeapStatistics().catch(() => undefined), pause(CHECK_MS)]);
	return statistics?.external_memory ?? 0;
}

function pause(ms: number): Promise<undefined> {
	return new Promise((resolve) => setTimeout(() => resolve(undefined), ms).unref());
}
