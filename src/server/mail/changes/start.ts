import type { Job } from "#shared/contracts/jobs.ts";
import type { Operation } from "#shared/contracts/plans.ts";
import { type AppError, conflict } from "../../errors.ts";
import type { MailContext } from "../context/context.ts";
import { findKind } from "./kinds.ts";
import { applyLocalBatch } from "./local.ts";
import { planExpired } from "./open-plan.ts";
import type { OperationRow } from "./operation-rows.ts";
import { present, readOperation, type ShownRow } from "./operations.ts";
import { applyJob, undoJob } from "./run.ts";

/** Up to this many messages are changed here before the request is answered; the job pushes them to the provider. */
const AT_ONCE = 100;

export interface Started {
	job: Job;
	operation: Operation;
}

/**
 * Applies a plan. Idempotent: a repeated call returns the same operation and job.
 * @param device of the caller: see `Caller`
 * @throws AppError 404, 409 `nothing-selected` when every message was taken out, or 410 `plan-expired`
 */
export async function applyPlan(
	ctx: MailContext,
	ownerId: string,
	id: string,
	device: string | null = null,
): Promise<Started> {
	const begun = await ctx.database.transaction(async () => {
		const row = await ctx.database.one<{ id: string }>(
			"select id from operations where owner_id = $1 and id = $2 and state = 'planned' and item_count > 0 and expires_at > $3 for update",
			[ownerId, id, new Date(ctx.now())],
		);
		return row === undefined ? null : beginOperation(ctx, { ownerId, id, device });
	});
	if (begun !== null) return notifyStarted(ctx, ownerId, begun);
	const row = await readOperation(ctx.database, ownerId, id);
	if (row.job_id === null) throw row.item_count === 0 ? emptyPlan() : planExpired();
	return { job: await ctx.jobs.get(ownerId, row.job_id), operation: present(row) };
}

function emptyPlan(): AppError {
	return conflict("nothing-selected", "All messages were excluded from this plan, so there is nothing to change.");
}

/** What the caller of `beginOperation` publishes after its transaction. */
export interface StartedOperation {
	job: Job;
	row: ShownRow;
	accounts: string[];
}

/** Starts an operation whose list is frozen; small ones change the store immediately, in the same transaction. */
export async function beginOperation(
	ctx: MailContext,
	{ ownerId, id, device }: { ownerId: string; id: string; device: string | null },
): Promise<StartedOperation> {
	const { database } = ctx;
	const row = await database.one<OperationRow>(
		"update operations set state = 'running', started_at = clock_timestamp(), device = $3 where owner_id = $1 and id = $2 returning *",
		[ownerId, id, device],
	);
	if (row === undefined) throw new Error("The operation to begin is gone");
	const request = { ownerId, accountId: row.account_id, input: { operationId: id }, dedupeKey: id };
	const job = await ctx.jobs.enqueue(row.undo_of === null ? applyJob : undoJob, request);
	await database.exec("update operations set job_id = $3 where owner_id = $1 and id = $2", [ownerId, id, job.id]);
	const accounts: string[] = [];
	if (row.item_count <= AT_ONCE && findKind(database, row.action.type)?.runBatch === undefined) {
		const involved = await database.query<{ account_id: string }>(
			"select distinct account_id from operation_items where owner_id = $1 and operation_id = $2",
			[ownerId, id],
		);
		for (const { account_id: accountId } of involved) {
			accounts.push(accountId);
			const key = { ownerId, operationId: id, accountId };
			await applyLocalBatch(ctx, key, { after: "00000000-0000-0000-0000-000000000000", limit: AT_ONCE });
		}
	}
	return { job, row: await readOperation(database, ownerId, id), accounts };
}

/** Publishes the events of a started operation. Call it after the commit. */
export function notifyStarted(ctx: MailContext, ownerId: string, { job, row, accounts }: StartedOperation): Started {
	for (const accountId of accounts) ctx.events.publish(ownerId, { type: "mail", accountId });
	ctx.events.publish(ownerId, { type: "operations" });
	return { job, operation: present(row) };
}
