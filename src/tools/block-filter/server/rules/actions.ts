import { type ChangeableAccount, createPlan, type Plan } from "#kernel/changes.ts";
import { AppError } from "#kernel/errors.ts";
import { listFolders } from "#kernel/mail.ts";
import { createFolder } from "#kernel/mailbox.ts";
import type { MailContext } from "#kernel/module.ts";
import type { Action } from "#shared/contracts/plans.ts";
import { tool } from "../../tool.ts";
import type { Rule } from "../rule.ts";

/**
 * The rule's action in this mailbox; creates the target folder where it is missing.
 * @throws AppError where it cannot act here
 */
export async function actionIn(
	ctx: MailContext,
	ownerId: string,
	account: ChangeableAccount,
	rule: Pick<Rule, "action" | "labelName" | "folderName">,
): Promise<Action> {
	switch (rule.action) {
		case "delete":
			return { type: "trash" };
		case "archive":
			return { type: "archive" };
		case "block":
			return blocking(account);
		case "label": {
			const label = rule.labelName ?? "";
			if (account.capabilities.labels) return { type: "label", add: [label], remove: [] };
			return { type: "move", folderId: await folderNamed(ctx, ownerId, account.id, label) };
		}
		case "star":
			return { type: "star", value: true };
		case "mark_read":
			return { type: "mark_read", value: true };
		case "move":
			return { type: "move", folderId: await folderNamed(ctx, ownerId, account.id, rule.folderName ?? "") };
		case "forward":
			throw new Error("Forwarding changes no message");
	}
}

/** To spam; without a spam folder, to the trash. */
export function blocking({ folders }: Pick<ChangeableAccount, "folders">): Action {
	return { type: folders.some(({ role }) => role === "spam") ? "spam" : "trash" };
}

/** @returns the folder's id @throws AppError where the mailbox cannot have folders */
export async function folderNamed(ctx: MailContext, ownerId: string, accountId: string, name: string): Promise<string> {
	const folders = await listFolders(ctx.database, ownerId, accountId);
	const known = folders.find((folder) => folder.name.toLowerCase() === name.toLowerCase());
	return (known ?? (await createFolder(ctx, { ownerId, accountId }, name))).id;
}

/**
 * Creates a plan of a rule's action on these messages. @param reason source shown for the change
 * @returns null where nothing would change
 */
export async function planFor(
	ctx: MailContext,
	ownerId: string,
	account: ChangeableAccount,
	work: { action: Action; ids: string[]; reason: string },
): Promise<Plan | null> {
	try {
		return await createPlan(ctx, ownerId, { ...work, account: account.id, source: tool.id });
	} catch (cause) {
		if (cause instanceof AppError && (cause.code === "nothing-selected" || cause.code === "not-found")) return null;
		throw cause;
	}
}

/** Source of a rule's change, as shown in the history. */
export function reasonOf({ name }: Pick<Rule, "name">): string {
	return `filter “${name}”`;
}
