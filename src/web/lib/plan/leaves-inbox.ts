import type { Plan } from "#shared/contracts/plans.ts";

const actions: ReadonlySet<Plan["action"]> = new Set(["archive", "trash", "spam", "move", "delete"]);

/** Whether an action takes emails out of the inbox: marks, labels and copies without attachments leave them there. */
export function leavesInbox(action: Plan["action"]): boolean {
	return actions.has(action);
}
