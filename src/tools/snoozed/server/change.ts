import { applyPlan, createPlan, type Started } from "#kernel/changes.ts";
import { AppError } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import type { Action } from "#shared/contracts/plans.ts";
import { tool } from "../tool.ts";

/**
 * Changes messages through a plan.
 * @param reason shown in the history
 * @returns null where nothing would change
 * @throws AppError as `createPlan` does
 */
export async function changeMail(
	ctx: MailContext,
	ownerId: string,
	{ action, ids, reason, device }: { action: Action; ids: string[]; reason: string; device?: string | null },
): Promise<Started | null> {
	if (ids.length === 0) return null;
	try {
		const plan = await createPlan(ctx, ownerId, { action, ids, source: tool.id, reason });
		return await applyPlan(ctx, ownerId, plan.id, device);
	} catch (cause) {
		if (cause instanceof AppError && (cause.code === "nothing-selected" || cause.status === 404)) return null;
		throw cause;
	}
}
