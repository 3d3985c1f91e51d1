import { z } from "zod";
import { isCancelled } from "#server/mail/changes/retry.ts";
import type { MailContext } from "#server/mail/context/context.ts";
import type { JobKind, RunningJob } from "#server/platform/jobs/jobs.ts";
import { withAccountLock } from "#server/platform/locks/account-lock.ts";
import type { Net } from "#server/platform/net/net.ts";
import { pause } from "#shared/pause.ts";
import { outcome } from "../attempts/outcome.ts";
import { closeRequest, countOf, forgetWaiting } from "../attempts/queue.ts";
import { type AttemptRow, endAttempt, waitingAttempts } from "../attempts/store.ts";
import { queuesByHost } from "./queues-by-host.ts";
import { type UnsubscribeDeps, unsubscribeFrom } from "./unsubscribe.ts";

/** Hosts processed concurrently. */
const SIDE_BY_SIDE = 4;
/** Delay between two requests to one host. */
const PAUSE_MS = 500;
/** One request at a time per host, across mailboxes. */
const ANY_ACCOUNT = "00000000-0000-0000-0000-000000000000";

const input = z.object({});
type Input = z.infer<typeof input>;

/** @param reachOf for tests: overrides where requests may go */
export function createUnsubscribeJob(
	reachOf: (net: Net) => UnsubscribeDeps = usualUnsubscribeDeps,
): JobKind<Input, MailContext> {
	return {
		name: "unsubscribe",
		input,
		unit: "lists",
		concurrency: 4,
		attempts: 5,
		run: (ctx, job) => run(ctx, job, reachOf(ctx.net)),
	};
}

function usualUnsubscribeDeps({ dns, http }: Net): UnsubscribeDeps {
	return { dns, fetch: http };
}

/** Processes a job's queued attempts, one at a time per host. */
export const unsubscribeJob = createUnsubscribeJob();

async function run(ctx: MailContext, job: RunningJob<Input>, reach: UnsubscribeDeps): Promise<Record<string, unknown>> {
	const { ownerId } = job;
	// A request in flight when the process was killed may have been received: it is not repeated.
	await closeRequest(ctx.database, ownerId, job.id, ctx.now());
	try {
		const lines = [...(await queuesByHost(ctx, ownerId, await waitingAttempts(ctx.database, ownerId, job.id)))];
		await report(ctx, job, null);
		// Waits for requests in flight, whatever the outcome of the others.
		const ends = await Promise.allSettled(Array.from({ length: SIDE_BY_SIDE }, () => work(ctx, job, reach, lines)));
		job.signal.throwIfAborted();
		for (const end of ends) if (end.status === "rejected") throw end.reason;
	} catch (cause) {
		if (isCancelled(job.signal)) await forgetWaiting(ctx.database, ownerId, job.id);
		throw cause;
	}
	const { total: _, open: __, ...result } = await countOf(ctx.database, ownerId, job.id);
	return result;
}

/** Processes the queues of hosts one after another. */
async function work(
	ctx: MailContext,
	job: RunningJob<Input>,
	reach: UnsubscribeDeps,
	lines: [string, AttemptRow[]][],
): Promise<void> {
	for (let next = lines.shift(); next !== undefined; next = lines.shift()) {
		const [host, rows] = next;
		for (const [index, row] of rows.entries()) {
			if (job.signal.aborted) return;
			await report(ctx, job, row.list_name);
			const lock = { ownerId: job.ownerId, accountId: ANY_ACCOUNT, scope: `unsubscribe ${host}` } as const;
			const hasTried = await withAccountLock(ctx, lock, job.signal, () => unsubscribeOrReport(ctx, job, reach, row));
			if (hasTried && index < rows.length - 1) await pause(PAUSE_MS, job.signal);
		}
	}
	await report(ctx, job, null);
}

/** An internal error with one list must not stop the others. */
async function unsubscribeOrReport(
	ctx: MailContext,
	job: RunningJob<Input>,
	reach: UnsubscribeDeps,
	row: AttemptRow,
): Promise<boolean> {
	try {
		return await unsubscribeFrom(ctx, reach, job.ownerId, row, job.signal);
	} catch (cause) {
		if (job.signal.aborted) throw cause;
		ctx.log.error({ err: cause, attempt: row.id }, "a list could not be left");
		const key = { ownerId: job.ownerId, accountId: row.account_id, id: row.id };
		await endAttempt(ctx.database, key, outcome("failed", "unexpected"), ctx.now());
		return true;
	}
}

async function report(ctx: MailContext, job: RunningJob<Input>, name: string | null): Promise<void> {
	const { total, open, ...result } = await countOf(ctx.database, job.ownerId, job.id);
	job.progress({ done: total - open, total, note: name, result });
}
