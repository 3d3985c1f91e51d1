import type { Context } from "#server/identity/auth/context.ts";
import type { RunningJob } from "#server/platform/jobs/jobs.ts";
import { newId } from "#shared/ids.ts";
import { restoreJob } from "./job.ts";
import { insertRestore } from "./store.ts";

/** A restore whose job the test runs itself, to interrupt it. */
export async function restoreRun(ctx: Context, ownerId: string, backupId: string) {
	const restoreId = newId();
	await ctx.database.transaction(() =>
		insertRestore(ctx, { ownerId, id: restoreId, backupId, target: null, jobId: newId() }),
	);
	const job: RunningJob<{ restoreId: string }> = {
		...{ id: restoreId, ownerId, accountId: null, input: { restoreId }, attempt: 1, previous: null },
		leaseId: "test-lease",
		signal: new AbortController().signal,
		progress: () => undefined,
		yieldIfWaiting: async () => undefined,
	};
	return {
		/** Runs it until a statement is cut off, as by a kill. @returns whether one was */
		async interrupted(isCut: (sql: string) => boolean): Promise<boolean> {
			const { database } = ctx;
			let isDead = false;
			const query: typeof database.query = (sql, ...rest) => {
				isDead ||= isCut(sql);
				if (isDead && /mail_restore|provider_state/.test(sql)) throw new Error("The process was killed");
				return database.query(sql, ...rest);
			};
			await restoreJob.run({ ...ctx, database: { ...database, query } }, job).catch((cause: unknown) => {
				if (!isDead) throw cause;
			});
			return isDead;
		},
		/** Continues it to its end. @returns the operation's id */
		finish: async (): Promise<string> => String((await restoreJob.run(ctx, job)).operationId),
	};
}
