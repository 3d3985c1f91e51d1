import { z } from "zod";
import type { Account } from "#shared/contracts/accounts.ts";
import type { Job } from "#shared/contracts/jobs.ts";
import { kindConnectedBy } from "#shared/providers.ts";
import { AppError } from "../../errors.ts";
import type { JobKind } from "../../platform/jobs/jobs.ts";
import { withAccountLock } from "../../platform/locks/account-lock.ts";
import type { AccountKey } from "../context/account-scope.ts";
import type { MailContext } from "../context/context.ts";
import { findOrCreateAccount, getAccount, requireProvider } from "../store/accounts.ts";
import { enqueueSync, syncJob } from "../sync/job.ts";
import { stopJobs, wipeMail } from "./delete-data.ts";

const KIND = kindConnectedBy("sample");
const NAME = "Demo mailbox";

export interface Started {
	account: Account;
	job: Job;
}

/** Idempotent: each user has at most one demo account, and a repeated call returns it. */
export async function startDemo(ctx: MailContext, ownerId: string): Promise<Started> {
	requireProvider(ctx, KIND);
	const { id, job } = await ctx.database.transaction(async () => {
		const id = await findOrCreateAccount(ctx, ownerId, { provider: KIND, name: NAME });
		return { id, job: await enqueueSync(ctx, ownerId, id) };
	});
	ctx.events.publish(ownerId, { type: "accounts" });
	return { account: await getAccount(ctx, ownerId, id), job };
}

const input = z.object({ accountId: z.uuid() });

/** Discards all changes in a demo account, then fills it with its initial data. */
export const resetJob: JobKind<z.infer<typeof input>, MailContext> = {
	name: "reset-demo",
	input,
	unit: "messages",
	concurrency: 1,
	attempts: 6,
	async run(ctx, job) {
		const account = { ownerId: job.ownerId, accountId: job.input.accountId };
		if (!(await isWiped(ctx, account, job.id))) {
			await stopJobs(ctx, job, account.accountId);
			await withAccountLock(ctx, { ...account, scope: "sync" }, job.signal, (lock) => wipeMail(ctx, account, lock));
			await ctx.database.exec(
				"update connected_accounts set settings = settings || jsonb_build_object('resetBy', $3::text) where owner_id = $1 and id = $2",
				[account.ownerId, account.accountId, job.id],
			);
			ctx.events.publish(account.ownerId, { type: "mail", accountId: account.accountId });
			ctx.events.publish(account.ownerId, { type: "operations" });
		}
		return syncJob.run(ctx, job);
	},
};

/** Keeps a resumed job from wiping what it has filled in since. */
async function isWiped(ctx: MailContext, account: AccountKey, jobId: string): Promise<boolean> {
	const rows = await ctx.database.query(
		"select 1 from connected_accounts where owner_id = $1 and id = $2 and settings->>'resetBy' = $3",
		[account.ownerId, account.accountId, jobId],
	);
	return rows.length > 0;
}

/** @throws AppError 404, or 409 `not-supported` for an account that is not a demo */
export async function resetDemo(ctx: MailContext, ownerId: string, id: string): Promise<Started> {
	const account = await getAccount(ctx, ownerId, id);
	if (account.provider !== KIND) throw new AppError(409, "not-supported", "Only a demo mailbox can be reset.");
	const request = { ownerId, accountId: id, input: { accountId: id }, dedupeKey: id };
	return { account, job: await ctx.jobs.enqueue(resetJob, request) };
}
