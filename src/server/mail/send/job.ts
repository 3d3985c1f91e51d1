import { z } from "zod";
import { pause } from "#shared/pause.ts";
import { startPolling } from "#shared/poll.ts";
import { type JobKind, RetryAfter } from "../../platform/jobs/jobs.ts";
import { requireProgress } from "../../progress.ts";
import type { MailContext } from "../context/context.ts";
import { enqueueFreshSync } from "../sync/job.ts";
import { deliverSome } from "./deliver.ts";
import { explanations } from "./explanations.ts";
import { accountsWithDue } from "./store.ts";

const input = z.object({ accountId: z.uuid() });
type Input = z.infer<typeof input>;

/** Messages that are due later, and those of a crashed process, are found this soon. */
const POLL_MS = 10_000;
/** Lets another process that waits for the lock send its message: longer than it waits between two attempts. */
const BREAK_MS = 250;
/** Accounts enqueued per poll. */
const MAX_ACCOUNTS = 500;

/** Sends an account's messages that are due, one after another. */
export const sendJob: JobKind<Input, MailContext> = {
	name: "send-mail",
	input,
	unit: "messages",
	concurrency: 16,
	attempts: 5,
	async run(ctx, job) {
		const account = { ownerId: job.ownerId, accountId: job.input.accountId };
		let done = 0;
		const on = { due: requireProgress("Sending mail"), step: () => job.progress({ done: ++done }) };
		for (;;) {
			job.signal.throwIfAborted();
			const step = await deliverSome(ctx, account, job.signal, on);
			if (step === null) {
				// So that the copies show in Sent and in their threads.
				if (done > 0) await enqueueFreshSync(ctx, account, "push");
				return { messages: done };
			}
			if (step.waitSeconds > 0) throw new RetryAfter(step.waitSeconds, explanations.limit);
			await job.yieldIfWaiting();
			if (!ctx.database.embedded) await pause(BREAK_MS, job.signal);
		}
	},
};

/** Enqueues the sending of an account's due messages. @param options.runNow also while a limit makes its job wait */
export async function enqueueSending(
	ctx: Pick<MailContext, "jobs">,
	ownerId: string,
	accountId: string,
	{ runNow = false }: { runNow?: boolean } = {},
): Promise<void> {
	const request = { ownerId, accountId, input: { accountId }, background: true, runNow };
	const job = await ctx.jobs.enqueue(sendJob, { ...request, dedupeKey: accountId });
	// The running job may have read the table just before this message was inserted.
	if (job.state === "running")
		await ctx.jobs.enqueue(sendJob, { ...request, dedupeKey: `${accountId}/after/${job.id}`, dependsOn: job.id });
}

/** Enqueues accounts with messages that are due and no job. */
export async function enqueueDue(ctx: MailContext): Promise<void> {
	for (const { ownerId, accountId } of await accountsWithDue(ctx.database, new Date(ctx.now()), MAX_ACCOUNTS))
		await ctx.jobs.enqueue(sendJob, {
			ownerId,
			accountId,
			input: { accountId },
			background: true,
			dedupeKey: accountId,
		});
}

/** @returns stops it */
export function pollDue(ctx: MailContext): () => Promise<void> {
	return startPolling(async () => {
		try {
			await enqueueDue(ctx);
		} catch (cause) {
			ctx.log.error({ err: cause, event: "send.poll_failed" }, "Could not look for due mail");
		}
		return POLL_MS;
	}, POLL_MS);
}
