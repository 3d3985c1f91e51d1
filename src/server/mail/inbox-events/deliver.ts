import { RetryAfter, type RunningJob } from "../../platform/jobs/jobs.ts";
import { withAccountLock } from "../../platform/locks/account-lock.ts";
import type { NewMail, ServerModule } from "../../platform/modules/module.ts";
import type { MailContext } from "../context/context.ts";
import type { InboxEventsInput } from "./enqueue.ts";
import { deleteInboxEvents, type InboxEvent, readyInboxEvents } from "./store.ts";

/** Messages delivered per batch. */
const AT_ONCE = 200;
const FIRST_WAIT_SECONDS = 2;
const LONGEST_WAIT_SECONDS = 900;

/** A module that handles new mail. */
export type Receiver = Pick<ServerModule<MailContext>, "name"> & Required<Pick<ServerModule<MailContext>, "onNewMail">>;

/**
 * Delivers an account's inbox events to the receivers, oldest first, batch by batch. An event is deleted once every
 * receiver has handled it without an error, so a crash causes a redelivery.
 */
export async function deliverInboxEvents(
	ctx: MailContext,
	receivers: readonly Receiver[],
	job: RunningJob<InboxEventsInput>,
): Promise<Record<string, unknown>> {
	const { ownerId, signal } = job;
	const { accountId } = job.input;
	return withAccountLock(ctx, { ownerId, accountId, scope: "inbox-events" }, signal, async () => {
		for (let delivered = 0; ; ) {
			signal.throwIfAborted();
			const rows = await readyInboxEvents(ctx.database, ownerId, accountId, AT_ONCE);
			if (rows.length === 0) return { messages: delivered };
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
			delivered += ids.length;
			job.progress({ done: delivered });
			await job.yieldIfWaiting();
		}
	});
}

/**
 * A failing receiver does not affect the others.
 * @returns the names of those that failed
 */
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
 * Everything is redelivered after a delay, except mail that arrived more than a day ago: that is given up, so that it
 * neither blocks later mail nor is redelivered forever.
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
