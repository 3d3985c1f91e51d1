import { applyPlan, type ChangeableAccount } from "#kernel/changes.ts";
import type { MailContext } from "#kernel/module.ts";
import type { Action, Operation } from "#shared/contracts/plans.ts";
import { blocking, folderNamed, planFor } from "../rules/actions.ts";

/** Where quarantined mail is stored: a folder of this name, or a label where labels are supported. */
export const SCREENER = "Screener";

/** How a mailbox can quarantine mail; null: it cannot. */
export function quarantinedBy({ capabilities }: Pick<ChangeableAccount, "capabilities">): "folder" | "label" | null {
	if (capabilities.folders) return "folder";
	return capabilities.labels ? "label" : null;
}

/** Moves messages out of the inbox until the user has decided. */
export async function quarantine(
	ctx: MailContext,
	ownerId: string,
	account: ChangeableAccount,
	ids: string[],
): Promise<void> {
	const by = quarantinedBy(account);
	if (by === "folder") {
		const folderId = await folderNamed(ctx, ownerId, account.id, SCREENER);
		await change(ctx, ownerId, account, { action: { type: "move", folderId }, ids });
	}
	if (by === "label") {
		await change(ctx, ownerId, account, { action: { type: "label", add: [SCREENER], remove: [] }, ids });
		await change(ctx, ownerId, account, { action: { type: "archive" }, ids });
	}
}

/** Moves messages to the inbox. */
export async function release(
	ctx: MailContext,
	ownerId: string,
	account: ChangeableAccount,
	ids: string[],
): Promise<Operation[]> {
	const inbox = account.folders.find(({ role }) => role === "inbox");
	const changes: Action[] = [];
	if (inbox !== undefined) changes.push({ type: "move", folderId: inbox.id });
	if (quarantinedBy(account) === "label") changes.push({ type: "label", add: [], remove: [SCREENER] });
	const made: Operation[] = [];
	for (const action of changes) made.push(...(await change(ctx, ownerId, account, { action, ids })));
	return made;
}

export async function block(
	ctx: MailContext,
	ownerId: string,
	account: ChangeableAccount,
	ids: string[],
): Promise<Operation[]> {
	return change(ctx, ownerId, account, { action: blocking(account), ids });
}

async function change(
	ctx: MailContext,
	ownerId: string,
	account: ChangeableAccount,
	{ action, ids }: { action: Action; ids: string[] },
): Promise<Operation[]> {
	if (ids.length === 0) return [];
	const plan = await planFor(ctx, ownerId, account, { action, ids, reason: SCREENER });
	return plan === null ? [] : [(await applyPlan(ctx, ownerId, plan.id)).operation];
}
