import type { JobState } from "#shared/contracts/jobs.ts";
import type { MailContext } from "../context/context.ts";
import { finishOperation, type OperationRow } from "./operation-rows.ts";
import { applyJob } from "./run.ts";

/**
 * Finishes operations whose job ended without finishing them, such as one canceled before it started. What is already
 * changed here is still pushed to the provider. Operations that another process runs are skipped: their job has not
 * ended.
 * @param ownerId null: all owners, at server start
 */
export async function recoverOperations(ctx: MailContext, ownerId: string | null): Promise<void> {
	const interrupted = await ctx.database.query<Interrupted>(
		`select o.*, j.state as job_state from operations o left join jobs j on j.owner_id = o.owner_id and j.id = o.job_id
		where o.state = 'running' and ($1::text is null or o.owner_id = $1) and (j.id is null or j.state not in ('queued', 'running'))`,
		[ownerId],
	);
	for (const operation of interrupted) {
		await ctx.database.transaction(() => finishInterrupted(ctx, operation));
		ctx.events.publish(operation.owner_id, { type: "operations" });
	}
}

type Interrupted = OperationRow & { job_state: JobState | null };

/** Finishing and enqueueing share a transaction, so that no crash leaves a pending push that nothing picks up. */
async function finishInterrupted(ctx: MailContext, operation: Interrupted): Promise<void> {
	const { owner_id: ownerId, id, account_id: accountId } = operation;
	const state = operation.job_state === "cancelled" ? "cancelled" : "failed";
	await finishOperation(ctx.database, { ownerId, operationId: id }, state);
	const waiting = await ctx.database.query(
		"select 1 from operation_items where owner_id = $1 and operation_id = $2 and state = 'local' limit 1",
		[ownerId, id],
	);
	if (waiting.length > 0)
		await ctx.jobs.enqueue(applyJob, { ownerId, accountId, input: { operationId: id }, dedupeKey: id });
}
