import { finishJob, type WaitingJob } from "../../platform/jobs/wait.ts";
import type { MailContext } from "../context/context.ts";
import { findListsJob } from "../lists/find-lists.ts";
import { countWithoutListKeys } from "../store/pending-list-keys.ts";
import { RECEIVED_ROLES } from "../store/rollups/rollup-scope.ts";
import { classifyJob, classifyRequest } from "./job.ts";

/**
 * Finds lists and categories of an account's mail that has none: mail from older versions, and mail that the model has
 * not processed. New mail is classified on arrival.
 * @param waiting the job that waits for it
 * @throws Error when that fails, so that the waiting job is retried
 */
export async function classifyRest(
	{ database, jobs }: Pick<MailContext, "database" | "jobs">,
	waiting: WaitingJob,
	accountId: string,
): Promise<void> {
	const { ownerId } = waiting;
	if ((await countWithoutListKeys(database, ownerId, accountId)) > 0) {
		const request = { ownerId, accountId, input: { accountId }, dedupeKey: accountId, background: true };
		await finishJob(jobs, waiting, await jobs.enqueue(findListsJob, request));
	}
	const unclassified = await database.query(
		`select from day_stats where owner_id = $1 and account_id = $2 and folder_role = any($3::text[]) and category = ''
		limit 1`,
		[ownerId, accountId, RECEIVED_ROLES],
	);
	if (unclassified.length > 0)
		await finishJob(jobs, waiting, await jobs.enqueue(classifyJob, classifyRequest(ownerId, accountId)));
}
