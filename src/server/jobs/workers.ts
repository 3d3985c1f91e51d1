import type PgBoss from "pg-boss";
import type { Logger } from "../log.ts";

/** How long another process may take to notice a message, when its call to wake was lost. */
const POLL_MS = 2_000;
/** A job that does not end at a clean point by then is cut off; another process goes on with it. */
const LONGEST_STOP_MS = 20_000;

export interface Workers {
	/** There may be a message: look now. */
	wake(): void;
	/** Takes no more messages and waits for those in hand. */
	stop(): Promise<void>;
}

/**
 * Takes messages of a queue, some side by side. pg-boss's own workers do not wait for the answer that they give to a
 * message: a database that goes away just then would end the process.
 * @param run with the id of the job to look at; when it throws, the sweep finds the job again
 */
export function startWorkers(
	boss: PgBoss,
	queue: string,
	options: { count: number; log: Logger; run(id: string): Promise<void> },
): Workers {
	const { log, run } = options;
	const resting = new Set<() => void>();
	let wakes = 0;
	let stopping = false;

	async function takeOne(): Promise<boolean> {
		const [message] = await boss.fetch<{ id: string }>(queue, { batchSize: 1 });
		if (message === undefined) return false;
		try {
			await run(message.data.id);
		} finally {
			await boss.complete(queue, message.id);
		}
		return true;
	}

	function rest(): Promise<void> {
		return new Promise((resolve) => {
			const end = (): void => {
				clearTimeout(timer);
				resting.delete(end);
				resolve();
			};
			const timer = setTimeout(end, POLL_MS);
			resting.add(end);
		});
	}

	async function work(): Promise<void> {
		while (!stopping) {
			const seen = wakes;
			const found = await takeOne().catch((cause: unknown) => {
				log.error({ err: cause, queue }, "the job queue could not be asked or answered");
				return false;
			});
			if (!found && !stopping && wakes === seen) await rest();
		}
	}

	const wake = (): void => {
		wakes++;
		for (const end of resting) end();
	};
	const working = Promise.all(Array.from({ length: options.count }, work));
	return {
		wake,
		async stop() {
			stopping = true;
			wake();
			const { promise: late, resolve } = Promise.withResolvers<void>();
			const timer = setTimeout(resolve, LONGEST_STOP_MS);
			await Promise.race([working, late]);
			clearTimeout(timer);
		},
	};
}
