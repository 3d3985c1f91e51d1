import type { ChangeableAccount } from "#kernel/changes.ts";
import { AppError } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import type { FilterPlan } from "../../contract.ts";
import type { Rule } from "../rule.ts";
import { actionIn, planFor, reasonOf } from "../rules/actions.ts";
import { recordOperation } from "../rules/hits.ts";
import { matchNext } from "../rules/match-in-order.ts";

/** What is planned, before it is applied. */
export type NewPlan = Omit<FilterPlan, "operation">;

/**
 * Plans what a rule would do to the stored mail of a mailbox.
 * @param claimed ids of the messages that earlier rules have matched; gets those of this one
 * @returns null when no message is left for it
 */
export async function planRule(
	ctx: MailContext,
	ownerId: string,
	{ account, rule }: { account: ChangeableAccount; rule: Rule },
	claimed: Set<string>,
): Promise<NewPlan | null> {
	const { ids } = await matchNext(ctx.database, rule, { ownerId, account, now: ctx.now(), claimed });
	if (ids.length === 0) return null;
	const item = { filterId: rule.id, accountId: account.id, matched: ids.length, plan: null, reason: null };
	try {
		const action = await actionIn(ctx, ownerId, account, rule);
		const made = await planFor(ctx, ownerId, account, { action, ids, reason: reasonOf(rule) });
		if (made === null) return item;
		await recordOperation(ctx.database, ownerId, { id: made.id, filterId: rule.id, isNewMail: false });
		const { sample: _, ...plan } = made;
		return { ...item, plan };
	} catch (cause) {
		if (!(cause instanceof AppError)) throw cause;
		return { ...item, reason: cause.message };
	}
}
