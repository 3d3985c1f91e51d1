import { AppError, conflict } from "../../errors.ts";
import type { MailContext } from "../context/context.ts";
import type { OperationRow } from "./operation-rows.ts";
import { readOperation } from "./operations.ts";

/** A plan that is not applied expires after one hour. */
export const PLAN_MS = 3_600_000;
/** One that an API key made waits for the user for a day. */
export const WAITING_PLAN_MS = 24 * 3_600_000;

type PlanContext = Pick<MailContext, "database" | "now">;

/**
 * A plan that can still be read and changed.
 * @throws AppError 404, 409 `plan-applied`, 410 `plan-expired`
 */
export function openPlan(ctx: PlanContext, ownerId: string, id: string): Promise<OperationRow> {
	return readOpen(ctx, ownerId, id, "");
}

/** The same, in a transaction: the plan cannot be applied before it ends. */
export function lockPlan(ctx: PlanContext, ownerId: string, id: string): Promise<OperationRow> {
	return readOpen(ctx, ownerId, id, "for update");
}

async function readOpen(ctx: PlanContext, ownerId: string, id: string, lock: string): Promise<OperationRow> {
	const plan = await ctx.database.one<OperationRow>(
		`select * from operations where owner_id = $1 and id = $2 and state = 'planned' and expires_at > $3
		${lock}`,
		[ownerId, id, new Date(ctx.now())],
	);
	if (plan !== undefined) return plan;
	const { state } = await readOperation(ctx.database, ownerId, id);
	if (state === "planned" || state === "expired") throw planExpired();
	throw conflict("plan-applied", "This plan was already applied.");
}

/**
 * Extends a plan's expiry by another hour, for work that must finish before it is applied.
 * @throws AppError 404, 409 `plan-applied`, 410 `plan-expired`
 */
export async function prolongPlan(
	ctx: Pick<MailContext, "database" | "now">,
	ownerId: string,
	id: string,
): Promise<void> {
	const rows = await ctx.database.query(
		`update operations set expires_at = greatest(expires_at, $4)
		where owner_id = $1 and id = $2 and state = 'planned' and expires_at > $3 returning 1`,
		[ownerId, id, new Date(ctx.now()), new Date(ctx.now() + PLAN_MS)],
	);
	if (rows.length === 0) await openPlan(ctx, ownerId, id);
}

/** The error for an expired plan. */
export function planExpired(): AppError {
	return new AppError(410, "plan-expired", "This plan has expired. Choose the messages again.");
}
