import { z } from "zod";
import type { JobKind } from "../../platform/jobs/jobs.ts";
import type { MailContext } from "../context/context.ts";
import { lockAccount } from "../store/change.ts";
import { ofTarget, resolveCategories } from "./apply-override.ts";

const input = z.object({ accountId: z.uuid(), targetType: z.enum(["message", "sender", "list"]), target: z.string() });
type Input = z.infer<typeof input>;

/** Messages moved in one transaction. */
const CHUNK = 200;

/**
 * Moves the past mail of a sender or a list to its corrected category, or back. The result depends only on the
 * corrections active while it runs, so such jobs may run any number of times and in any order.
 */
export const reclassifyJob: JobKind<Input, MailContext> = {
	name: "reclassify",
	input,
	unit: "messages",
	concurrency: 1,
	attempts: 5,
	async run(ctx: MailContext, job) {
		const { database } = ctx;
		const { ownerId, signal } = job;
		const { accountId, targetType, target } = job.input;
		const rows = await database.query<{ id: string }>(
			`select id from emails where owner_id = $1 and account_id = $2 and ${ofTarget(targetType)} order by received_date desc`,
			[ownerId, accountId, target],
		);
		let moved = movedBefore(job.previous);
		for (let from = 0; from < rows.length; from += CHUNK) {
			signal.throwIfAborted();
			const ids = rows.slice(from, from + CHUNK).map(({ id }) => id);
			moved += await database.transaction(async () => {
				await lockAccount(database, accountId);
				return resolveCategories({ database, ownerId, accountId }, ids);
			});
			job.progress({ done: from + ids.length, total: rows.length, result: { moved } });
			await job.yieldIfWaiting();
		}
		ctx.events.publish(ownerId, { type: "mail", accountId });
		return { moved };
	},
};

function movedBefore(previous: Record<string, unknown> | null): number {
	return typeof previous?.moved === "number" ? previous.moved : 0;
}
