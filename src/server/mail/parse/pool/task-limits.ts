import type { Worker } from "node:worker_threads";
import { MessageTooComplex } from "./pool-errors.ts";
import type { Slot, Ticket } from "./task-slot.ts";

/** Interval between checks of a worker's CPU time. */
const CHECK_MS = 250;
/** The same where buffers are limited, which can grow by a gigabyte a second. */
const BUFFER_CHECK_MS = 40;
/** Wall-clock limit as a multiple of the CPU time limit. */
const CLOCK_FACTOR = 6;

/**
 * Stops a message that takes too long or too much memory. CPU time counts, so that a busy machine does not reject
 * valid messages.
 * @param limit CPU time in milliseconds
 */
export async function watch(
	slot: Slot,
	ticket: Ticket,
	limit: number,
	stop: (cause: MessageTooComplex) => void,
): Promise<void> {
	const { worker } = slot;
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
		if (isLate) stop(new MessageTooComplex("time"));
		else if (buffers > (maxBufferBytes ?? 0) + slot.messageBytes) stop(new MessageTooComplex("memory"));
		else wait();
	};
	const wait = (): void => {
		const interval = ticket.task.maxBufferBytes === undefined ? CHECK_MS : BUFFER_CHECK_MS;
		slot.timer = setTimeout(() => void check(), Math.min(interval, limit));
	};
	if (isRunning()) wait();
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

/** Does not keep the process alive. */
export function pause(ms: number): Promise<undefined> {
	return new Promise((resolve) => setTimeout(() => resolve(undefined), ms).unref());
}
