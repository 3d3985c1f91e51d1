import { z } from "zod";
import { classifyRest } from "#kernel/categories.ts";
import { AppError } from "#kernel/errors.ts";
import { accountsIn, createQuotas, getAccount, recountJob, scanMailboxes } from "#kernel/mail.ts";
import type { MailContext } from "#kernel/module.ts";
import { finishJob, type JobKind, type RunningJob } from "#kernel/work.ts";
import type { Job } from "#shared/contracts/jobs.ts";
import { recordHealth } from "./health-history.ts";
import { NO_ACCESS_TOKEN } from "./scope.ts";

const input = z.object({ accountId: z.uuid().nullable() });
type Input = z.infer<typeof input>;

/** Sync, categories, counts. */
const STEPS = 3;

/** A full scan of mailboxes: syncs each, classifies mail without a category, counts it again, and records its health. */
export const fullScanJob: JobKind<Input, MailContext> = {
	name: "full-scan",
	input,
	unit: "steps",
	concurrency: 4,
	attempts: 3,
	async run(ctx, job) {
		const accounts = await accountsIn(ctx, job.ownerId, job.input.accountId);
		const scanned = await scanMailboxes(ctx, job, accounts, {
			steps: STEPS,
			async scan(account, step) {
				step(1, `Categorizing ${account.name}`);
				await classifyRest(ctx, job, account.id);
				step(2, `Counting ${account.name}`);
				await recount(ctx, job, account.id);
				const quota = await createQuotas(ctx)(job.ownerId, account.id);
				await recordHealth(ctx, job.ownerId, await getAccount(ctx, job.ownerId, account.id), quota);
			},
		});
		return { mailboxes: accounts.length, ...scanned };
	},
};

/** @throws AppError 404 for another user's mailbox, 409 `no-access-token` */
export async function startFullScan(ctx: MailContext, ownerId: string, accountId: string | null): Promise<Job> {
	if (accountId !== null) {
		const { status } = await getAccount(ctx, ownerId, accountId);
		if (status === "needs_sign_in") throw new AppError(409, "no-access-token", NO_ACCESS_TOKEN);
	}
	return ctx.jobs.enqueue(fullScanJob, { ownerId, accountId, input: { accountId }, dedupeKey: accountId ?? ownerId });
}

async function recount(ctx: MailContext, job: RunningJob<Input>, accountId: string): Promise<void> {
	const request = { ownerId: job.ownerId, accountId, input: { accountId }, dedupeKey: accountId, background: true };
	await finishJob(ctx.jobs, job, await ctx.jobs.enqueue(recountJob, request));
}
