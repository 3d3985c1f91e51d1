import type { WaitingPlan } from "#shared/contracts/plans.ts";
import type { KeyPage } from "../../key-cursor.ts";
import { presentRows } from "../../platform/http/present-rows.ts";
import type { MailContext } from "../context/context.ts";
import { emailItems } from "./email-items.ts";
import { discardOperation } from "./maintenance.ts";
import { lockPlan } from "./open-plan.ts";
import { listWaiting, present } from "./operations.ts";
import { planFolders } from "./plan-folders.ts";

/** Newest messages shown of each plan. */
const SAMPLE = 3;

/**
 * A page of the plans that API keys and AI clients made and that wait for the user, newest first.
 * @throws AppError 400 `bad-cursor`
 */
export async function listWaitingPlans(
	ctx: MailContext,
	ownerId: string,
	query: { limit: number; cursor?: string | undefined },
): Promise<KeyPage<WaitingPlan>> {
	const { items: rows, ...page } = await listWaiting(ctx.database, ownerId, { ...query, now: ctx.now() });
	const items = await presentRows(rows, async (row): Promise<WaitingPlan> => {
		const newest = await newestOf(ctx, ownerId, row.id);
		const accounts = [...new Set(newest.map((one) => one.account_id))];
		const ids = newest.map((one) => one.email_id);
		const { folders } = await planFolders(ctx.database, ownerId, row.id);
		const { title, action, count, bytes, query, createdAt } = present(row);
		return {
			...{ id: row.id, title, action: action.type, count, bytes, query, createdAt, folders },
			sample: await emailItems(ctx.database, ownerId, accounts, ids),
			requestedBy: row.requested_by ?? "",
			expiresAt: row.expires_at.toISOString(),
		};
	});
	return { items, ...page };
}

/** The newest included messages of a plan. */
function newestOf(ctx: MailContext, ownerId: string, id: string): Promise<{ account_id: string; email_id: string }[]> {
	return ctx.database.query(
		`select account_id, email_id from operation_items where owner_id = $1 and operation_id = $2 and state = 'pending'
		order by received_date desc nulls last, email_id desc limit ${SAMPLE}`,
		[ownerId, id],
	);
}

/**
 * Deletes a plan that is not applied yet, with its list.
 * @throws AppError 404, 409 `plan-applied`, 410 `plan-expired`
 */
export async function discardPlan(ctx: MailContext, ownerId: string, id: string): Promise<void> {
	await ctx.database.transaction(async () => {
		await lockPlan(ctx, ownerId, id);
		// It cannot be applied any more while its list is deleted.
		await ctx.database.exec(
			"update operations set state = 'expired', expires_at = $3 where owner_id = $1 and id = $2",
			[ownerId, id, new Date(ctx.now())],
		);
	});
	await discardOperation(ctx.database, ownerId, id);
	ctx.events.publish(ownerId, { type: "operations" });
}
