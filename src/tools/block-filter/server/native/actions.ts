import type { ChangeableAccount } from "#kernel/changes.ts";
import { AppError } from "#kernel/errors.ts";
import { NativeRuleError, type RuleActions } from "#kernel/mailbox.ts";
import type { MailContext } from "#kernel/module.ts";
import { brand } from "#shared/brand.ts";
import type { Rule } from "../rule.ts";
import { actionIn } from "../rules/actions.ts";

/** A filter's action in this mailbox; creates the target folder where it is missing. */
export async function nativeActions(
	ctx: MailContext,
	ownerId: string,
	account: ChangeableAccount,
	rule: Rule,
): Promise<RuleActions | NativeRuleError> {
	if (rule.action === "forward")
		return new NativeRuleError(`The draft is created in ${brand.name}, so this runs only there.`);
	const nothing: RuleActions = { move: null, labels: [], read: false, star: false };
	try {
		const action = await actionIn(ctx, ownerId, account, rule);
		switch (action.type) {
			case "trash":
			case "archive":
			case "spam":
				return { ...nothing, move: { role: action.type } };
			case "move":
				return { ...nothing, move: { folderId: action.folderId } };
			case "label":
				return { ...nothing, labels: action.add };
			case "star":
				return { ...nothing, star: true };
			case "mark_read":
				return { ...nothing, read: true };
			default:
				return new NativeRuleError(`Mail providers can't do this, so it runs only in ${brand.name}.`);
		}
	} catch (cause) {
		// An unreachable mail server is retried with the next attempt.
		if (!(cause instanceof AppError) || cause.status >= 500) throw cause;
		return new NativeRuleError(cause.message);
	}
}
