import { z } from "zod";
import { pause } from "#shared/pause.ts";
import type { JobKind } from "../../platform/jobs/jobs.ts";
import { requireProgress } from "../../progress.ts";
import { createClassifier } from "../classify/classifier.ts";
import type { MailContext } from "../context/context.ts";
import { createMaintenance } from "../store/maintenance.ts";
import { accountsWithoutListKeys, assignListKeys, countWithoutListKeys } from "../store/pending-list-keys.ts";
import { hasReaders } from "../store/readers.ts";

const input = z.object({ accountId: z.uuid() });

/** Messages per transaction, during which the embedded database serves no one else. */
const BATCH = 200;
const SHORT_PIECE = 50;
const GAP_MS = 20;

const state = z.object({ after: z.uuid().nullable(), done: z.number() });

/**
 * Determines the list and the category of messages that an older version stored, and updates the counts. It reads only
 * what is in the database, never raw messages: unsubscribe links in bodies are only known for mail that arrives from
 * now on.
 */
export const findListsJob: JobKind<z.infer<typeof input>, MailContext> = {
	name: "find-lists",
	input,
	unit: "messages",
	concurrency: 1,
	attempts: 6,
	async run(ctx, job) {
		const { ownerId, signal } = job;
		const { accountId } = job.input;
		const before = state.safeParse(job.previous);
		let { after, done } = before.success ? before.data : { after: null, done: 0 };
		const total = done + (await countWithoutListKeys(ctx.database, ownerId, accountId));
		const classifier = await createClassifier(ctx.database, ownerId, accountId);
		const maintenance = createMaintenance(ctx.database);
		const progress = requireProgress("Finding the lists of stored messages");
		for (;;) {
			signal.throwIfAborted();
			const isShort = hasReaders(ctx.database);
			const options = { after, limit: isShort ? SHORT_PIECE : BATCH, classifier };
			const found = await assignListKeys(ctx.database, ownerId, accountId, options);
			// A process of the older version may have stored messages before this position meanwhile.
			if (found.after === null && after === null) break;
			if (found.after !== null) progress(found.after);
			after = found.after;
			done += found.scanned;
			job.progress({ done, total, result: { after, done } });
			await maintenance.wrote(found.scanned);
			await job.yieldIfWaiting();
			if (isShort) await pause(GAP_MS, signal);
		}
		await maintenance.finish();
		if (done > 0) ctx.events.publish(ownerId, { type: "mail", accountId });
		return { messages: done };
	},
};

/** Enqueues or resumes the job for every account with messages left. Cheap when there are none. */
export async function findLists(ctx: Pick<MailContext, "database" | "jobs">): Promise<void> {
	for (const { ownerId, accountId } of await accountsWithoutListKeys(ctx.database)) {
		const request = { ownerId, accountId, input: { accountId }, dedupeKey: accountId };
		await ctx.jobs.enqueue(findListsJob, { ...request, background: true });
	}
}
