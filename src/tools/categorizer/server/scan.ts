import { z } from "zod";
import { classifyJob } from "#kernel/categories.ts";
import type { Database } from "#kernel/database.ts";
import { AppError } from "#kernel/errors.ts";
import {
	countWithoutListKeys,
	enqueueSync,
	findListsJob,
	getAccount,
	listAccounts,
	RECEIVED_ROLES,
} from "#kernel/mail.ts";
import type { MailContext } from "#kernel/module.ts";
import type { JobKind, RunningJob } from "#kernel/work.ts";
import type { Account } from "#shared/contracts/accounts.ts";
import type { Job } from "#shared/contracts/jobs.ts";
import { pause } from "#shared/pause.ts";

const input = z.object({ accountId: z.uuid().nullable() });
type Input = z.infer<typeof input>;

/** A mailbox last synced this long ago, or longer, is synced again. */
const STALE_MS = 60_000;
/** Maximum wait for a sync: a first sync may take hours, and the scan then uses what has arrived. */
const LONGEST_WAIT_MS = 90_000;
const POLL_MS = 250;

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
	const sync = await waitFor(ctx, job, id, LONGEST_WAIT_MS);
	if (sync === null) return { state: "syncing" };
	return sync.state === "done"
		? { state: "here" }
		: { state: "failed", why: sync.error ?? "The check for new emails was canceled." };
}

/** Mail from older versions and mail the model has not processed: new mail is classified on arrival. */
async function classifyRest(ctx: MailContext, job: RunningJob<Input>, accountId: string): Promise<void> {
	const { ownerId } = job;
	const request = { ownerId, accountId, input: { accountId }, background: true };
	if ((await countWithoutListKeys(ctx.database, ownerId, accountId)) > 0)
		await finish(ctx, job, await ctx.jobs.enqueue(findListsJob, { ...request, dedupeKey: accountId }));
	if (await hasUnclassified(ctx.database, ownerId, accountId))
		await finish(ctx, job, await ctx.jobs.enqueue(classifyJob, { ...request, dedupeKey: `sort ${accountId}` }));
}

async function hasUnclassified(database: Database, ownerId: string, accountId: string): Promise<boolean> {
	const rows = await database.query(
		`select from mail_month_stats_v1 where owner_id = $1 and account_id = $2 and folder_role = any($3::text[]) and category = ''
		limit 1`,
		[ownerId, accountId, RECEIVED_ROLES],
	);
	return rows.length > 0;
}

/** @throws Error when it fails, so that the scan is retried */
async function finish(ctx: MailContext, job: RunningJob<Input>, { id }: Job): Promise<void> {
	const over = await waitFor(ctx, job, id, Number.POSITIVE_INFINITY);
	if (over?.state !== "done") throw new Error(over?.error ?? "The scan was canceled.");
}

/** @returns the job once it has ended; null on timeout */
async function waitFor(ctx: MailContext, job: RunningJob<Input>, id: string, longestMs: number): Promise<Job | null> {
	const deadline = Date.now() + longestMs;
	for (;;) {
		const other = await ctx.jobs.get(job.ownerId, id);
		if (other.state === "done" || other.state === "failed" || other.state === "cancelled") return other;
		if (Date.now() > deadline) return null;
		await pause(POLL_MS, job.signal);
	}
}

function isFresh({ lastSyncAt, syncStatus }: Account, now: number): boolean {
	return syncStatus === "idle" && lastSyncAt !== null && now - Date.parse(lastSyncAt) < STALE_MS;
}
