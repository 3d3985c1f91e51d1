import { z } from "zod";
import type { JobKind } from "../../platform/jobs/jobs.ts";
import { withAccountLock } from "../../platform/locks/account-lock.ts";
import type { MailContext } from "../context/context.ts";
import { refreshAllPeople } from "../people/refresh.ts";
import { revokeAccess } from "../sessions/session.ts";
import { markDeleting } from "../store/accounts.ts";
import { stopJobs, wipeFiles, wipeMail } from "./delete-data.ts";

const input = z.object({ accountId: z.uuid() });

/** Deletes an account that is marked `deleting`. Resumes with what is left after a crash. */
export const disconnectJob: JobKind<z.infer<typeof input>, MailContext> = {
	name: "disconnect",
	input,
	unit: "messages",
	concurrency: 1,
	attempts: 10,
	freesSpace: true,
	async run(ctx, job) {
		const account = { ownerId: job.ownerId, accountId: job.input.accountId };
		await stopJobs(ctx, job, account.accountId);
		const revoked = await revokeAccess(ctx, account.ownerId, account.accountId, job);
		// Deleting the mail may take long, so the credentials are deleted first.
		await ctx.database.exec("update connected_accounts set credentials = null where owner_id = $1 and id = $2", [
			account.ownerId,
			account.accountId,
		]);
		await withAccountLock(ctx, { ...account, scope: "sync" }, job.signal, (lock) => wipeMail(ctx, account, lock));
		await ctx.blobs.deleteAll(account.accountId);
		await wipeFiles(ctx, account);
		// Forgets people whom only this account knew.
		await refreshAllPeople(ctx.database, account.ownerId);
		await ctx.database.transaction(async () => {
			const values = [account.ownerId, account.accountId];
			await ctx.database.exec("delete from jobs where owner_id = $1 and account_id = $2 and id <> $3", [
				...values,
				job.id,
			]);
			await ctx.database.exec("delete from connected_accounts where owner_id = $1 and id = $2", values);
		});
		ctx.events.publish(job.ownerId, { type: "accounts" });
		return { revoked };
	},
};

/**
 * Hides the account from every list immediately; a job deletes its data.
 * @throws AppError 404
 */
export async function deleteAccount(ctx: MailContext, ownerId: string, id: string): Promise<void> {
	await ctx.database.transaction(async () => {
		await markDeleting(ctx, ownerId, id);
		await ctx.jobs.enqueue(disconnectJob, { ownerId, accountId: id, input: { accountId: id }, dedupeKey: id });
	});
	ctx.events.publish(ownerId, { type: "accounts" });
	ctx.events.publish(ownerId, { type: "mail", accountId: id });
}

/** Resumes deleting accounts whose job was canceled or failed: what users deleted must not stay. */
export async function resumeDeleting(ctx: MailContext): Promise<void> {
	const unfinished = await ctx.database.query<{ owner_id: string; id: string }>(
		"select owner_id, id from connected_accounts where status = 'deleting'",
		[],
	);
	for (const { owner_id: ownerId, id } of unfinished)
		await ctx.jobs.enqueue(disconnectJob, { ownerId, accountId: id, input: { accountId: id }, dedupeKey: id });
}
