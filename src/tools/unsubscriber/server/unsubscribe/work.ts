import { z } from "zod";
import { AppError } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import type { Net } from "#kernel/net.ts";
import type { RunningItem, WorkKind } from "#kernel/work.ts";
import type { Batch } from "#shared/contracts/work.ts";
import { cleanupOf, closeAttempts, lastAttempt, loseResponse } from "../attempts/batch.ts";
import { type Outcome, outcome } from "../attempts/outcome.ts";
import { type AttemptRow, endAttempt } from "../attempts/store.ts";
import { type UnsubscribeDeps, usualUnsubscribeDeps } from "./reach.ts";
import { keepPlan, trashUnsubscribed } from "./removal.ts";
import { unsubscribeFrom } from "./unsubscribe.ts";

/** Hosts processed concurrently. */
const CONCURRENCY = 4;
/** Delay between two requests to one host. */
const PAUSE_SECONDS = 0.5;

/** A list; its attempts are rows of `unsubscribe_attempts`. */
const item = z.object({ accountId: z.uuid(), listKey: z.string(), host: z.string() });
type Item = z.infer<typeof item>;
const result = z.object({ state: z.enum(["requested", "confirmed", "failed", "needs_action"]) });
type Result = z.infer<typeof result>;

/** @param depsOf for tests: overrides where requests may go */
export function createUnsubscribeWork(
	depsOf: (net: Net) => UnsubscribeDeps = usualUnsubscribeDeps,
): WorkKind<Item, Result, MailContext> {
	return {
		name: "unsubscribe",
		unit: "lists",
		item,
		result,
		key: ({ host }) => host,
		limits: { perKey: { concurrency: 1 } },
		concurrency: CONCURRENCY,
		attempts: 5,
		delivery: "at-most-once",
		run: (ctx, running) => run(ctx, running, depsOf(ctx.net)),
		/** A request in flight when the process was killed may have been received: it is not repeated. */
		async reconcile({ database, now }, { ownerId, batchId, item: list }) {
			const row = await lastAttempt(database, ownerId, batchId, list);
			if (row?.state === "waiting") return { state: "not_done" };
			if (row?.state === "sending") await loseResponse(database, ownerId, row, now());
			return { state: "done", result: { state: row === null ? "failed" : resultOf(row.state) } };
		},
		outcome: ({ state }) => state,
		summary: ({ outcomes, failed }) => ({
			confirmed: outcomes.confirmed ?? 0,
			requested: outcomes.requested ?? 0,
			needsAction: outcomes.needs_action ?? 0,
			failed: (outcomes.failed ?? 0) + failed,
		}),
		async onEnd(ctx, ownerId, { id }: Batch) {
			const cleanupOperationId = await cleanupOf(ctx.database, ownerId, id);
			if (cleanupOperationId !== null) await trashUnsubscribed(ctx, ownerId, cleanupOperationId);
			await closeAttempts(ctx.database, ownerId, id, ctx.now());
		},
	};
}

/** Leaves lists, one at a time per host. */
export const unsubscribeWork = createUnsubscribeWork();

async function run(ctx: MailContext, running: RunningItem<Item>, deps: UnsubscribeDeps): Promise<Result> {
	const { ownerId, batchId, item: list } = running;
	const row = await lastAttempt(ctx.database, ownerId, batchId, list);
	if (row === null) throw new AppError(409, "disconnected", "The mailbox was disconnected.");
	running.note(row.list_name);
	if (row.cleanup_operation_id !== null) await keepPlan(ctx, ownerId, row.cleanup_operation_id);
	if (row.state === "waiting" && (await unsubscribeOrReport(ctx, running, deps, row)))
		await running.pauseKey(PAUSE_SECONDS);
	const last = await lastAttempt(ctx.database, ownerId, batchId, list);
	return { state: resultOf(last?.state ?? "failed") };
}

/** An internal error with one list is its outcome. @returns whether a request was sent */
async function unsubscribeOrReport(
	ctx: MailContext,
	{ ownerId, signal }: RunningItem<Item>,
	deps: UnsubscribeDeps,
	row: AttemptRow,
): Promise<boolean> {
	try {
		return await unsubscribeFrom(ctx, deps, { ownerId, first: row }, signal);
	} catch (cause) {
		if (signal.aborted) throw cause;
		ctx.log.error({ event: "unsubscribe.failed", err: cause, attempt: row.id }, "unsubscribing from a list failed");
		const key = { ownerId, accountId: row.account_id, id: row.id };
		await endAttempt(ctx.database, key, outcome("failed", "unexpected"), { now: ctx.now() });
		return true;
	}
}

/** An attempt that another worker is sending, or whose response was lost, counts as requested. */
function resultOf(state: AttemptRow["state"]): Outcome["state"] {
	return state === "waiting" || state === "sending" ? "requested" : state;
}
