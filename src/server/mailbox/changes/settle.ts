import type { JobState } from "#shared/contracts/jobs.ts";
import type { Context } from "../../context.ts";
import { finishOperation, type OperationRow } from "./operations.ts";
import { applyJob } from "./run.ts";

/**
 * Ends operations whose job is over without having ended them, such as one cancelled before it began. What is changed
 * here already is still told to the provider.
 * @param ownerId null: everybody's, when the server starts
 */
export async function settleOperations(ctx: Context, ownerId: string | null): Promise<void> {
	const left = await ctx.database.query<OperationRow & { job_state: JobState | null }>(
		`select o.*, j.state as job_state from operations o left join jobs j on j.id = o.job_id
		where o.state = 'running' and ($1::text is null or o.owner_id = $1) and (j.id is null or j.state not in ('queued', 'running'))`,
		[ownerId],
	);
	for (const operation of left) {
		const state = operation.job_state === "cancelled" ? "cancelled" : "failed";
		await finishOperation(ctx.database, operation.owner_id, operation.id, state);
		const waiting = await ctx.database.query<{ account_id: string }>(
			"select account_id from operation_items where owner_id = $1 and operation_id = $2 and state = 'local' limit 1",
			[operation.owner_id, operation.id],
		);
		if (waiting.length > 0)
			await ctx.jobs.enqueue(applyJob, {
				ownerId: operation.owner_id,
				accountId: operation.account_id,
				input: { operationId: operation.id },
				dedupeKey: operation.id,
			});
		ctx.events.publish(operation.owner_id, { type: "operations" });
	}
}
