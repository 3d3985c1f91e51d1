import { z } from "zod";
import { classifyRest } from "#kernel/categories.ts";
import { accountsIn, getAccount, scanMailboxes } from "#kernel/mail.ts";
import type { MailContext } from "#kernel/module.ts";
import type { JobKind } from "#kernel/work.ts";
import type { Job } from "#shared/contracts/jobs.ts";

const input = z.object({ accountId: z.uuid().nullable() });
type Input = z.infer<typeof input>;

/** Syncs mailboxes, then classifies mail without a category. */
export const scanJob: JobKind<Input, MailContext> = {
	name: "categorize",
	input,
	unit: "mailboxes",
	concurrency: 4,
	attempts: 3,
	async run(ctx, job) {
		const accounts = await accountsIn(ctx, job.ownerId, job.input.accountId);
		return scanMailboxes(ctx, job, accounts, {
			steps: 1,
			async scan(account, step) {
				step(0, `Categorizing ${account.name}`);
				await classifyRest(ctx, job, account.id);
			},
		});
	},
};

/** @throws AppError 404 for another user's mailbox */
export async function startScan(ctx: MailContext, ownerId: string, accountId: string | null): Promise<Job> {
	if (accountId !== null) await getAccount(ctx, ownerId, accountId);
	return ctx.jobs.enqueue(scanJob, { ownerId, accountId, input: { accountId }, dedupeKey: accountId ?? ownerId });
}
