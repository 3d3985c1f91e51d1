import type { Job } from "#shared/contracts/jobs.ts";
import { AppError } from "../../errors.ts";
import { DISK_FULL, isDiskFull } from "../disk/disk-full.ts";
import { cancelled } from "./cancelled.ts";
import type { ClaimedRow } from "./job-row.ts";
import { type JobKind, type JobsContext, type Progress, RetryAfter, Yield } from "./jobs.ts";
import type { JobStore } from "./store.ts";

interface Run {
	ctx: JobsContext;
	store: JobStore;
	kind: JobKind<unknown, JobsContext>;
	row: ClaimedRow;
	/** Aborts the run: cancelled, lease lost, or process stopping. */
	controller: AbortController;
}

const PROGRESS_EVERY_MS = 250;
/** Of a background job, which no one sees at first. */
const BACKGROUND_PROGRESS_EVERY_MS = 1_000;
const FIRST_RETRY_SECONDS = 2;
const MAX_RETRY_SECONDS = 900;
/** How long a job runs before it yields to others, and how often it checks whether any are queued. */
const TIME_SLICE_MS = 60_000;
const CHECK_EVERY_MS = 5_000;
/** Retry delay when a job hit ENOSPC although the data folder has space: another disk or a quota is full. */
const NO_ROOM_SECONDS = 60;
/** A background job that runs longer becomes visible. */
const SHOW_AFTER_MS = 5_000;

export const leaseLost = (): AppError => new AppError(409, "lease-lost", "Another process took over");
export const stopping = (): AppError => new AppError(503, "stopping", "The server stops");

/**
 * Runs a claimed job and stores how it ended. Its lease is renewed by `createJobLeases`.
 * @returns the job as this run left it, ended or queued again; null when it lost its lease, or for a background job
 */
export async function runJob(run: Run): Promise<Job | null> {
	const { store, kind, row, controller } = run;
	const reporter = createReporter(run);
	const show = row.background && kind.hidden !== true ? setTimeout(() => void showJob(run), SHOW_AFTER_MS) : undefined;
	try {
		if (row.cancel_requested) controller.abort(cancelled());
		controller.signal.throwIfAborted();
		const result = await kind.run(run.ctx, {
			id: row.id,
			ownerId: row.owner_id,
			accountId: row.account_id,
			input: kind.input.parse(row.input),
			attempt: row.attempt,
			leaseId: row.lease_id,
			previous: row.result,
			signal: controller.signal,
			progress: reporter.update,
			yieldIfWaiting: createYieldCheck(run),
		});
		if (row.background && (await store.forget(row))) {
			reporter.discard();
			return null;
		}
		await reporter.flush();
		const ended = await store.finish(row, "done", { result });
		publish(run, ended);
		return ended;
	} catch (cause) {
		await reporter.flush();
		const ended = await end(run, cause);
		publish(run, ended);
		return ended;
	} finally {
		clearTimeout(show);
	}
}

async function showJob(run: Run): Promise<void> {
	try {
		publish(run, await run.store.show(run.row));
	} catch (cause) {
		run.ctx.log.warn(
			{ event: "job.not_shown", err: cause, job: run.row.id },
			"a job that takes long could not be shown",
		);
	}
}

function end(run: Run, cause: unknown): ReturnType<JobStore["finish"]> {
	const { store, kind, row } = run;
	const { signal } = run.controller;
	const reason = signal.aborted && signal.reason instanceof AppError ? signal.reason.code : null;
	if (reason === "lease-lost") return Promise.resolve(null);
	if (reason === "cancelled") return store.finish(row, "cancelled", {});
	if (reason === "stopping") return store.requeue(row, 0, null);
	if (reason === "disk-full" || isDiskFull(cause)) return waitForRoom(run, cause);
	if (cause instanceof Yield) return store.requeue(row, 0, null);
	if (cause instanceof RetryAfter) {
		const { seconds, message } = cause;
		run.ctx.log.info(
			{ event: "job.deferred", err: cause, job: row.id, kind: kind.name, delay: seconds },
			"a job will be retried later",
		);
		return store.requeue(row, seconds, message);
	}
	const sentence =
		cause instanceof AppError ? cause.message : "Something went wrong on the server. See its log for details.";
	if (cause instanceof AppError || row.attempt >= kind.attempts) {
		logFailure(run, cause);
		const errorCode = cause instanceof AppError ? cause.code : "internal";
		return store.finish(row, "failed", { error: sentence, errorCode });
	}
	const delay = Math.min(FIRST_RETRY_SECONDS * 2 ** (row.attempt - 1), MAX_RETRY_SECONDS);
	run.ctx.log.warn({ event: "job.retried", err: cause, job: row.id, kind: kind.name, delay }, "a job will be retried");
	return store.requeue(row, delay, sentence);
}

/** Not a failure of the job: it is retried without limit until there is space. */
/** A refusal, by a pricing plan for example, is no fault of the server. */
function logFailure({ ctx, row, kind }: Run, cause: unknown): void {
	const fields = { job: row.id, kind: kind.name };
	if (cause instanceof AppError && cause.status < 500)
		ctx.log.info({ event: "job.refused", ...fields, code: cause.code }, "a job was refused");
	else ctx.log.error({ event: "job.failed", err: cause, ...fields }, "a job failed");
}

async function waitForRoom({ ctx, store, kind, row }: Run, cause: unknown): ReturnType<JobStore["requeue"]> {
	ctx.log.warn({ event: "job.waiting", err: cause, job: row.id, kind: kind.name }, "A job waits for free space");
	const isKnown = (await ctx.disk.check()) === "full";
	return store.requeue(row, isKnown ? 0 : NO_ROOM_SECONDS, isKnown ? null : DISK_FULL, false);
}

function createYieldCheck({ store, kind }: Run): () => Promise<void> {
	let checkedAt = Date.now() + (kind.timeSliceMs ?? TIME_SLICE_MS) - CHECK_EVERY_MS;
	return async () => {
		if (Date.now() - checkedAt < CHECK_EVERY_MS) return;
		checkedAt = Date.now();
		if ((await store.queuedKinds([kind.name])).length > 0) throw new Yield("Others wait for their turn");
	};
}

function publish(run: Run, job: Awaited<ReturnType<JobStore["progress"]>>): void {
	if (job !== null) run.ctx.events.publish(run.row.owner_id, { type: "job", job });
}

/** Coalesces progress and writes it at most a few times a second, one write at a time. */
function createReporter(run: Run) {
	const everyMs = run.row.background ? BACKGROUND_PROGRESS_EVERY_MS : PROGRESS_EVERY_MS;
	let pending: Progress | null = null;
	let writing: Promise<void> | null = null;
	let lastWrite = 0;
	let timer: NodeJS.Timeout | undefined;
	const write = async (): Promise<void> => {
		clearTimeout(timer);
		timer = undefined;
		const update = pending;
		if (update === null) return;
		pending = null;
		lastWrite = Date.now();
		try {
			publish(run, await run.store.progress(run.row, update));
		} catch (cause) {
			run.ctx.log.warn(
				{ event: "job.progress_failed", err: cause, job: run.row.id },
				"a job's progress could not be written",
			);
		}
	};
	const start = (): Promise<void> => {
		writing ??= write().finally(() => {
			writing = null;
			if (pending !== null) schedule();
		});
		return writing;
	};
	const schedule = (): void => {
		timer ??= setTimeout(
			() => {
				timer = undefined;
				void start();
			},
			Math.max(0, lastWrite + everyMs - Date.now()),
		);
	};
	return {
		update(progress: Progress): void {
			pending = { ...pending, ...progress };
			schedule();
		},
		async flush(): Promise<void> {
			await writing;
			await start();
		},
		discard(): void {
			clearTimeout(timer);
			pending = null;
		},
	};
}
