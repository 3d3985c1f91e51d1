import { z } from "zod";
import { startPolling } from "#shared/poll.ts";
import { randomBetween } from "#shared/random-between.ts";
import { storable } from "../../db/storable.ts";
import { AppError } from "../../errors.ts";
import { requireProgress } from "../../progress.ts";
import { forEachConcurrent } from "../blobs/for-each-concurrent.ts";
import type { PlatformContext } from "../context/context.ts";
import { enqueueFresh } from "../jobs/enqueue-fresh.ts";
import type { JobKind } from "../jobs/jobs.ts";
import { createSecrets } from "../secrets/secrets.ts";
import {
	type Attempt,
	type DueDelivery,
	disable,
	dueDeliveries,
	nextDueAt,
	recordAttempt,
	recordFailure,
	recordSuccess,
	type WebhookKey,
	webhooksWithDue,
} from "./deliveries.ts";
import { onEmitted } from "./emit.ts";
import { signedHeaders } from "./sign.ts";
import { secretContext } from "./webhooks.ts";

const TIMEOUT_MS = 15_000;
/** Of a response; the rest is not read. */
const EXCERPT_BYTES = 1_000;
/** Deliveries of one webhook at a time. */
const CONCURRENT = 4;
const AT_ONCE = 100;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Delays between attempts, as Standard Webhooks recommends: more than a day. */
export const RETRY_DELAYS_MS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];
/** Added at random, as a part of the delay, so that a receiver that was down is not overrun. */
const JITTER = 0.1;
/** A webhook without a success for this long is disabled. */
const MAX_FAILING_MS = 5 * 24 * HOUR;
/** Longest time between polls: other processes may have created deliveries. */
const POLL_MS = 10_000;
const MIN_MS = 500;
const WEBHOOKS_PER_POLL = 500;

const input = z.object({ webhookId: z.uuid() });

/** Sends what is due for one webhook. */
export const deliverWebhooksJob: JobKind<z.infer<typeof input>, PlatformContext> = {
	name: "deliver-webhooks",
	input,
	unit: "events",
	concurrency: 4,
	attempts: 6,
	hidden: true,
	async run(ctx, job) {
		const key = { ownerId: job.ownerId, webhookId: job.input.webhookId };
		const progress = requireProgress("Delivering webhooks");
		for (let attempted = 0; ; ) {
			job.signal.throwIfAborted();
			const due = await dueDeliveries(ctx.database, key, { now: new Date(ctx.now()), limit: AT_ONCE });
			if (due.length === 0) return { attempted };
			progress(due.map(({ id, attempts, nextAttemptAt }) => [id, attempts, nextAttemptAt.getTime()].join(" ")).join());
			let isDisabled = false;
			await forEachConcurrent(due, CONCURRENT, async (delivery) => {
				job.signal.throwIfAborted();
				if (!isDisabled) isDisabled = await deliver(ctx, key, delivery, job.signal);
			});
			attempted += due.length;
			ctx.events.publish(key.ownerId, { type: "webhooks" });
			await job.yieldIfWaiting();
		}
	},
};

/** Enqueues the sending of what is due for one webhook. */
export async function enqueueDelivery(
	ctx: Pick<PlatformContext, "jobs" | "database">,
	{ ownerId, webhookId }: WebhookKey,
): Promise<void> {
	await enqueueFresh(ctx, deliverWebhooksJob, {
		...{ ownerId, input: { webhookId }, dedupeKey: webhookId },
		background: true,
	});
}

/** Enqueues all webhooks with deliveries that are due: retries, and what crashed processes have left. */
export async function enqueueDueWebhooks(ctx: Pick<PlatformContext, "jobs" | "database" | "now">): Promise<void> {
	for (const key of await webhooksWithDue(ctx.database, new Date(ctx.now()), WEBHOOKS_PER_POLL))
		await enqueueDelivery(ctx, key);
}

/** From now on, what this process emits is sent as soon as its transaction has committed. */
export function deliverAfterCommit(ctx: Pick<PlatformContext, "jobs" | "database" | "log">): void {
	onEmitted(ctx.database, (key) => {
		ctx.jobs.track(
			enqueueDelivery(ctx, key).catch((cause: unknown) =>
				ctx.log.error(
					{ event: "webhook.enqueue_failed", err: cause },
					"A webhook could not be enqueued; a poll retries",
				),
			),
		);
	});
}

/** @returns stops it */
export function pollDueWebhooks(ctx: PlatformContext): () => Promise<void> {
	return startPolling(async () => {
		try {
			await enqueueDueWebhooks(ctx);
			const next = await nextDueAt(ctx.database);
			if (next !== null) return Math.min(Math.max(next.getTime() - ctx.now(), MIN_MS), POLL_MS);
		} catch (cause) {
			ctx.log.error({ event: "webhook.poll_failed", err: cause }, "Could not look for due webhooks");
		}
		return POLL_MS;
	}, MIN_MS);
}

/** @returns whether the webhook is now disabled */
async function deliver(
	ctx: PlatformContext,
	key: WebhookKey,
	delivery: DueDelivery,
	signal: AbortSignal,
): Promise<boolean> {
	const attempt = await post(ctx, key, delivery, signal);
	const { status } = attempt;
	const now = new Date(ctx.now());
	const isDelivered = status !== null && status >= 200 && status < 300;
	const delay = delivery.isTest ? undefined : RETRY_DELAYS_MS[delivery.attempts];
	const retryAt =
		isDelivered || delay === undefined ? null : new Date(now.getTime() + delay * randomBetween(1, 1 + JITTER));
	return ctx.database.transaction(async () => {
		await recordAttempt(ctx.database, { ...key, id: delivery.id }, { attempt, isDelivered, retryAt, now });
		if (isDelivered) await recordSuccess(ctx.database, key);
		if (isDelivered || delivery.isTest) return false;
		const failingSince = await recordFailure(ctx.database, key, now);
		const isGone = status === 410;
		if (!isGone && now.getTime() - failingSince.getTime() < MAX_FAILING_MS) return false;
		await disable(ctx.database, key, isGone ? "gone" : "failing");
		ctx.log.warn({ event: "webhook.disabled", owner: key.ownerId, webhook: key.webhookId }, "A webhook was disabled");
		return true;
	});
}

/** Sends a delivery once. Failures are results. */
async function post(
	ctx: PlatformContext,
	{ ownerId, webhookId }: WebhookKey,
	{ id, event, occurredAt, data, url, secret, previousSecret }: DueDelivery,
	signal: AbortSignal,
): Promise<Attempt> {
	const secrets = createSecrets(ctx.config);
	const keys = [secret, ...(previousSecret === null ? [] : [previousSecret])].map((sealed) =>
		secrets.open(sealed, secretContext({ ownerId, id: webhookId })),
	);
	const body = JSON.stringify({ type: event, timestamp: occurredAt.toISOString(), data });
	try {
		const reply = await ctx.net.http(url, {
			method: "POST",
			headers: {
				"content-type": "application/json",
				...signedHeaders({ id: `msg_${id}`, body, now: ctx.now() }, keys),
			},
			body,
			timeoutMs: TIMEOUT_MS,
			maxRedirects: 0,
			maxBytes: EXCERPT_BYTES,
			partialBody: true,
			signal,
		});
		const excerpt = storable(new TextDecoder().decode(reply.body)).trim();
		const isRedirect = reply.status >= 300 && reply.status < 400;
		return {
			status: reply.status,
			excerpt: excerpt === "" ? null : excerpt,
			error: isRedirect ? "The server redirected the request; redirects are not followed." : null,
		};
	} catch (cause) {
		if (!(cause instanceof AppError)) throw cause;
		return { status: null, excerpt: null, error: storable(cause.message) };
	}
}
