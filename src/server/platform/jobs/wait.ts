import type { Job } from "#shared/contracts/jobs.ts";
import { pause } from "#shared/pause.ts";
import { AppError } from "../../errors.ts";
import type { Jobs, RunningJob } from "./jobs.ts";

const POLL_MS = 250;

/** The job that waits. */
export type WaitingJob = Pick<RunningJob<unknown>, "ownerId" | "signal">;

/**
 * Waits in a job for another one of the same user.
 * @param longestMs maximum wait in milliseconds
 * @returns the other job once it has ended; null on timeout, or when it is gone: background jobs are deleted when done
 * @throws the signal's reason
 */
export async function waitForJob(
	jobs: Pick<Jobs, "get">,
	{ ownerId, signal }: WaitingJob,
	id: string,
	longestMs: number,
): Promise<Job | null> {
	const deadline = Date.now() + longestMs;
	for (;;) {
		const other = await jobs.get(ownerId, id).catch((cause: unknown) => {
			if (cause instanceof AppError && cause.status === 404) return null;
			throw cause;
		});
		if (other === null || other.state === "done" || other.state === "failed" || other.state === "cancelled")
			return other;
		if (Date.now() > deadline) return null;
		await pause(POLL_MS, signal);
	}
}

/** Waits until a background job is done. @throws Error when it failed or was canceled, so that the waiting one is retried */
export async function finishJob(jobs: Pick<Jobs, "get">, waiting: WaitingJob, { id }: Job): Promise<void> {
	const over = await waitForJob(jobs, waiting, id, Number.POSITIVE_INFINITY);
	if (over !== null && over.state !== "done") throw new Error(over.error ?? "The job was canceled.");
}
