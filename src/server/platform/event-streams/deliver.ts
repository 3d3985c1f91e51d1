import { z } from "zod";
import { AppError } from "../../errors.ts";
import { isDiskFull } from "../disk/disk-full.ts";
import { enqueueFresh } from "../jobs/enqueue-fresh.ts";
import type { JobsContext } from "../jobs/jobs.ts";
import { type JobDescription, type JobKind, RetryAfter, type RunningJob } from "../jobs/jobs.ts";
import {
	advance,
	type Cursor,
	type CursorKey,
	readNext,
	readWaiting,
	recordFailure,
	resetCursor,
	type StoredEvent,
} from "./store.ts";
import type { Delivery, StreamEvent, StreamHandler, Subscription } from "./streams.ts";

const BATCH_SIZE = 100;
const FIRST_RETRY_SECONDS = 2;
const MAX_RETRY_SECONDS = 900;
/** After this many consecutive failures, in about half an hour, a subscriber is parked. */
export const MAX_ATTEMPTS = 10;
/** A service that cannot be reached may be down for hours. */
const MAX_OUTAGE_MS = 24 * 3_600_000;
/** Delay when a process of another version claimed the job. */
const UNKNOWN_SECONDS = 30;

const input = z.object({
	orderingKey: z.string(),
	/** A subscriber that failed and is retried; absent: all others. */
	subscriber: z.string().optional(),
});
type Input = z.infer<typeof input>;

/** Delivers events to the subscribers of an owner. */
export const deliverEvents: JobDescription<Input> = {
	name: "deliver-events",
	input,
	unit: "events",
	concurrency: 4,
	attempts: 6,
};

/** Enqueues the delivery to one failing subscriber, or to all others, after the transaction has committed. */
export async function enqueueDelivery(
	ctx: Pick<JobsContext, "database" | "jobs">,
	{ ownerId, orderingKey, subscriber }: { ownerId: string; orderingKey: string; subscriber?: string },
	runNow = false,
): Promise<void> {
	const dedupeKey = `${subscriber ?? ALL}/${orderingKey}`;
	const input = { orderingKey, subscriber };
	await enqueueFresh(ctx, deliverEvents, { ownerId, input, dedupeKey, background: true, runNow }, {});
}

/** No subscriber has this name. */
const ALL = "*";

/** The job of `deliverEvents` for these subscriptions. */
export function createDeliverJob<Ctx extends JobsContext>(
	subscriptions: readonly Subscription<Ctx>[],
): JobKind<Input, Ctx> {
	const byName = new Map(subscriptions.map((subscription) => [subscription.name, subscription]));
	if (byName.size < subscriptions.length) throw new Error("Two subscriptions have the same name");
	return {
		...deliverEvents,
		async run(ctx, job) {
			const { subscriber } = job.input;
			if (subscriber === undefined) return deliverToAll(ctx, byName, job);
			const subscription = byName.get(subscriber);
			if (subscription === undefined)
				throw new RetryAfter(UNKNOWN_SECONDS, "This server does not know the subscriber.");
			return retry(ctx, subscription, job);
		},
	};
}

/** Delivers to the subscribers that do not fail, one after the other. One that fails gets a job of its own. */
async function deliverToAll<Ctx extends JobsContext>(
	ctx: Ctx,
	byName: ReadonlyMap<string, Subscription<Ctx>>,
	job: RunningJob<Input>,
): Promise<Record<string, unknown>> {
	const { ownerId, signal } = job;
	const { orderingKey } = job.input;
	for (let delivered = 0; ; ) {
		signal.throwIfAborted();
		let isComplete = true;
		for (const { subscriber, cursor, events } of await readWaiting(
			ctx.database,
			{ ownerId, orderingKey },
			BATCH_SIZE,
		)) {
			signal.throwIfAborted();
			const key = { ownerId, orderingKey, subscriber };
			const subscription = byName.get(subscriber);
			const [handler, batch] = subscription === undefined ? [undefined, []] : nextBatch(subscription, events);
			const last = batch.at(-1);
			if (handler === undefined || last === undefined) {
				// A process of another version knows it.
				await ctx.database.transaction(() => enqueueDelivery(ctx, key));
				continue;
			}
			try {
				await handle(ctx, handler, batch, { ownerId, orderingKey, attempt: 1, signal });
			} catch (cause) {
				signal.throwIfAborted();
				if (isDiskFull(cause)) throw cause;
				await afterFailure(ctx, key, cursor, cause);
				continue;
			}
			// Another run has moved the cursor: this one had lost its lease.
			if (!(await advance(ctx.database, key, cursor.position, last.position))) return { delivered };
			delivered += batch.length;
			if (batch.length < events.length || events.length === BATCH_SIZE) isComplete = false;
		}
		// What was dispatched since has another job, which follows this one.
		if (isComplete) return { delivered };
		job.progress({ done: delivered });
		await job.yieldIfWaiting();
	}
}

/** Delivers the event that failed. Once it succeeds, the subscriber is one of all again. */
async function retry<Ctx extends JobsContext>(
	ctx: Ctx,
	subscription: Subscription<Ctx>,
	job: RunningJob<Input>,
): Promise<Record<string, unknown>> {
	const { ownerId, signal } = job;
	const { orderingKey } = job.input;
	const key = { ownerId, orderingKey, subscriber: subscription.name };
	const { cursor, event } = await readNext(ctx.database, key);
	if (cursor === null || cursor.parkedAt !== null) return { delivered: 0 };
	// Reset by the operator, or its event has expired.
	if (cursor.attempts === 0 || event === null) {
		await ctx.database.transaction(async () => {
			await resetCursor(ctx.database, key);
			await enqueueDelivery(ctx, { ownerId, orderingKey });
		});
		return { delivered: 0 };
	}
	const [handler] = nextBatch(subscription, [event]);
	if (handler === undefined)
		throw new RetryAfter(UNKNOWN_SECONDS, `${subscription.name} does not know ${event.stream}.`);
	try {
		await handle(ctx, handler, [event], { ownerId, orderingKey, attempt: cursor.attempts + 1, signal });
	} catch (cause) {
		signal.throwIfAborted();
		if (isDiskFull(cause)) throw cause;
		const retryAfter = await afterFailure(ctx, key, cursor, cause);
		if (retryAfter === null) return { delivered: 0, parked: true };
		throw retryAfter;
	}
	await ctx.database.transaction(async () => {
		await advance(ctx.database, key, cursor.position, event.position);
		await enqueueDelivery(ctx, { ownerId, orderingKey });
	});
	return { delivered: 1 };
}

/** The first events that belong to the same stream, and its handler. */
function nextBatch<Ctx>(
	{ handlers, batchSize = BATCH_SIZE }: Subscription<Ctx>,
	events: readonly StoredEvent[],
): [StreamHandler<Ctx> | undefined, StoredEvent[]] {
	const stream = events[0]?.stream;
	const end = events.findIndex((event) => event.stream !== stream);
	const batch = events.slice(0, Math.min(end === -1 ? events.length : end, batchSize));
	return [handlers.find((one) => one.stream.name === stream), batch];
}

async function handle<Ctx>(
	ctx: Ctx,
	handler: StreamHandler<Ctx>,
	events: readonly StoredEvent[],
	delivery: Delivery,
): Promise<void> {
	const parsed = events.map(
		({ id, payload, publishedAt }): StreamEvent => ({
			id,
			payload: handler.stream.payload.parse(payload),
			publishedAt,
		}),
	);
	await handler.handle(ctx, parsed, delivery);
}

/** Records a failure. The first one gives the subscriber a job of its own. @returns null when it is parked */
async function afterFailure(
	ctx: JobsContext,
	key: CursorKey,
	cursor: Cursor,
	cause: unknown,
): Promise<RetryAfter | null> {
	const attempts = cursor.attempts + 1;
	const now = ctx.now();
	const isOutage = cause instanceof RetryAfter || (cause instanceof AppError && cause.status === 503);
	const isParked = isOutage ? now - (cursor.failingSince?.getTime() ?? now) > MAX_OUTAGE_MS : attempts >= MAX_ATTEMPTS;
	const error = cause instanceof Error ? cause.message : String(cause);
	await ctx.database.transaction(async () => {
		await recordFailure(ctx.database, key, { attempts, error, isParked, now: new Date(now) });
		if (cursor.attempts === 0 && !isParked) await enqueueDelivery(ctx, key);
	});
	const fields = { err: cause, subscriber: key.subscriber, owner: key.ownerId, attempt: attempts };
	if (isParked) {
		ctx.log.error({ event: "subscriber.parked", ...fields }, "A subscriber failed repeatedly and is not retried");
		return null;
	}
	ctx.log.warn({ event: "subscriber.failed", ...fields }, "A subscriber failed and is retried");
	const backoff = Math.min(FIRST_RETRY_SECONDS * 2 ** (attempts - 1), MAX_RETRY_SECONDS);
	return new RetryAfter(cause instanceof RetryAfter ? cause.seconds : backoff, error, { cause });
}
