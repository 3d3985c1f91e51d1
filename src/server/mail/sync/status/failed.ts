import { RetryAfter, type RunningJob } from "../../../platform/jobs/jobs.ts";
import type { MailContext } from "../../context/context.ts";
import { isCurrentVersion, markNeedsSignIn } from "../../sessions/account-version.ts";
import { notifySyncFailed } from "./failure-mail.ts";
import { recordSync, type SyncOfAccount } from "./history.ts";
import { outcomeOf } from "./outcome.ts";
import { endSync } from "./status.ts";

/**
 * Records how a sync failed, on the account that it opened: if the user has stored other credentials or servers since,
 * nothing is recorded and the sync is repeated with them.
 * @param failed.version of the account that was opened; null if none was
 * @returns the error that the job ends with
 */
export async function endFailedSync(
	ctx: MailContext,
	job: Pick<RunningJob<unknown>, "signal" | "attempt">,
	failed: { sync: SyncOfAccount; version: string | null; attempts: number; cause: unknown },
): Promise<unknown> {
	const { sync, version, attempts, cause } = failed;
	const { ownerId, accountId } = sync;
	const end = outcomeOf(job, attempts, cause);
	const isRecorded = await ctx.database.transaction(async () => {
		const isCurrent = version === null || (await isCurrentVersion(ctx.database, sync, version));
		if (!isCurrent && end.status === "failed") return false;
		if (end.status !== null) await endSync(ctx.database, sync, { state: end.status, error: end.sentence });
		if (end.state !== null) await recordSync(ctx.database, sync, end.state, end.sentence);
		if (end.signInAgain) await markNeedsSignIn(ctx.database, sync);
		return true;
	});
	if (!isRecorded)
		return new RetryAfter(0, "The mailbox was reconnected in the meantime. The sync resumes.", { cause });
	if (end.emailedSentence !== null)
		await notifySyncFailed(ctx, ownerId, accountId, { reason: end.emailedSentence, version });
	return end.failure;
}
