import { z } from "zod";
import { classifyRest } from "#kernel/categories.ts";
import { AppError } from "#kernel/errors.ts";
import { enqueueSync, getAccount, listAccounts } from "#kernel/mail.ts";
import type { MailContext } from "#kernel/module.ts";
import { type JobKind, type RunningJob, waitForJob } from "#kernel/work.ts";
import type { Account } from "#shared/contracts/accounts.ts";
import type { Job } from "#shared/contracts/jobs.ts";

const input = z.object({ accountId: z.uuid().nullable() });
type Input = z.infer<typeof input>;

/** A mailbox last synced this long ago, or longer, is synced again. */
const STALE_MS = 60_000;
/** Maximum wait for a sync: a first sync may take hours, and the scan then uses what has arrived. */
const MAX_WAIT_MS = 90_000;

/** Syncs mailboxes, then classifies mail without a category. */
export const scanJob: JobKind<Input, MailContext> = {
	name: "categorize",
	input,
	unit: "mailboxes",
	concurrency: 4,
	attempts: 3,
	async run(ctx, job) {
		const all = await listAccounts(ctx, job.ownerId);
		const accounts = all.filter(({ id }) => job.input.accountId === null || id === job.input.accountId);
		const stillSyncing: string[] = [];
		const faults: string[] = [];
		for (const [index, account] of accounts.entries()) {
			job.progress({ done: index, total: accounts.length, note: `Checking for new emails in ${account.name}` });
			const newMail = await findNewMail(ctx, job, account);
			if (newMail.state === "syncing") stillSyncing.push(account.name);
			if (newMail.state === "failed")
				faults.push(accounts.length === 1 ? newMail.why : `${account.name}: ${newMail.why}`);
			job.progress({ note: `Categorizing ${account.name}` });
			await classifyRest(ctx, job, account.id);
		}
		job.progress({ done: accounts.length, total: accounts.length, note: null });
		if (faults.length > 0) throw new AppError(502, "scan-incomplete", faults.join(" "));
		return { stillSyncing };
	},
};

/** @throws AppError 404 for another user's mailbox */
export async function startScan(ctx: MailContext, ownerId: string, accountId: string | null): Promise<Job> {
	if (accountId !== null) await getAccount(ctx, ownerId, accountId);
	return ctx.jobs.enqueue(scanJob, { ownerId, accountId, input: { accountId }, dedupeKey: accountId ?? ownerId });
}

type NewMailFound = { state: "here" | "syncing" } | { state: "failed"; why: string };

async function findNewMail(ctx: MailContext, job: RunningJob<Input>, account: Account): Promise<NewMailFound> {
	if (!account.capabilities.remote || account.status === "disconnected" || isFresh(account, ctx.now()))
		return { state: "here" };
	if (account.status === "needs_sign_in")
		return { state: "failed", why: "Sign in to this mailbox again to receive new emails." };
	const { id } = await enqueueSync(ctx, job.ownerId, account.id);
	const sync = await waitForJob(ctx.jobs, job, id, MAX_WAIT_MS);
	if (sync === null) return { state: "syncing" };
	return sync.state === "done"
		? { state: "here" }
		: { state: "failed", why: sync.error ?? "The check for new emails was canceled." };
}

function isFresh({ lastSyncAt, syncStatus }: Account, now: number): boolean {
	return syncStatus === "idle" && lastSyncAt !== null && now - Date.parse(lastSyncAt) < STALE_MS;
}
