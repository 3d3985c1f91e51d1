import { availableParallelism } from "node:os";
import { ParsePoolClosed, ParserBusy } from "./pool-errors.ts";
import { createResultCache } from "./result-cache.ts";
import type { Task, TaskRequest } from "./task-protocol.ts";
import type { TaskSource } from "./task-slot.ts";
import { closeTaskWorkers, createTaskWorkers, dispatch, start } from "./task-workers.ts";

export interface TaskPoolOptions {
	/** Number of worker threads; default: the cores, at least two and at most four. */
	taskWorkers?: number;
	/** CPU time per message, in milliseconds; the wall-clock limit is six times that. Default 5,000. */
	taskTimeoutMs?: number;
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

/** Maximum number of queued tickets per user. */
const MAX_WAITING = 100;

/**
 * Starts worker threads for interactive requests: one message at a time each, with limits on time, memory and result
 * size.
 */
export function createTaskPool(options: TaskPoolOptions = {}): TaskPool {
	const count = options.taskWorkers ?? Math.min(4, Math.max(2, availableParallelism()));
	const timeoutMs = options.taskTimeoutMs ?? 5_000;
	const pool = createTaskWorkers(count, timeoutMs);
	const cache = createResultCache();

	function enqueue(task: Task<unknown, unknown>, source: TaskSource, input: unknown) {
		return new Promise<{ output: unknown; sizeBytes: number }>((resolve, reject) => {
			if (pool.isClosed) return reject(new ParsePoolClosed());
			if (pool.queue.filter((ticket) => ticket.source.ownerId === source.ownerId).length >= MAX_WAITING)
				return reject(new ParserBusy());
			pool.queue.push({ task, source, input, resolve, reject });
			dispatch(pool);
		});
	}

	function prepare({ url }: Task<never, unknown>): void {
		const [slot] = pool.slots;
		const isBusy = pool.slots.some(({ worker, ticket }) => worker !== null || ticket !== null);
		if (pool.isClosed || slot === undefined || isBusy) return;
		const worker = start(pool, slot);
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
		taskCount: () => pool.begun,
		close: () => closeTaskWorkers(pool),
	};
}
