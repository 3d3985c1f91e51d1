import type { Logger } from "../../log.ts";

/** A job that does not stop in time is cut off with the process; another process resumes it. */
const MAX_STOP_MS = 5_000;
/** Delay after an empty claim, so that many wake-ups cause one claim. */
const EMPTY_DELAY_MS = 50;

export interface Workers {
	/** Claim now: there may be a job. */
	wake(): void;
	/** Stops claiming and waits for running jobs. */
	stop(): Promise<void>;
}

/**
 * Runs jobs of one kind with limited concurrency. From three slots on, one user's jobs never take all of them,
 * however many mailboxes they have.
 * @param options.claim claims the next job of an owner not in the list
 * @param options.run resolves when the job finished or was requeued; when it throws, the sweep finds the job again
 */
export function startWorkers<J extends { owner_id: string }>(options: {
	count: number;
	log: Logger;
	claim(busy: string[]): Promise<J | null>;
	run(job: J): Promise<void>;
}): Workers {
	const { count, log } = options;
	const maxPerOwner = count < 3 ? count : count - Math.ceil(count / 4);
	const unfinished = new Set<Promise<void>>();
	const running: J[] = [];
	let claiming: Promise<void> | null = null;
	let isWoken = false;
	let stopping = false;

	function busyOwners(): string[] {
		const counts = new Map<string, number>();
		for (const { owner_id } of running) counts.set(owner_id, (counts.get(owner_id) ?? 0) + 1);
		return [...counts].filter(([, jobs]) => jobs >= maxPerOwner).map(([owner]) => owner);
	}

	async function claimNext(): Promise<boolean> {
		const job = await options.claim(busyOwners());
		if (job === null) return false;
		running.push(job);
		const end = (): void => {
			running.splice(running.indexOf(job), 1);
			unfinished.delete(work);
			wake();
		};
		const work = options
			.run(job)
			.catch((cause: unknown) =>
				log.error(
					{ event: "job.release_failed", err: cause },
					"a job could not be released; the sweep will recover it",
				),
			)
			.finally(end);
		unfinished.add(work);
		return true;
	}

	async function claimAll(): Promise<void> {
		while (isWoken && !stopping && unfinished.size < count) {
			isWoken = false;
			let found = true;
			try {
				while (found && !stopping && unfinished.size < count) found = await claimNext();
			} catch (cause) {
				log.error({ event: "job.queue_failed", err: cause }, "the job queue could not be read");
			}
			if (isWoken && !found) await new Promise((resolve) => setTimeout(resolve, EMPTY_DELAY_MS));
		}
	}

	function wake(): void {
		isWoken = true;
		claiming ??= claimAll().finally(() => {
			claiming = null;
			// Woken just as the loop ended.
			if (isWoken && !stopping && unfinished.size < count) wake();
		});
	}

	return {
		wake,
		async stop() {
			stopping = true;
			await claiming;
			await waitUntilDeadline(unfinished);
		},
	};
}

/** Waits for running jobs, up to a limit: what still runs then is cut off with the process. */
export async function waitUntilDeadline(unfinished: ReadonlySet<Promise<void>>): Promise<void> {
	const { promise: late, resolve } = Promise.withResolvers<void>();
	const timer = setTimeout(resolve, MAX_STOP_MS);
	await Promise.race([Promise.all(unfinished), late]);
	clearTimeout(timer);
}
