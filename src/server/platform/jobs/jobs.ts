import type { z } from "zod";
import type { Job } from "#shared/contracts/jobs.ts";
import type { Config } from "../../config.ts";
import type { Database, Queryable } from "../../db/database.ts";
import type { Logger } from "../../log.ts";
import type { Disk } from "../disk/disk.ts";
import type { Events } from "../events/bus.ts";

/** What is known of a kind of long work without the work itself: enough to ask for it. */
export interface JobDescription<Input = unknown> {
	/** Lower case and hyphens. */
	name: string;
	input: z.ZodType<Input>;
	/** What the progress counts. */
	unit: string;
	/** How many of this kind one process runs side by side. */
	concurrency: number | ((config: Config) => number);
	/** Attempts in all, with exponential back-off between; errors of type `AppError` are not retried, `RetryAfter` always. */
	attempts: number;
	/** It runs even while the disk is full, since it frees space. */
	freesSpace?: true;
}

/** What the queue itself needs; a kind of job may ask for more, which the process that runs it then gives. */
export interface JobsContext {
	config: Config;
	log: Logger;
	database: Database;
	events: Events;
	disk: Disk;
	jobs: Jobs;
}

/** One kind of long work. Runs at least once, perhaps again after a crash: it must go on from what is stored. */
export interface JobKind<Input, Ctx> extends JobDescription<Input> {
	/** @returns what the job's `result` ends as */
	run(ctx: Ctx, job: RunningJob<Input>): Promise<Record<string, unknown>>;
}

/** The job itself knows when to try again, however often it was tried; `message` says why, in words. */
export class RetryAfter extends Error {
	override name = "RetryAfter";
	readonly seconds: number;
	constructor(seconds: number, message: string, options?: ErrorOptions) {
		super(message, options);
		this.seconds = seconds;
	}
}

/** A job that has had its turn lets others go first and goes on after them; it does not count as an attempt. */
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
	/** What an earlier attempt left in `result`. */
	previous: Record<string, unknown> | null;
	/** Aborted when the person cancels, the lease is lost, or the process stops: end soon, at a clean point. */
	signal: AbortSignal;
	/** Cheap: written and published a few times a second at most. */
	progress(update: Progress): void;
	/**
	 * For work that takes hours: call it where the job can be gone on with later. Cheap.
	 * @throws Yield when the job has run for a minute and others of its kind stand in line
	 */
	yieldIfWaiting(): Promise<void>;
}

export interface Progress {
	done?: number;
	total?: number | null;
	unit?: string;
	note?: string | null;
	/** Estimated; null while nothing can be said. */
	secondsLeft?: number | null;
	result?: Record<string, unknown>;
}

export interface Enqueue<Input> {
	ownerId: string;
	accountId?: string | null;
	input: Input;
	/** While a job of this kind with this key is queued or running, asking again gives that one. */
	dedupeKey?: string;
	/** The id of a job of the same owner that is to be over before this one begins. */
	follows?: string;
	/** Nobody waits for it: people hear of it when it takes long or fails; once it is done it is forgotten. */
	background?: boolean;
	/** This process takes it beside its workers if it has a place free: what it needs is warm here. */
	here?: boolean;
	/** A job with this key that waits for another attempt is tried now. */
	runNow?: boolean;
}

export interface Jobs {
	/** Stores the job in the caller's transaction where one is given, so that it exists exactly when that commits. */
	enqueue<Input>(kind: JobDescription<Input>, request: Enqueue<Input>, tx?: Queryable): Promise<Job>;
	/** @throws AppError 404 for another person's job */
	get(ownerId: string, id: string): Promise<Job>;
	list(ownerId: string, activeOnly: boolean): Promise<Job[]>;
	cancel(ownerId: string, id: string): Promise<Job>;
	/** Begins taking jobs (role `worker`). */
	start(): Promise<void>;
	/** Resolves when nothing is queued or running; for tests. @throws after `timeoutMs` */
	drain(timeoutMs?: number): Promise<void>;
	/** Lets running jobs end at a clean point and puts them back into the queue. */
	stop(): Promise<void>;
}
