import type { Requester } from "../../platform/http/implement.ts";
import type { MailContext } from "../context/context.ts";
import { createPlan } from "./plan.ts";
import { applyPlan } from "./start.ts";

type Change = { emailId: string; action: "mark_read" | "star"; value: boolean } | { emailId: string; action: "delete" };

/**
 * Changes one message through a plan, like every other change, so that it can be undone.
 * @throws AppError as `createPlan`
 */
export async function changeMessage(
	ctx: MailContext,
	{ ownerId, device }: Requester,
	change: Change,
): Promise<{ success: true }> {
	const action = change.action === "delete" ? { type: "trash" as const } : { type: change.action, value: change.value };
	try {
		const { id } = await createPlan(ctx, ownerId, { action, ids: [change.emailId], source: "inbox" });
		await applyPlan(ctx, ownerId, id, device);
	} catch (cause) {
		// It already is in that state.
		if (!isNothingToDo(cause)) throw cause;
	}
	return { success: true };
}

function isNothingToDo(cause: unknown): boolean {
	return cause instanceof Error && "code" in cause && cause.code === "nothing-selected";
}
