import { notFound } from "#kernel/errors.ts";
import { enqueueSync, listAccounts } from "#kernel/mail.ts";
import type { MailContext } from "#kernel/module.ts";
import type { Account } from "#shared/contracts/accounts.ts";
import type { Job } from "#shared/contracts/jobs.ts";

/** Mailboxes synced more recently than this are skipped. */
const FRESH_MS = 5 * 60_000;

/**
 * Starts a sync of mailboxes that were not synced recently. Does not wait: lists come from stored mail.
 * @param accountId null: all of the owner's mailboxes
 * @throws AppError 404
 */
export async function syncStale(ctx: MailContext, ownerId: string, accountId: string | null): Promise<Job[]> {
	const accounts = (await listAccounts(ctx, ownerId)).filter(({ id }) => accountId === null || id === accountId);
	if (accountId !== null && accounts.length === 0) throw notFound("The mailbox");
	const jobs: Job[] = [];
	for (const account of accounts)
		if (isStale(account, ctx.now())) jobs.push(await enqueueSync(ctx, ownerId, account.id));
	return jobs;
}

function isStale({ capabilities, status, syncStatus, lastSyncAt }: Account, now: number): boolean {
	if (!capabilities.remote || (status !== "connected" && status !== "error")) return false;
	return syncStatus === "syncing" || lastSyncAt === null || now - Date.parse(lastSyncAt) > FRESH_MS;
}
