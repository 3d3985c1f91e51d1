import { z } from "zod";
import type { Job } from "#shared/contracts/jobs.ts";
import type { Context } from "../../context.ts";
import type { Queryable } from "../../db/database.ts";
import { AppError } from "../../errors.ts";
import type { JobKind } from "../../jobs/jobs.ts";
import { tellOfFailedSync } from "../../settings/failed-sync.ts";
import { inTurn } from "../changes/turns.ts";
import { AuthExpired, Unavailable } from "../provider-errors.ts";
import { syncMailbox } from "./run.ts";
import { openSession } from "./session.ts";
import { endSync } from "./status.ts";

const input = z.object({ accountId: z.uuid() });

/** Brings an account up to date: a first import, what is new since, or the rest of either after an interruption. */
export const syncJob: JobKind<z.infer<typeof input>> = {
	name: "sync",
	input,
	unit: "messages",
	concurrency: 2,
	attempts: 6,
	async run(ctx, job) {
		const { ownerId } = job;
		const { accountId } = job.input;
		try {
			// A file that comes late brings a second sync, and a reset empties the mailbox: never side by side.
			return await inTurn(ctx, { ownerId, accountId, what: "sync" }, job.signal, async () => {
				const { session } = await openSession(ctx, ownerId, accountId);
				try {
					ctx.events.publish(ownerId, { type: "accounts" });
					const result = await syncMailbox(ctx, job, session);
					await endSync(ctx.database, ownerId, accountId, "idle", null);
					return result;
				} finally {
					await session.close();
				}
			});
		} catch (cause) {
			const failure = await noteFailure(ctx, ownerId, accountId, job.signal, cause);
			if (failure instanceof AppError && !job.signal.aborted)
				await tellOfFailedSync(ctx, ownerId, accountId, failure.message);
			else if (job.attempt >= syncJob.attempts && !job.signal.aborted)
				await tellOfFailedSync(ctx, ownerId, accountId, "It was tried several times without success.");
			throw failure;
		} finally {
			ctx.events.publish(ownerId, { type: "accounts" });
		}
	},
};

/** Starts a sync, or gives back the one that is under way. */
export function enqueueSync(
	ctx: Pick<Context, "jobs">,
	ownerId: string,
	accountId: string,
	tx?: Queryable,
): Promise<Job> {
	return ctx.jobs.enqueue(syncJob, { ownerId, accountId, input: { accountId }, dedupeKey: accountId }, tx);
}

/** Writes down at the account why the sync ended. @returns what the job ends with */
async function noteFailure(
	ctx: Context,
	ownerId: string,
	accountId: string,
	signal: AbortSignal,
	cause: unknown,
): Promise<unknown> {
	if (signal.aborted) {
		const isCancelled = signal.reason instanceof AppError && signal.reason.code === "cancelled";
		// A process that stops leaves the account as syncing: it goes on after the restart.
		if (isCancelled) await endSync(ctx.database, ownerId, accountId, "idle", "The sync was cancelled.");
		return signal.reason;
	}
	const failure = inWords(cause);
	await endSync(ctx.database, ownerId, accountId, "failed", failure.message);
	if (cause instanceof AuthExpired)
		await ctx.database.query(
			"update connected_accounts set status = 'needs_sign_in', updated_at = now() where owner_id = $1 and id = $2 and status <> 'deleting'",
			[ownerId, accountId],
		);
	// Only what another attempt cannot better ends the job.
	return failure instanceof AppError ? failure : cause;
}

function inWords(cause: unknown): Error {
	if (cause instanceof AppError) return cause;
	if (cause instanceof AuthExpired)
		return new AppError(409, "needs-sign-in", "The mailbox asks to sign in again. Reconnect it, then sync.", { cause });
	if (cause instanceof Unavailable) return new Error("The mail server cannot be reached. It is tried again by itself.");
	return new Error("Something went wrong on the server. The log says more; the sync is tried again by itself.");
}
