import { z } from "zod";
import { AppError } from "../../errors.ts";
import { isDiskFull } from "../disk/disk-full.ts";
import type { JobsContext } from "../jobs/jobs.ts";
import { type JobDescription, type JobKind, RetryAfter, type RunningJob } from "../jobs/jobs.ts";
import { advance, type Cursor, type CursorKey, readNext, recordFailure, type StoredEvent } from "./store.ts";
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

const input = z.object({ subscriber: z.string(), orderingKey: z.string() });
type Input = z.infer<typeof input>;

/** Delivers events to one subscriber of an owner. */
export const deliverEvents: JobDescription<Input> = {
	name: "deliver-events",
	input,
	unit: "events",
	concurrency: 4,
	attempts: 6,
};

/** The job of `deliverEvents` for these subscriptions. */
export function createDeliverJob<Ctx extends JobsContext>(
	subscriptions: readonly Subscription<Ctx>[],
): JobKind<Input, Ctx> {
	const byName = new Map(subscriptions.map((subscription) => [subscription.name, subscription]));
	if (byName.size < subscriptions.length) throw new Error("Two subscriptions have the same name");
	return {
		...deliverEvents,
		async run(ctx, job) {
			const subscription = byName.get(job.input.subscriber);
			if (subscription === undefined)
				throw new RetryAfter(UNKNOWN_SECONDS, "This server does not know the subscriber.");
			return deliver(ctx, subscription, job);
		},
	};
}

async function deliver<Ctx extends JobsContext>(
	ctx: Ctx,
	subscription: Subscription<Ctx>,
	job: RunningJob<Input>,
): Promise<Record<string, unknown>> {
	const key = { ownerId: job.ownerId, ...job.input };
	for (let delivered = 0; ; ) {
		job.signal.throwIfAborted();
		const limit = subscription.batchSize ?? BATCH_SIZE;
		const { cursor, events: next } = await readNext(ctx.database, key, limit);
		if (cursor === null || cursor.parkedAt !== null) return { delivered };
		const [handler, events] = nextRun(subscription, next);
		const last = events.at(-1);
		if (last === undefined) return { delivered };
		const { signal } = job;
		const delivery = { ownerId: key.ownerId, orderingKey: key.orderingKey, attempt: cursor.attempts + 1, signal };
		try {
			await handle(ctx, handler, events, delivery);
		} catch (cause) {
			signal.throwIfAborted();
			if (isDiskFull(cause)) throw cause;
			return await afterFailure(ctx, key, cursor, { cause, delivered });
		}
		// Another run has moved the cursor: this one had lost its lease.
		if (!(await advance(ctx.database, key, cursor.position, last.position))) return { delivered };
		delivered += events.length;
		// What was dispatched since has another job, which follows this one.
		if (cursor.attempts === 0 && events.length === next.length && next.length < limit) return { delivered };
		job.progress({ done: delivered });
		await job.yieldIfWaiting();
	}
}

/** The first events that belong to the same stream, and its handler. */
function nextRun<Ctx>(
	{ name, handlers }: Subscription<Ctx>,
	events: readonly StoredEvent[],
): [StreamHandler<Ctx> | undefined, StoredEvent[]] {
	const stream = events[0]?.stream;
	const end = events.findIndex((event) => event.stream !== stream);
	const run = events.slice(0, end === -1 ? events.length : end);
	const handler = handlers.find((one) => one.stream.name === stream);
	if (run.length > 0 && handler === undefined)
		throw new RetryAfter(UNKNOWN_SECONDS, `${name} does not know ${stream}.`);
	return [handler, run];
}

async function handle<Ctx>(
	ctx: Ctx,
	handler: StreamHandler<Ctx> | undefined,
	events: readonly StoredEvent[],
	delivery: Delivery,
): Promise<void> {
	const parsed = events.map(
		({ id, payload, publishedAt }): StreamEvent => ({
			id,
			payload: handler?.stream.payload.parse(payload),
			publishedAt,
		}),
	);
	await handler?.handle(ctx, parsed, delivery);
}

/** @throws RetryAfter unless the subscriber is parked */
async function afterFailure(
	ctx: JobsContext,
	key: CursorKey,
	cursor: Cursor,
	{ cause, delivered }: { cause: unknown; delivered: number },
): Promise<Record<string, unknown>> {
	const attempts = cursor.attempts + 1;
	const now = ctx.now();
	const isOutage = cause instanceof RetryAfter || (cause instanceof AppError && cause.status === 503);
	const isParked = isOutage ? now - (cursor.failingSince?.getTime() ?? now) > MAX_OUTAGE_MS : attempts >= MAX_ATTEMPTS;
	const error = cause instanceof Error ? cause.message : String(cause);
	await recordFailure(ctx.database, key, { attempts, error, isParked, now: new Date(now) });
	const fields = { err: cause, subscriber: key.subscriber, owner: key.ownerId, attempt: attempts };
	if (isParked) {
		ctx.log.error({ event: "subscriber.parked", ...fields }, "A subscriber failed repeatedly and is not retried");
		return { delivered, parked: true };
	}
	ctx.log.warn({ event: "subscriber.failed", ...fields }, "A subscriber failed and is retried");
	const backoff = Math.min(FIRST_RETRY_SECONDS * 2 ** (attempts - 1), MAX_RETRY_SECONDS);
	throw new RetryAfter(cause instanceof RetryAfter ? cause.seconds : backoff, error, { cause });
}
