import type { Account } from "#shared/contracts/accounts.ts";
import type { Job } from "#shared/contracts/jobs.ts";
import { AppError } from "../../errors.ts";
import type { MailContext } from "../../mail/context/context.ts";
import { enqueueSync } from "../../mail/sync/job.ts";
import type { RunningJob } from "../../platform/jobs/jobs.ts";
import { waitForJob } from "../../platform/jobs/wait.ts";

/**
 * A mailbox synced this recently is up to date. Who scans expects the email that has just arrived, so it is short; and
 * long enough that scans of several tools, one after another, sync once.
 */
const FRESH_MS = 60_000;
/** Maximum wait for a sync: a first sync may take hours, and the scan then uses what has arrived. */
const MAX_WAIT_MS = 90_000;

/** Starts a sync of each mailbox that is not up to date. Does not wait. */
export async function syncStale(ctx: MailContext, ownerId: string, accounts: readonly Account[]): Promise<Job[]> {
	const stale = accounts.filter((one) => one.status !== "needs_sign_in" && isStale(one, ctx.now()));
	return Promise.all(stale.map(({ id }) => enqueueSync(ctx, ownerId, id)));
}

function isStale({ capabilities, status, syncStatus, lastSyncAt }: Account, now: number): boolean {
	if (!capabilities.remote || status === "disconnected") return false;
	return syncStatus !== "idle" || lastSyncAt === null || now - Date.parse(lastSyncAt) >= FRESH_MS;
}

interface MailboxScan {
	/** Steps of each mailbox: the first one waits for new mail. */
	steps: number;
	/** What follows, for each mailbox. */
	scan(account: Account, step: (done: number, note: string) => void): Promise<void>;
}

/**
 * Brings mailboxes up to date, one after another, and scans each, also where the sync failed.
 * @returns names of the mailboxes whose sync takes longer
 * @throws AppError 502 `scan-incomplete` once all are scanned, with why syncs failed
 */
export async function scanMailboxes(
	ctx: MailContext,
	job: RunningJob<unknown>,
	accounts: readonly Account[],
	{ steps, scan }: MailboxScan,
): Promise<{ stillSyncing: string[] }> {
	const total = accounts.length * steps;
	const stillSyncing: string[] = [];
	const faults: string[] = [];
	for (const [index, account] of accounts.entries()) {
		const step = (done: number, note: string) => job.progress({ done: index * steps + done, total, note });
		step(0, `Checking for new emails in ${account.name}`);
		const fault = await bringUpToDate(ctx, job, account);
		if (fault === "syncing") stillSyncing.push(account.name);
		else if (fault !== null) faults.push(accounts.length === 1 ? fault : `${account.name}: ${fault}`);
		await scan(account, step);
	}
	job.progress({ done: total, total, note: null });
	if (faults.length > 0) throw new AppError(502, "scan-incomplete", faults.join(" "));
	return { stillSyncing };
}

/** @returns null when the mailbox is up to date, `syncing` when that takes longer, otherwise why it failed */
async function bringUpToDate(ctx: MailContext, job: RunningJob<unknown>, account: Account): Promise<string | null> {
	if (!isStale(account, ctx.now())) return null;
	if (account.status === "needs_sign_in") return "Sign in to this mailbox again to receive new emails.";
	const { id } = await enqueueSync(ctx, job.ownerId, account.id);
	const sync = await waitForJob(ctx.jobs, job, id, MAX_WAIT_MS);
	if (sync === null) return "syncing";
	return sync.state === "done" ? null : (sync.error ?? "The check for new emails was canceled.");
}
