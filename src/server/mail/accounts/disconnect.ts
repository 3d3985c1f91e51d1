import { z } from "zod";
import type { JobKind } from "../../platform/jobs/jobs.ts";
import { withAccountLock } from "../changes/account-lock.ts";
import type { MailContext } from "../context/context.ts";
import { revokeAccess } from "../sync/session.ts";
import { stopJobs, wipeFiles, wipeMail } from "./delete-data.ts";
import { markDeleting } from "./store.ts";

const input = z.object({ accountId: z.uuid() });

/** Deletes a mailbox that is marked as `deleting`. Begun again after a crash, it goes on with what is left. */
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
		const revoked = await revokeAccess(ctx, account.ownerId, account.accountId);
		// Deleting the mail may take long: what opens the mailbox does not wait for that.
		await ctx.database.query("update connected_accounts set credentials = null where owner_id = $1 and id = $2", [
			account.ownerId,
			account.accountId,
		]);
		await withAccountLock(ctx, { ...account, what: "sync" }, job.signal, () => wipeMail(ctx, account, job.signal));
		await ctx.blobs.deleteAll(account.accountId);
		await wipeFiles(ctx, account);
		await ctx.database.transaction(async (tx) => {
			const values = [account.ownerId, account.accountId];
			await ctx.database.query(
				"delete from jobs where owner_id = $1 and account_id = $2 and id <> $3",
				[...values, job.id],
				tx,
			);
			await ctx.database.query("delete from connected_accounts where owner_id = $1 and id = $2", values, tx);
		});
		ctx.events.publish(job.ownerId, { type: "accounts" });
		return { revoked };
	},
};

/** The account is gone from every list at once; the job deletes what is stored of it. @throws AppError 404 */
export async function deleteAccount(ctx: MailContext, ownerId: string, id: string): Promise<void> {
	await ctx.database.transaction(async (tx) => {
		await markDeleting(ctx, tx, ownerId, id);
		await ctx.jobs.enqueue(disconnectJob, { ownerId, accountId: id, input: { accountId: id }, dedupeKey: id }, tx);
	});
	ctx.events.publish(ownerId, { type: "accounts" });
	ctx.events.publish(ownerId, { type: "mail", accountId: id });
}

/** Goes on with deleting accounts whose job was cancelled or has given up: what people deleted must not stay. */
export async function resumeDeleting(ctx: MailContext): Promise<void> {
	const left = await ctx.database.query<{ owner_id: string; id: string }>(
		"select owner_id, id from connected_accounts where status = 'deleting'",
		[],
	);
	for (const { owner_id: ownerId, id } of left)
		await ctx.jobs.enqueue(disconnectJob, { ownerId, accountId: id, input: { accountId: id }, dedupeKey: id });
}
