import { z } from "zod";
import { AppError } from "../../errors.ts";
import { isCancelled } from "../../platform/jobs/cancelled.ts";
import type { JobKind, RunningJob } from "../../platform/jobs/jobs.ts";
import { withAccountLock } from "../../platform/locks/account-lock.ts";
import { requireProgress } from "../../progress.ts";
import type { MailContext } from "../context/context.ts";
import { rejectionMessage } from "../sessions/rejection-message.ts";
import { openSession } from "../sessions/session.ts";
import { type ItemKey, localItems, positionOf } from "./items.ts";
import { applyLocalBatch, batchSize, type LocalBatch, revert } from "./local.ts";
import { finishOperation, type OperationRow } from "./operation-rows.ts";
import { readOperation, type ShownRow } from "./operations.ts";
import { type Push, pushLocal } from "./push.ts";
import { asking } from "./server-wait.ts";

/** The job that runs an operation: changes the store, then the provider, batch by batch. */

const input = z.object({ operationId: z.uuid() });
type Input = z.infer<typeof input>;

/** About two hours of retries when a mail server is unreachable. */
export const ATTEMPTS = 12;
/** Minimum time between progress events of a long operation. */
const PROGRESS_EVERY_MS = 400;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

const kind = (name: string): JobKind<Input, MailContext> => ({
	name,
	input,
	unit: "messages",
	concurrency: 2,
	attempts: ATTEMPTS,
	run: (ctx, job) => runChange(ctx, job),
});

export const applyJob = kind("apply");
export const undoJob = kind("undo");

type Job = RunningJob<Input>;

export interface ChangeLimits {
	/** Milliseconds after which users are told that the server does not respond. */
	slowMs: number;
}

const LIMITS: ChangeLimits = { slowMs: 5_000 };

/** One attempt of an operation. @returns the result of the job */
export async function runChange(ctx: MailContext, job: Job, limits = LIMITS): Promise<Record<string, unknown>> {
	const { operationId } = job.input;
	try {
		await carryOut(ctx, job, limits);
	} catch (cause) {
		const over = isCancelled(job.signal) ? "cancelled" : isFinal(job, cause) ? "failed" : null;
		if (over !== null) {
			const reason = over === "cancelled" ? "It was canceled before the mailbox was changed." : sentenceOf(cause);
			await revertAll(ctx, job, reason);
			await end(ctx, job, over);
		}
		throw cause;
	}
	const operation = await end(ctx, job, await outcome(ctx, job));
	const { applied, skipped, failed } = operation;
	if (operation.state === "failed") throw new AppError(409, "refused", await firstReason(ctx, job));
	return { operationId, applied, skipped, failed };
}

async function carryOut(ctx: MailContext, job: Job, limits: ChangeLimits): Promise<void> {
	const { ownerId } = job;
	const { operationId } = job.input;
	const operation = await readOperation(ctx.database, ownerId, operationId);
	report(job, operation);
	for (let accountId = await nextAccount(ctx, job, FIRST_ID); accountId !== null; ) {
		await inAccount(ctx, job, { operation, limits, key: { ownerId, operationId, accountId } });
		accountId = await nextAccount(ctx, job, accountId);
	}
}

async function inAccount(
	ctx: MailContext,
	job: Job,
	{ operation, limits, key }: { operation: ShownRow; limits: ChangeLimits; key: ItemKey },
): Promise<void> {
	const lastAttempt = job.attempt >= ATTEMPTS;
	const { session, provider, environment } = await open(ctx, key, lastAttempt);
	const server = provider.mailServerOf?.(environment.account.settings) ?? null;
	const push: Omit<Push, "verify"> = {
		session,
		ask: asking(ctx, key, { ...limits, server, signal: job.signal }),
		signal: job.signal,
		lastAttempt,
		onWait: (seconds) => job.progress({ note: `The mail server asks to wait ${seconds} s` }),
	};
	const locked = <T>(work: (push: Push) => Promise<T>): Promise<T> =>
		withAccountLock(ctx, { ...key, scope: "push" }, job.signal, ({ signal, verify }) =>
			work({ ...push, signal, verify }),
		);
	const runBatch = operation.kind?.runBatch;
	const next = (after: string): Promise<LocalBatch> =>
		runBatch !== undefined
			? locked((lock) => runBatch(ctx, key, after, lock))
			: ctx.database.transaction(() => applyLocalBatch(ctx, key, { after, limit: batchSize(ctx) }));
	let lastPublished = 0;
	try {
		await locked((lock) => pushLocal(ctx, key, lock));
		for (let after: string | null = FIRST_ID; after !== null; ) {
			job.signal.throwIfAborted();
			const batch: LocalBatch = await next(after);
			after = batch.last;
			if (after !== null) await locked((lock) => pushLocal(ctx, key, lock));
			report(job, batch.operation);
			if (Date.now() - lastPublished < PROGRESS_EVERY_MS) continue;
			lastPublished = Date.now();
			ctx.events.publish(key.ownerId, { type: "mail", accountId: key.accountId });
		}
	} finally {
		await session.close();
		ctx.events.publish(key.ownerId, { type: "mail", accountId: key.accountId });
	}
}

async function open(ctx: MailContext, key: ItemKey, lastAttempt: boolean) {
	try {
		return await openSession(ctx, key.ownerId, key.accountId);
	} catch (cause) {
		throw new AppError(409, "refused", await rejectionMessage(ctx, key, cause, lastAttempt), { cause });
	}
}

function report(job: Job, { applied, skipped, failed, item_count }: OperationRow): void {
	job.progress({ done: applied + skipped + failed, total: item_count, note: null });
}

/** All messages refused is a failure; some refused is a count. */
async function outcome(ctx: MailContext, job: Job): Promise<"done" | "failed"> {
	const { applied, failed } = await readOperation(ctx.database, job.ownerId, job.input.operationId);
	return applied === 0 && failed > 0 ? "failed" : "done";
}

async function end(ctx: MailContext, job: Job, state: "done" | "failed" | "cancelled"): Promise<OperationRow> {
	const { ownerId, input } = job;
	const operation = await ctx.database.transaction(() =>
		finishOperation(ctx.database, { ownerId, operationId: input.operationId }, state),
	);
	ctx.events.publish(job.ownerId, { type: "operations" });
	return operation;
}

/** The queue retries other failures. */
function isFinal(job: Job, cause: unknown): boolean {
	return !job.signal.aborted && (cause instanceof AppError || job.attempt >= ATTEMPTS);
}

function sentenceOf(cause: unknown): string {
	return cause instanceof AppError ? cause.message : "Something went wrong on the server. See its log for details.";
}

/** Reverts what was never pushed to the provider. */
async function revertAll(ctx: MailContext, job: Job, reason: string): Promise<void> {
	const { ownerId } = job;
	const { operationId } = job.input;
	for (let accountId = await nextAccount(ctx, job, FIRST_ID); accountId !== null; ) {
		const key: ItemKey = { ownerId, operationId, accountId };
		await revertAccount(ctx, job, key, reason);
		ctx.events.publish(ownerId, { type: "mail", accountId });
		accountId = await nextAccount(ctx, job, accountId);
	}
}

/** Other operations of the account may be pushing these changes now: see `pushLocal`. */
async function revertAccount(ctx: MailContext, job: Job, key: ItemKey, reason: string): Promise<void> {
	const signal = isCancelled(job.signal) ? new AbortController().signal : job.signal;
	await withAccountLock(ctx, { ...key, scope: "push" }, signal, async (lock) => {
		const progress = requireProgress("Reverting changes");
		for (;;) {
			lock.signal.throwIfAborted();
			const items = await localItems(ctx.database, key, batchSize(ctx));
			if (items.length === 0) return;
			progress(positionOf(key, items));
			await revert(ctx, key, items, { reason, verify: lock.verify });
		}
	});
}

async function nextAccount(ctx: MailContext, job: Job, after: string): Promise<string | null> {
	const row = await ctx.database.one<{ account_id: string }>(
		`select account_id from operation_items where owner_id = $1 and operation_id = $2 and account_id > $3
		order by account_id limit 1`,
		[job.ownerId, job.input.operationId, after],
	);
	return row?.account_id ?? null;
}

async function firstReason(ctx: MailContext, job: Job): Promise<string> {
	const row = await ctx.database.one<{ reason: string }>(
		`select reason from operation_items where owner_id = $1 and operation_id = $2 and state = 'failed' and reason is not null limit 1`,
		[job.ownerId, job.input.operationId],
	);
	return row?.reason ?? "The mail server rejected the change.";
}
