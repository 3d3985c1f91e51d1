import { z } from "zod";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { JobKind, RunningJob } from "#server/jobs/jobs.ts";
import { getAccount, listAccounts } from "#server/mailbox/accounts/store.ts";
import { enqueueSync } from "#server/mailbox/sync/job.ts";
import type { Account } from "#shared/contracts/accounts.ts";
import type { Job } from "#shared/contracts/jobs.ts";
import { pause } from "#shared/pause.ts";

const input = z.object({ accountId: z.uuid().nullable() });
type Input = z.infer<typeof input>;

/** A mailbox that was looked at so long ago, or longer, is looked at again. */
const STALE_MS = 60_000;
/** A first sync may take hours: what is here by then is what the scan finds. */
const LONGEST_WAIT_MS = 90_000;
const LOOK_EVERY_MS = 250;

/** Brings mailboxes up to date, then sorts what has no category yet. */
export const scanJob: JobKind<Input> = {
	name: "categorise",
	input,
	unit: "mailboxes",
	concurrency: 4,
	attempts: 3,
	async run(ctx, job) {
		const all = await listAccounts(ctx, job.ownerId);
		const accounts = all.filter(({ id }) => job.input.accountId === null || id === job.input.accountId);
		const stillComing: string[] = [];
		const faults: string[] = [];
		for (const [index, account] of accounts.entries()) {
			job.progress({ done: index, total: accounts.length, note: `Looking for new mail in ${account.name}` });
			const news = await lookForNews(ctx, job, account);
			if (news.state === "coming") stillComing.push(account.name);
			if (news.state === "failed") faults.push(accounts.length === 1 ? news.why : `${account.name}: ${news.why}`);
		}
		job.progress({ done: accounts.length, total: accounts.length, note: null });
		if (faults.length > 0) throw new AppError(502, "scan-incomplete", faults.join(" "));
		return { stillComing };
	},
};

/** @throws AppError 404 for another person's mailbox */
export async function startScan(ctx: Context, ownerId: string, accountId: string | null): Promise<Job> {
	if (accountId !== null) await getAccount(ctx, ownerId, accountId);
	return ctx.jobs.enqueue(scanJob, { ownerId, accountId, input: { accountId }, dedupeKey: accountId ?? ownerId });
}

type News = { state: "here" | "coming" } | { state: "failed"; why: string };

async function lookForNews(ctx: Context, job: RunningJob<Input>, account: Account): Promise<News> {
	if (!account.capabilities.remote || account.status === "disconnected" || isFresh(account, ctx.now()))
		return { state: "here" };
	if (account.status === "needs_sign_in")
		return { state: "failed", why: "The mailbox asks you to sign in again before new mail can arrive." };
	const { id } = await enqueueSync(ctx, job.ownerId, account.id);
	const deadline = Date.now() + LONGEST_WAIT_MS;
	for (;;) {
		const sync = await ctx.jobs.get(job.ownerId, id);
		if (sync.state === "done") return { state: "here" };
		if (sync.state === "failed" || sync.state === "cancelled")
			return { state: "failed", why: sync.error ?? "Looking for new mail was cancelled." };
		if (Date.now() > deadline) return { state: "coming" };
		await pause(LOOK_EVERY_MS, job.signal);
	}
}

function isFresh({ lastSyncAt, syncStatus }: Account, now: number): boolean {
	return syncStatus === "idle" && lastSyncAt !== null && now - Date.parse(lastSyncAt) < STALE_MS;
}
