import type { Context } from "#server/identity/auth/context.ts";
import type { RunningJob } from "#server/platform/jobs/jobs.ts";
import { newId } from "#shared/ids.ts";
import { interceptedStatements } from "#test/intercepted-statements.ts";
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
			let isDead = false;
			const database = interceptedStatements(ctx.database, async (sql, values, run) => {
				isDead ||= isCut(sql);
				if (isDead && /mail_restore|provider_state/.test(sql)) throw new Error("The process was killed");
				return run(sql, values);
			});
			await restoreJob.run({ ...ctx, database }, job).catch((cause: unknown) => {
				if (!isDead) throw cause;
			});
			return isDead;
		},
		/** Continues it to its end. @returns the operation's id */
		finish: async (): Promise<string> => String((await restoreJob.run(ctx, job)).operationId),
	};
}
