import { z } from "zod";
import { type SyncTrigger, syncTrigger } from "#shared/contracts/accounts.ts";
import type { Job } from "#shared/contracts/jobs.ts";
import { enqueueFresh } from "../../platform/jobs/enqueue-fresh.ts";
import type { JobKind, RunningJob } from "../../platform/jobs/jobs.ts";
import { withAccountLock } from "../../platform/locks/account-lock.ts";
import { resumeChanges } from "../changes/resume.ts";
import type { AccountKey } from "../context/account-scope.ts";
import type { MailContext } from "../context/context.ts";
import { publishInboxEvents } from "../inbox-events/publish.ts";
import { enqueueAttachmentTexts } from "../search/attachment-texts.ts";
import { enqueueTrustAgain } from "../sender-trust/job.ts";
import { recordReceivingServer } from "../sender-trust/receiving-server.ts";
import { openSession, providerEnvironment } from "../sessions/session.ts";
import { syncMailbox } from "./run.ts";
import { endFailedSync } from "./status/failed.ts";
import { recordSync } from "./status/history.ts";
import { completeSync, requestPoll } from "./status/status.ts";

const input = z.object({ accountId: z.uuid(), trigger: syncTrigger.optional() });
type Input = z.infer<typeof input>;

/**
 * Brings an account up to date: a first import, changes since the last sync, or the rest of either after an
 * interruption.
 */
export const syncJob: JobKind<Input, MailContext> = {
	name: "sync",
	input,
	unit: "messages",
	concurrency: (config) => config.workerSyncs,
	attempts: 6,
	async run(ctx, job) {
		const { ownerId } = job;
		const { accountId } = job.input;
		const sync = { ownerId, accountId, jobId: job.id, trigger: await triggerOf(ctx, job) };
		let version: string | null = null;
		try {
			// A late file starts a second sync, and a reset empties the mailbox: these must never run concurrently.
			const result = await withAccountLock(ctx, { ownerId, accountId, scope: "sync" }, job.signal, async (lock) => {
				const known = await providerEnvironment(ctx, ownerId, accountId);
				({ version } = known);
				const opened = await openSession(ctx, ownerId, accountId, known);
				try {
					await recordReceivingServer(ctx, { ownerId, accountId });
					if (!isAutomatic(sync.trigger)) ctx.events.publish(ownerId, { type: "accounts" });
					for (;;) {
						const { result, listedFor } = await syncMailbox(ctx, { ...job, signal: lock.signal }, opened, lock);
						const isComplete = await ctx.database.transaction(async () => {
							await lock.verify();
							return completeSync(ctx.database, { ownerId, accountId }, listedFor);
						});
						if (isComplete) return result;
					}
				} finally {
					await opened.session.close();
				}
			});
			await recordSync(ctx.database, sync, "done", null);
			await resumeChanges(ctx, { ownerId, accountId });
			await publishInboxEvents(ctx, ownerId, accountId);
			await enqueueAttachmentTexts(ctx, { ownerId, accountId });
			// By what this sync stored, another server may receive the mailbox's mail than was known.
			if (await recordReceivingServer(ctx, { ownerId, accountId }))
				await enqueueTrustAgain(ctx, { ownerId, accountId });
			return result;
		} catch (cause) {
			throw await endFailedSync(ctx, job, { sync, version, attempts: syncJob.attempts, cause });
		} finally {
			ctx.events.publish(ownerId, { type: "accounts" });
		}
	},
};

/** Started automatically, so no user is waiting for it. */
function isAutomatic(trigger: SyncTrigger): boolean {
	return trigger === "schedule" || trigger === "push";
}

async function triggerOf(ctx: MailContext, job: RunningJob<Input>): Promise<SyncTrigger> {
	const rows = await ctx.database.query(
		"select 1 from email_sync_status where owner_id = $1 and account_id = $2 and last_sync_at is not null",
		[job.ownerId, job.input.accountId],
	);
	return rows.length === 0 ? "first" : (job.input.trigger ?? "user");
}

/**
 * Enqueues a sync that a user requested, or returns the active one; if that is running, it polls for changes soon. One
 * that is ending has listed the mailbox already: another follows it.
 */
export async function enqueueSync(
	ctx: Pick<MailContext, "jobs" | "database">,
	ownerId: string,
	accountId: string,
): Promise<Job> {
	const request = { ownerId, accountId, input: { accountId }, dedupeKey: accountId, runNow: true };
	const job = await ctx.jobs.enqueue(syncJob, request);
	if (job.state !== "running") return job;
	const last = await requestPoll(ctx.database, ownerId, accountId);
	const isEnding = last.jobId === job.id && !last.isListening;
	return isEnding ? enqueueFresh(ctx, syncJob, request, {}) : job;
}

/** Enqueues a scheduled sync, unless one is queued or running. */
export async function enqueueScheduledSync(
	ctx: Pick<MailContext, "jobs">,
	ownerId: string,
	accountId: string,
): Promise<void> {
	const request = { ownerId, accountId, input: { accountId, trigger: "schedule" as const }, dedupeKey: accountId };
	await ctx.jobs.enqueue(syncJob, { ...request, background: true, here: true });
}

/**
 * Guarantees a sync that starts after this call: a running one may have listed the mailbox before the change, so
 * another is queued to follow it.
 * @param trigger `push`: runs in the background, and in this process if it has workers, because its session is open
 * here
 */
export async function enqueueFreshSync(
	ctx: Pick<MailContext, "jobs" | "database" | "config">,
	{ ownerId, accountId }: AccountKey,
	trigger: "user" | "push",
): Promise<Job> {
	const isPush = trigger === "push";
	const request = {
		ownerId,
		accountId,
		input: { accountId, trigger },
		background: isPush,
		here: isPush && ctx.config.roles.has("worker"),
		runNow: true,
	};
	return enqueueFresh(
		ctx,
		syncJob,
		{ ...request, dedupeKey: accountId },
		// It may run for hours, but checks for requests from time to time.
		{ onRunning: async () => void (await requestPoll(ctx.database, ownerId, accountId)) },
	);
}
