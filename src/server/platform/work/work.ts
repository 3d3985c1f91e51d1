import type { z } from "zod";
import type { Job } from "#shared/contracts/jobs.ts";
import type { Batch } from "#shared/contracts/work.ts";
import type { Database } from "../../db/database.ts";
import type { Logger } from "../../log.ts";
import type { Events } from "../events/bus.ts";
import type { Limits } from "./limits.ts";

export interface BatchFilter {
	kind?: string;
	ids?: readonly string[];
	/** Not ended. */
	isLive?: boolean;
}

/** A kind without its implementation: enough to create batches and read their results. */
export interface WorkDescription<Item, Result, Input = unknown> {
	/** Lowercase letters and hyphens; also the name of the job kind that runs its batches. */
	name: string;
	/** Unit of the progress counts. */
	unit: string;
	item: z.ZodType<Item>;
	result: z.ZodType<Result>;
	/** Parameters shared by all items of a batch. */
	input?: z.ZodType<Input>;
	/** What `limits.perKey` applies to: a host, domain or mailbox. Items with the key "" have no such limit. */
	key?(item: Item): string;
	/** Earliest start, in epoch milliseconds. */
	runAt?(item: Item): number | null;
	/** Hold across batches and processes; `overall`: for all items of the kind. */
	limits?: Limits & {
		/** Default `owner`: each owner has the limits alone; `server`: all owners share them. */
		sharedBy?: "owner" | "server";
	};
	/** Items of a batch in progress at once, per process that runs it. */
	concurrency: number;
	/** Batches in progress at once per process; default 4. */
	batches?: number;
	/** Processes that run a batch at once; default 4. */
	processes?: number;
	/** Label of a result for the counters in `Batch.outcomes`. */
	outcome?(result: Result): string;
}

export interface ItemView<Item, Result> {
	/** From 0. */
	position: number;
	item: Item;
	/** `cancelled`: never processed. */
	state: "waiting" | "running" | "done" | "failed" | "unknown" | "cancelled";
	/** Null until it is done. */
	result: Result | null;
	error: string | null;
	errorCode: string | null;
	/** ISO 8601. */
	finishedAt: string | null;
}

export interface ItemPage {
	/** Position; null: from the start. */
	after: number | null;
	limit: number;
	/** Items whose result has one of these values in a field, or those without a result; absent: all. */
	where?: { field: string; values: readonly string[] } | "no-result" | undefined;
}

type CsvFields = readonly (string | number | boolean | null)[];

export interface CsvFormat {
	headings: readonly string[];
	/** The fields of each item of a page, in the order of the headings. */
	fields(rows: readonly ItemView<unknown, unknown>[]): CsvFields[] | Promise<CsvFields[]>;
	/** Excel takes a file without a byte order mark for one in a Windows encoding. */
	byteOrderMark?: boolean;
}

interface Running<Item, Result, Ctx, Input> extends WorkDescription<Item, Result, Input> {
	/** Maximum attempts, with exponential backoff; an `AppError` is not retried, a `RetryAfter` always. */
	attempts: number;
	/** Seconds before the next attempt, in place of 2, 4, 8 … up to 15 minutes. @param attempt the failed one, from 1 */
	backoff?(attempt: number): number;
	run(ctx: Ctx, item: RunningItem<Item, Input>): Promise<Result>;
	/** Called when a batch has ended, whether done, cancelled or failed; after a crash possibly again. */
	onEnd?(ctx: Ctx, ownerId: string, batch: Batch): Promise<void>;
	/** The job's `result` while the batch runs and afterwards; by default the counters. */
	summary?(batch: Batch): Record<string, unknown>;
}

/** Each item runs until it has ended, after a crash possibly again: `run` must be idempotent. */
interface AtLeastOnce {
	delivery: "at-least-once";
}

/**
 * `run` is never repeated while its outcome is unknown: after a crash, and when it throws anything but an `AppError`
 * (nothing was done, and will not be) or a `RetryAfter` (nothing was done yet).
 */
interface AtMostOnce<Item, Result, Ctx, Input> {
	delivery: "at-most-once";
	/** Finds out how an interrupted `run` ended. Retried like `run` when it throws. */
	reconcile(ctx: Ctx, item: RunningItem<Item, Input>): Promise<Reconciled<Result>>;
}

export type Reconciled<Result> = { state: "done"; result: Result } | { state: "not_done" } | { state: "unknown" };

/** A kind of work, defined once and listed in `ServerModule.work`. */
export type WorkKind<Item, Result, Ctx, Input = unknown> = Running<Item, Result, Ctx, Input> &
	(AtLeastOnce | AtMostOnce<Item, Result, Ctx, Input>);

export interface RunningItem<Item, Input = unknown> {
	ownerId: string;
	batchId: string;
	position: number;
	item: Item;
	input: Input;
	/** From 1. */
	attempt: number;
	/** Aborted when the batch is cancelled, the lease is lost, or the process stops: end soon. */
	signal: AbortSignal;
	/** Shows what the batch is working on. */
	note(text: string): void;
	/** No other item with this key starts within that time, in any process; for kinds with `limits.perKey`. */
	pauseKey(seconds: number): Promise<void>;
}

export interface NewBatch<Input> {
	ownerId: string;
	/** Default: a new one. */
	id?: string;
	/** Required when the kind has an `input` schema. */
	input?: Input;
	/** Creating a batch of this kind and owner again with this key returns the existing one. */
	dedupeKey?: string;
	/** Earliest start, in epoch milliseconds. */
	runAt?: number;
	/** Created paused; starts with `resume`. */
	isPaused?: boolean;
	/** Small work that users need not see: its job is hidden unless it takes long; deleted when everything is done. */
	background?: boolean;
}

/** A batch of an owner. */
export interface BatchKey {
	ownerId: string;
	id: string;
}

type Source<Item> = Iterable<Item> | AsyncIterable<Item>;

export interface Work {
	/**
	 * Creates a batch with all its items and starts it, in the open transaction if there is one; for lists that fit in memory.
	 * @returns the batch, with the job that runs it
	 */
	start<Item, Result, Input>(
		kind: WorkDescription<Item, Result, Input>,
		request: NewBatch<Input>,
		items: readonly Item[],
	): Promise<{ batch: Batch; job: Job }>;
	/** Creates a batch, or returns the one with the same `dedupeKey`. Then `append` items, and `seal` it. */
	create<Item, Result, Input>(kind: WorkDescription<Item, Result, Input>, request: NewBatch<Input>): Promise<Batch>;
	/**
	 * Appends items in chunks, each in a transaction; they are processed meanwhile. To continue after a crash, append
	 * the same items again: those stored already are skipped.
	 * @param from position of the first of these items in the batch; by default all are appended to the end. Pass 0 for
	 * a source that starts again, or `Batch.total` of a batch for one that continues
	 * @throws AppError 409 `batch-sealed`, or `batch-gap` when items before `from` are missing
	 */
	append<Item, Result, Input>(
		kind: WorkDescription<Item, Result, Input>,
		key: BatchKey,
		items: Source<Item>,
		options?: { from?: number; signal?: AbortSignal },
	): Promise<Batch>;
	/** No further items: the batch ends when all have ended. */
	seal(key: BatchKey): Promise<Batch>;
	/** @throws AppError 404 for another user's batch */
	get(key: BatchKey): Promise<Batch>;
	/** Newest first; at most a hundred, or those with the ids. */
	list(ownerId: string, filter?: BatchFilter): Promise<Batch[]>;
	/** Items in progress end; no further ones start until `resume`. */
	pause(key: BatchKey): Promise<Batch>;
	/** Also resumes a failed batch. */
	resume(key: BatchKey): Promise<Batch>;
	/** Items in progress are aborted; those not started never are. */
	cancel(key: BatchKey): Promise<Batch>;
	/** Deletes a batch with its items; cancels it first if it has not ended. @throws AppError 404 */
	remove(key: BatchKey): Promise<void>;
	/** One page of items in order. */
	items(key: BatchKey, page: ItemPage): Promise<ItemView<unknown, unknown>[]>;
	/**
	 * All items as CSV (RFC 4180), read while it is streamed.
	 * @param format absent: items and results as JSON
	 * @throws AppError 404
	 */
	csv(key: BatchKey, format?: CsvFormat): Promise<AsyncGenerator<string>>;
	/** Ends batches whose job ended in a crash at the wrong moment, and deletes what ended long ago, of all owners. */
	maintain(): Promise<void>;
}

/** What the engine itself needs. A kind may require a wider context, which the process that runs it must provide. */
export interface WorkContext {
	log: Logger;
	database: Database;
	events: Events;
	/** Epoch milliseconds. */
	now(): number;
}
