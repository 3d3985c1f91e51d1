import type { z } from "zod";
import type { Job } from "#shared/contracts/jobs.ts";
import type { Config } from "../../config.ts";
import type { Database } from "../../db/database.ts";
import type { KeyPage } from "../../key-cursor.ts";
import type { Logger } from "../../log.ts";
import type { Disk } from "../disk/disk.ts";
import type { Events } from "../events/bus.ts";

/** A job kind without its implementation: enough to enqueue it. */
export interface JobDescription<Input = unknown> {
	/** Lowercase letters and hyphens. */
	name: string;
	input: z.ZodType<Input>;
	/** The unit of the progress counts. */
	unit: string;
	/** Concurrent jobs of this kind per process. */
	concurrency: number | ((config: Config) => number);
	/** Maximum attempts, with exponential backoff; an `AppError` is not retried, a `RetryAfter` always. */
	attempts: number;
	/** Runs even while the disk is full, because it frees space. */
	freesSpace?: true;
	/** Never shown to users, however long it takes; for jobs enqueued with `background`. */
	hidden?: true;
	/** How long it runs before `yieldIfWaiting` lets others go first; default a minute. */
	timeSliceMs?: number;
}

/**
 * What the queue itself needs. A job kind may require a wider context, which the process that runs it must provide.
 */
export interface JobsContext {
	config: Config;
	log: Logger;
	database: Database;
	events: Events;
	disk: Disk;
	jobs: Jobs;
	/** Epoch milliseconds. */
	now(): number;
}

/** A job kind. Jobs run at least once, possibly again after a crash: `run` must resume from stored state. */
export interface JobKind<Input, Ctx> extends JobDescription<Input> {
	/** @returns the job's final `result` */
	run(ctx: Ctx, job: RunningJob<Input>): Promise<Record<string, unknown>>;
	/**
	 * Called when a job has ended, whether or not it ran, and again if it is cancelled after that; not if the process
	 * crashes at that moment.
	 */
	onEnded?(ctx: Ctx, ownerId: string, job: Job): Promise<void>;
}

/** Thrown by a job that knows when to retry, without limit on attempts; `message` is the reason shown to users. */
export class RetryAfter extends Error {
	override name = "RetryAfter";
	readonly seconds: number;
	constructor(seconds: number, message: string, options?: ErrorOptions) {
		super(message, options);
		this.seconds = seconds;
	}
}

/** Thrown by a job that lets others go first and resumes after them; does not count as an attempt. */
export class Yield extends Error {
	override name = "Yield";
}

export interface RunningJob<Input> {
	id: string;
	ownerId: string;
	accountId: string | null;
	input: Input;
	/** From 1. */
	attempt: number;
	/** Identifies this run; the row of the job has it while the run holds the lease. */
	leaseId: string;
	/** The `result` stored by an earlier attempt. */
	previous: Record<string, unknown> | null;
	/** Aborted when the user cancels, the lease is lost, or the process stops: end soon, at a consistent point. */
	signal: AbortSignal;
	/** Reports progress. Cheap: written and published at most a few times a second. */
	progress(update: Progress): void;
	/**
	 * For jobs that take hours: call it at points from which the job can resume. Cheap.
	 * @throws Yield when the job has run for its `timeSliceMs` and others of its kind are queued
	 */
	yieldIfWaiting(): Promise<void>;
}

export interface Progress {
	done?: number;
	total?: number | null;
	unit?: string;
	note?: string | null;
	/** Estimated seconds left; null while unknown. */
	secondsLeft?: number | null;
	result?: Record<string, unknown>;
}

export interface Enqueue<Input> {
	ownerId: string;
	accountId?: string | null;
	input: Input;
	/** While a job of this kind and owner with this key is queued or running, enqueuing returns that job. */
	dedupeKey?: string;
	/** Id of a job of the same owner that must finish before this one starts. */
	dependsOn?: string;
	/** Hidden from users unless it takes long or fails; deleted when done. */
	background?: boolean;
	/** Run in this process if it has a free slot: its caches are warm. */
	here?: boolean;
	/** If a job with this key is waiting for a retry, retry it now. */
	runNow?: boolean;
}

/** Which jobs are listed; absent: all. */
export interface JobQuery {
	/** Only those that wait or run. */
	active?: boolean | undefined;
	/** Only those of a mailbox. */
	account?: string | undefined;
	/** Only those of a kind. */
	kind?: string | undefined;
	/** Default: 50. */
	limit?: number | undefined;
	cursor?: string | undefined;
}

export interface Jobs {
	/** Stores the job, in the open transaction if there is one, so that it exists exactly when that commits. */
	enqueue<Input>(kind: JobDescription<Input>, request: Enqueue<Input>): Promise<Job>;
	/** @throws AppError 404 for another user's job */
	get(ownerId: string, id: string): Promise<Job>;
	/** Newest first; background jobs are not listed. @throws AppError 400 `bad-cursor` */
	list(ownerId: string, query?: JobQuery): Promise<KeyPage<Job>>;
	cancel(ownerId: string, id: string): Promise<Job>;
	/**
	 * Work of this process that may enqueue jobs: `drain` and `stop` wait for it.
	 * @param endPauses ends a pause that the work makes, so that they do not wait for that
	 */
	track(work: Promise<void>, endPauses?: () => void): void;
	/** Starts claiming jobs (role `worker`). */
	start(): Promise<void>;
	/** Resolves when no job is queued or running; for tests. @throws after `timeoutMs` */
	drain(timeoutMs?: number): Promise<void>;
	/** Stops running jobs at a consistent point and requeues them. */
	stop(): Promise<void>;
}
