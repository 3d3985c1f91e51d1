import { createPlan, type Plan } from "#kernel/changes.ts";
import { type DateRange, RECEIVED_ROLES } from "#kernel/mail.ts";
import type { MailContext } from "#kernel/module.ts";
import { tool } from "../../tool.ts";
import { columnsOf, type ListRef } from "../subscription-id.ts";

/**
 * Creates a plan that moves all mail of these lists to the trash.
 * @throws AppError 409 `nothing-selected`, `disconnected`, `read-only`, 400 `not-supported`
 */
export function planRemoval(
	ctx: MailContext,
	ownerId: string,
	refs: readonly ListRef[],
	span: DateRange,
): Promise<Plan> {
	const { accountIds, listKeys } = columnsOf(refs);
	const [accountId, ...others] = new Set(accountIds);
	return createPlan(ctx, ownerId, {
		action: { type: "trash" },
		...(accountId !== undefined && others.length === 0 && { account: accountId }),
		source: tool.id,
		where: (first) => ({
			// The keys also as a separate condition, so that the index is used.
			text: `e.list_key <> '' and e.list_key = any($${first + 1}::text[])
				and (e.account_id, e.list_key) in (select * from unnest($${first}::uuid[], $${first + 1}::text[]))
				and e.folder_role = any($${first + 2}::text[]) and e.received_date >= $${first + 3} and e.received_date < $${first + 4}`,
			values: [accountIds, listKeys, RECEIVED_ROLES, span.from, span.until],
		}),
	});
}
