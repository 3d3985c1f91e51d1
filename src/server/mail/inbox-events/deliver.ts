import { RetryAfter, type RunningJob } from "../../platform/jobs/jobs.ts";
import type { NewMail, ServerModule } from "../../platform/modules/module.ts";
import { withAccountLock } from "../changes/account-lock.ts";
import type { MailContext } from "../context/context.ts";
import type { InboxEventsInput } from "./enqueue.ts";
import { deleteInboxEvents, type InboxEvent, readyInboxEvents } from "./store.ts";

/** Messages that tools are told of at once. */
const AT_ONCE = 200;
const FIRST_WAIT_SECONDS = 2;
const LONGEST_WAIT_SECONDS = 900;

/** A part of the server that wants to know of new mail. */
export type Receiver = Pick<ServerModule<MailContext>, "name"> & Required<Pick<ServerModule<MailContext>, "onNewMail">>;

/**
 * Tells the receivers of what came into a mailbox, oldest first, one mailbox's batches one after another. A message is
 * forgotten once all have had it without a failure; so a crash anywhere has it told again.
 */
export async function deliverInboxEvents(
	ctx: MailContext,
	receivers: readonly Receiver[],
	job: RunningJob<InboxEventsInput>,
): Promise<Record<string, unknown>> {
	const { ownerId, signal } = job;
	const { accountId } = job.input;
	return withAccountLock(ctx, { ownerId, accountId, what: "arrivals" }, signal, async () => {
		for (let told = 0; ; ) {
			signal.throwIfAborted();
			const rows = await readyInboxEvents(ctx.database, ownerId, accountId, AT_ONCE);
			if (rows.length === 0) return { messages: told };
			const ids = rows.filter((row) => !row.isGone).map((row) => row.id);
			const failed = ids.length > 0 ? await deliverAll(ctx, receivers, { ownerId, accountId, ids, signal }) : [];
			const over = failed.length === 0 ? rows : rows.filter((row) => row.isGone || row.isOld);
			await deleteInboxEvents(
				ctx.database,
				ownerId,
				accountId,
				over.map((row) => row.id),
			);
			if (failed.length > 0) afterFailure(ctx, job, failed, rows);
			told += ids.length;
			job.progress({ done: told });
			await job.yieldIfWaiting();
		}
	});
}

/** One receiver's failure keeps none of the others from its mail. @returns who failed */
async function deliverAll(ctx: MailContext, receivers: readonly Receiver[], mail: NewMail): Promise<string[]> {
	const failed: string[] = [];
	for (const receiver of receivers) {
		try {
			await receiver.onNewMail(ctx, mail);
		} catch (cause) {
			mail.signal.throwIfAborted();
			failed.push(receiver.name);
			ctx.log.error({ err: cause, module: receiver.name, account: mail.accountId }, "new mail could not be looked at");
		}
	}
	return failed;
}

/**
 * All are told again after a while, save of mail that came longer ago than a day: that is given up, so that what comes
 * after it does not wait for it, and is not told again and again.
 * @throws RetryAfter unless all of it is given up
 */
function afterFailure(
	ctx: MailContext,
	job: RunningJob<InboxEventsInput>,
	modules: readonly string[],
	rows: readonly InboxEvent[],
): void {
	const given = rows.filter((row) => row.isOld && !row.isGone).map((row) => row.id);
	if (given.length > 0)
		ctx.log.error({ modules, account: job.input.accountId, ids: given }, "new mail is given up after a day");
	if (rows.every((row) => row.isOld || row.isGone)) return;
	const seconds = Math.min(FIRST_WAIT_SECONDS * 2 ** (job.attempt - 1), LONGEST_WAIT_SECONDS);
	throw new RetryAfter(seconds, "Something went wrong with new mail. The log says more; it is tried again by itself.");
}
