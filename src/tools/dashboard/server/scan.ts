import { z } from "zod";
import { classifyRest } from "#kernel/categories.ts";
import { AppError } from "#kernel/errors.ts";
import { createQuotas, enqueueSync, getAccount, recountJob } from "#kernel/mail.ts";
import type { MailContext } from "#kernel/module.ts";
import { finishJob, type JobKind, type RunningJob, waitForJob } from "#kernel/work.ts";
import type { Account } from "#shared/contracts/accounts.ts";
import type { Job } from "#shared/contracts/jobs.ts";
import { recordHealth } from "./health-history.ts";
import { accountsIn, NO_ACCESS_TOKEN } from "./scope.ts";

const input = z.object({ accountId: z.uuid().nullable() });
type Input = z.infer<typeof input>;

/** Maximum wait for a sync: a first sync may take hours, and the scan then uses what has arrived. */
const MAX_WAIT_MS = 10 * 60_000;
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
		const total = accounts.length * STEPS;
		const stillSyncing: string[] = [];
		const faults: string[] = [];
		for (const [index, account] of accounts.entries()) {
			const step = (done: number, note: string) => job.progress({ done: index * STEPS + done, total, note });
			step(0, `Checking for new emails in ${account.name}`);
			const fault = await sync(ctx, job, account);
			if (fault === "syncing") stillSyncing.push(account.name);
			else if (fault !== null) faults.push(accounts.length === 1 ? fault : `${account.name}: ${fault}`);
			step(1, `Categorizing ${account.name}`);
			await classifyRest(ctx, job, account.id);
			step(2, `Counting ${account.name}`);
			await recount(ctx, job, account.id);
			const quota = await createQuotas(ctx)(job.ownerId, account.id);
			await recordHealth(ctx, job.ownerId, await getAccount(ctx, job.ownerId, account.id), quota);
		}
		job.progress({ done: total, total, note: null });
		if (faults.length > 0) throw new AppError(502, "scan-incomplete", faults.join(" "));
		return { mailboxes: accounts.length, stillSyncing };
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

/** @returns null when the mailbox is up to date, `syncing` when that takes longer, otherwise why it failed */
async function sync(ctx: MailContext, job: RunningJob<Input>, account: Account): Promise<string | null> {
	if (!account.capabilities.remote || account.status === "disconnected") return null;
	if (account.status === "needs_sign_in") return NO_ACCESS_TOKEN;
	const { id } = await enqueueSync(ctx, job.ownerId, account.id);
	const over = await waitForJob(ctx.jobs, job, id, MAX_WAIT_MS);
	if (over === null) return "syncing";
	return over.state === "done" ? null : (over.error ?? "The check for new emails was canceled.");
}

async function recount(ctx: MailContext, job: RunningJob<Input>, accountId: string): Promise<void> {
	const request = { ownerId: job.ownerId, accountId, input: { accountId }, dedupeKey: accountId, background: true };
	await finishJob(ctx.jobs, job, await ctx.jobs.enqueue(recountJob, request));
}
