import { z } from "zod";
import type { JobKind, Jobs } from "../../platform/jobs/jobs.ts";
import type { AccountKey } from "../context/account-scope.ts";
import type { MailContext } from "../context/context.ts";
import { readConversations } from "./conversations.ts";
import { recentThreads } from "./recent-threads.ts";

const input = z.object({ accountId: z.uuid() });

/** Conversations read together. */
const CHUNK = 50;

/** Opens the messages of a mailbox's recent conversations that were not read by these rules yet. Resumes by what is stored. */
export const readActsJob: JobKind<z.infer<typeof input>, MailContext> = {
	name: "read-acts",
	input,
	unit: "conversations",
	concurrency: 1,
	attempts: 5,
	hidden: true,
	async run(ctx, job) {
		const { ownerId, signal } = job;
		const { accountId } = job.input;
		const threads = await recentThreads(ctx, ownerId, [accountId]);
		let stored = 0;
		for (let done = 0; done < threads.length; done += CHUNK) {
			signal.throwIfAborted();
			const chunk = threads.slice(done, done + CHUNK);
			stored += (await readConversations(ctx, { ownerId, threads: chunk, most: Number.POSITIVE_INFINITY })).stored;
			job.progress({ done: done + chunk.length, total: threads.length, result: {} });
			await job.yieldIfWaiting();
		}
		// Pages that show the lists ask again. Where nothing could be read they would ask for ever.
		if (stored > 0) ctx.events.publish(ownerId, { type: "mail", accountId });
		return {};
	},
};

/** Enqueues it, once at a time for each mailbox. */
export async function enqueueReadActs(jobs: Jobs, { ownerId, accountId }: AccountKey): Promise<void> {
	await jobs.enqueue(readActsJob, {
		...{ ownerId, accountId, input: { accountId } },
		...{ dedupeKey: `read-acts ${accountId}`, background: true },
	});
}
