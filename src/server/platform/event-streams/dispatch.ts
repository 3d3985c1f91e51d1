import { pause } from "#shared/pause.ts";
import { startPolling } from "#shared/poll.ts";
import { randomBetween } from "#shared/random-between.ts";
import type { JobsContext } from "../jobs/jobs.ts";
import { enqueueDelivery } from "./deliver.ts";
import { onPublished } from "./publish.ts";
import { assignPositions, type CursorKey, lockHead, openCursors, resetCursor, undispatchedOwners } from "./store.ts";

/** Events dispatched per transaction. */
const AT_ONCE = 500;
/** Poll interval, for events whose process crashed between commit and dispatch. */
const POLL_MS = 5_000;
const OWNERS_PER_POLL = 500;
/** An owner's first dispatches follow immediately; then there is one per interval, so that a subscriber gets many events at once. */
const IMMEDIATE = 4;
const INTERVAL_MS = 1_000;
/** Owners remembered before those without recent dispatches are forgotten. */
const MAX_OWNERS = 1_000;

type DispatchContext = Pick<JobsContext, "database" | "jobs" | "events" | "log">;

/** Dispatches an owner's published events: gives them positions, and enqueues their delivery. */
export async function dispatch(ctx: DispatchContext, ownerId: string, atOnce = AT_ONCE): Promise<void> {
	for (;;) {
		const found = await ctx.database.transaction(async () => {
			const events = await assignPositions(ctx.database, ownerId, atOnce);
			for (const to of await openCursors(ctx.database, ownerId, events)) await enqueueDelivery(ctx, { ownerId, ...to });
			return events;
		});
		for (const { forBrowser, stream, payload } of found)
			if (forBrowser) ctx.events.publish(ownerId, { type: "stream", stream, payload });
		if (found.length < atOnce) return;
	}
}

/** Lets a parked or failing subscriber try again now. @returns false when it was not failing */
export async function retryDelivery(ctx: DispatchContext, key: CursorKey): Promise<boolean> {
	return ctx.database.transaction(async () => {
		await lockHead(ctx.database, key.ownerId);
		const wasFailing = await resetCursor(ctx.database, key);
		const { ownerId, orderingKey } = key;
		if (wasFailing) await enqueueDelivery(ctx, { ownerId, orderingKey }, true);
		return wasFailing;
	});
}

/** From now on, what this process publishes is dispatched after its transaction has committed: at once, or within a second. */
export function dispatchAfterCommit(ctx: DispatchContext): void {
	/** Owners being dispatched; true: something was published in the meantime. */
	const active = new Map<string, boolean>();
	const waitMs = createPacing();
	const run = async (ownerId: string, signal: AbortSignal): Promise<void> => {
		try {
			do {
				const ms = waitMs(ownerId);
				if (ms > 0) await pause(ms, signal).catch(() => undefined);
				active.set(ownerId, false);
				await dispatch(ctx, ownerId);
			} while (active.get(ownerId) === true);
		} catch (cause) {
			ctx.log.error({ event: "events.dispatch_failed", err: cause }, "Events could not be dispatched; a poll retries");
		} finally {
			active.delete(ownerId);
		}
	};
	onPublished(ctx.database, (ownerId) => {
		if (active.has(ownerId)) {
			active.set(ownerId, true);
			return;
		}
		active.set(ownerId, false);
		const pauses = new AbortController();
		ctx.jobs.track(run(ownerId, pauses.signal), () => pauses.abort());
	});
}

/** @returns how long an owner's next dispatch waits, in milliseconds */
function createPacing(): (ownerId: string) => number {
	/** When the dispatches so far would be over, at one per interval. */
	const pacedUntil = new Map<string, number>();
	return (ownerId) => {
		const now = performance.now();
		if (pacedUntil.size > MAX_OWNERS)
			for (const [owner, until] of pacedUntil) if (until <= now) pacedUntil.delete(owner);
		const begin = Math.max(now, pacedUntil.get(ownerId) ?? 0);
		pacedUntil.set(ownerId, begin + INTERVAL_MS);
		return Math.max(0, begin - (IMMEDIATE - 1) * INTERVAL_MS - now);
	};
}

/** Dispatches what crashed processes have published. @returns stops it */
export function pollUndispatched(ctx: DispatchContext): () => Promise<void> {
	const delay = (): number => POLL_MS * randomBetween(0.75, 1.25);
	return startPolling(async (signal) => {
		try {
			for (const ownerId of await undispatchedOwners(ctx.database, OWNERS_PER_POLL))
				if (!signal.aborted) await dispatch(ctx, ownerId);
		} catch (cause) {
			ctx.log.error({ event: "events.dispatch_failed", err: cause }, "Events could not be dispatched; a poll retries");
		}
		return delay();
	}, delay());
}
