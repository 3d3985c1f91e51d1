import { Worker } from "node:worker_threads";
import { AppError } from "../../../errors.ts";
import { MessageTooComplex, ParsePoolClosed, ParserUnavailable } from "./pool-errors.ts";
import { pause, watch } from "./task-limits.ts";
import type { TaskReply, TaskRequest } from "./task-protocol.ts";
import type { Slot, Ticket } from "./task-slot.ts";

/** The workers of a pool and their queue. */
export interface TaskWorkers {
	slots: readonly Slot[];
	queue: Ticket[];
	/** CPU time per message, in milliseconds. */
	timeoutMs: number;
	/** Maximum number of workers used by one user, and by background jobs. */
	maxRunning: number;
	/** Tasks started so far. */
	begun: number;
	isClosed: boolean;
}

const START_TIMEOUT_MS = 30_000;
const CLOSE_MS = 2_000;
const MAX_RESULT_BYTES = 16 * 1024 * 1024;
/** V8 heap of one worker. Raw bytes are outside of it. */
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };

export function createTaskWorkers(count: number, timeoutMs: number): TaskWorkers {
	const slots: Slot[] = Array.from({ length: count }, () => ({
		worker: null,
		ticket: null,
		isStarted: false,
		messageBytes: 0,
		timer: null,
	}));
	return { slots, queue: [], timeoutMs, maxRunning: Math.max(1, count - 1), begun: 0, isClosed: false };
}

function countRunning({ slots }: TaskWorkers, isSo: (ticket: Ticket) => boolean): number {
	return slots.filter(({ ticket }) => ticket !== null && isSo(ticket)).length;
}

function mayBegin(pool: TaskWorkers, { task, source }: Ticket): boolean {
	const { maxRunning } = pool;
	if (countRunning(pool, (other) => other.source.ownerId === source.ownerId) >= maxRunning) return false;
	return task.isBackground !== true || countRunning(pool, (other) => other.task.isBackground === true) < maxRunning;
}

/** Gives queued tickets to idle workers. */
export function dispatch(pool: TaskWorkers): void {
	const { slots, queue } = pool;
	for (const slot of slots) {
		if (slot.ticket !== null || pool.isClosed) continue;
		const index = queue.findIndex((ticket) => mayBegin(pool, ticket));
		if (index < 0) return;
		const [ticket] = queue.splice(index, 1);
		if (ticket !== undefined) void begin(pool, slot, ticket);
	}
}

async function begin(pool: TaskWorkers, slot: Slot, ticket: Ticket): Promise<void> {
	slot.ticket = ticket;
	slot.isStarted = false;
	try {
		const memory = await ticket.source.load();
		if (slot.ticket !== ticket) return;
		slot.messageBytes = memory.byteLength;
		pool.begun++;
		const worker = slot.worker ?? start(pool, slot);
		worker.ref();
		slot.timer = setTimeout(() => replace(pool, slot, new ParserUnavailable()), START_TIMEOUT_MS);
		const { task, input } = ticket;
		const { url, maxResultBytes = MAX_RESULT_BYTES } = task;
		const request: TaskRequest = { kind: "run", url: url.href, memory, input, maxResultBytes };
		worker.postMessage(request);
	} catch (cause) {
		if (slot.ticket === ticket) end(pool, slot, () => ticket.reject(cause));
	}
}

/** Starts the worker of a slot. */
export function start(pool: TaskWorkers, slot: Slot): Worker {
	const worker = new Worker(new URL("./task.worker.ts", import.meta.url), { resourceLimits: LIMITS, name: "task" });
	worker.on("message", (reply: TaskReply) => {
		if (slot.worker === worker) receive(pool, slot, reply);
	});
	// A crash is reported by `error` and then by `exit`.
	worker.on("error", () => undefined);
	worker.on("exit", () => {
		if (slot.worker === worker)
			replace(pool, slot, slot.isStarted ? new MessageTooComplex("memory") : new ParserUnavailable());
	});
	slot.worker = worker;
	return worker;
}

function receive(pool: TaskWorkers, slot: Slot, reply: TaskReply): void {
	const { ticket } = slot;
	if (ticket === null) return;
	if (reply.kind === "started") {
		if (slot.timer) clearTimeout(slot.timer);
		slot.isStarted = true;
		const limit = ticket.task.timeoutMs ?? pool.timeoutMs;
		void watch(slot, ticket, limit, (cause) => replace(pool, slot, cause));
	} else if (reply.kind === "done") end(pool, slot, () => ticket.resolve(reply));
	else if (reply.kind === "too-large") end(pool, slot, () => ticket.reject(new MessageTooComplex("size")));
	else if (reply.kind === "refused")
		end(pool, slot, () => ticket.reject(new AppError(reply.status, reply.code, reply.message)));
	else end(pool, slot, () => ticket.reject(new Error(`A task on a message failed: ${reply.message}`)));
}

/** Discards the worker and its work; the next ticket gets a new one. */
function replace(pool: TaskWorkers, slot: Slot, cause: Error): void {
	const { worker, ticket } = slot;
	slot.worker = null;
	void worker?.terminate();
	end(pool, slot, () => ticket?.reject(cause));
}

function end(pool: TaskWorkers, slot: Slot, answer: () => void): void {
	if (slot.timer) clearTimeout(slot.timer);
	slot.timer = null;
	slot.ticket = null;
	slot.worker?.unref();
	answer();
	dispatch(pool);
}

/** Rejects all tickets and terminates the workers. */
export async function closeTaskWorkers(pool: TaskWorkers): Promise<void> {
	pool.isClosed = true;
	for (const ticket of pool.queue.splice(0)) ticket.reject(new ParsePoolClosed());
	const ending = pool.slots.map(async (slot) => {
		const { worker, ticket } = slot;
		slot.worker = null;
		if (slot.timer) clearTimeout(slot.timer);
		slot.ticket = null;
		ticket?.reject(new ParsePoolClosed());
		// A worker in a long garbage collection terminates after it; do not wait for that.
		if (worker !== null) await Promise.race([worker.terminate(), pause(CLOSE_MS)]);
	});
	await Promise.all(ending);
}
