import type { Logger } from "../../log.ts";

/** A job that does not end at a clean point by then is cut off; another process goes on with it. */
const LONGEST_STOP_MS = 5_000;
/** After looking in vain: many calls in a row are answered by one look. */
const LULL_MS = 50;

export interface Workers {
	/** There may be a job: look now. */
	wake(): void;
	/** Takes no more jobs and waits for those in hand. */
	stop(): Promise<void>;
}

/**
 * Takes jobs of one kind, some side by side. While several can run, one person's jobs never take all the places here,
 * however many mailboxes they have: somebody else's find one free.
 * @param options.claim takes the next job, of none of these owners
 * @param options.run resolves when the job is over or given back; when it throws, the sweep finds the job again
 */
export function startWorkers<J extends { owner_id: string }>(options: {
	count: number;
	log: Logger;
	claim(busy: string[]): Promise<J | null>;
	run(job: J): Promise<void>;
}): Workers {
	const { count, log } = options;
	const mostEach = count < 3 ? count : count - Math.ceil(count / 4);
	const inHand = new Set<Promise<void>>();
	const running: J[] = [];
	let looking: Promise<void> | null = null;
	let isCalled = false;
	let stopping = false;

	function busyOwners(): string[] {
		const counts = new Map<string, number>();
		for (const { owner_id } of running) counts.set(owner_id, (counts.get(owner_id) ?? 0) + 1);
		return [...counts].filter(([, jobs]) => jobs >= mostEach).map(([owner]) => owner);
	}

	async function take(): Promise<boolean> {
		const job = await options.claim(busyOwners());
		if (job === null) return false;
		running.push(job);
		const end = (): void => {
			running.splice(running.indexOf(job), 1);
			inHand.delete(work);
			wake();
		};
		const work = options
			.run(job)
			.catch((cause: unknown) => log.error({ err: cause }, "a job could not be given back; the sweep will find it"))
			.finally(end);
		inHand.add(work);
		return true;
	}

	async function look(): Promise<void> {
		while (isCalled && !stopping && inHand.size < count) {
			isCalled = false;
			let found = true;
			try {
				while (found && !stopping && inHand.size < count) found = await take();
			} catch (cause) {
				log.error({ err: cause }, "the job queue could not be asked");
			}
			if (isCalled && !found) await new Promise((resolve) => setTimeout(resolve, LULL_MS));
		}
	}

	function wake(): void {
		isCalled = true;
		looking ??= look().finally(() => {
			looking = null;
			// Called just as it ended.
			if (isCalled && !stopping && inHand.size < count) wake();
		});
	}

	return {
		wake,
		async stop() {
			stopping = true;
			await looking;
			await untilLate(inHand);
		},
	};
}

/** Waits for work in hand, not for ever: what goes on is cut off with the process. */
export async function untilLate(inHand: ReadonlySet<Promise<void>>): Promise<void> {
	const { promise: late, resolve } = Promise.withResolvers<void>();
	const timer = setTimeout(resolve, LONGEST_STOP_MS);
	await Promise.race([Promise.all(inHand), late]);
	clearTimeout(timer);
}
