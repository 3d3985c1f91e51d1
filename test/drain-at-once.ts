import { MUST_WAIT } from "#server/platform/jobs/queue.ts";
import { pause } from "#shared/pause.ts";
import type { TestMailbox } from "./mailbox.ts";

/** Waits until all jobs have ended; those that are to be retried later run now. */
export async function drainAtOnce({ ctx }: TestMailbox): Promise<void> {
	let isOver = false;
	const hurry = async (): Promise<void> => {
		while (!isOver) {
			const due = await ctx.database.query<{ kind: string }>(
				`update jobs set queue_position = now(), run_after = now()
				where state = 'queued' and queue_position is null and not ${MUST_WAIT} returning kind`,
				[],
			);
			for (const { kind } of due) ctx.events.wake(kind);
			await pause(20);
		}
	};
	const hurrying = hurry();
	try {
		await ctx.jobs.drain();
	} finally {
		isOver = true;
		await hurrying;
	}
}
