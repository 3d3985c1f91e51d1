import { applyPlan, createPlan, narrowPlan, type Plan, prolongPlan, type Started } from "#kernel/changes.ts";
import { AppError } from "#kernel/errors.ts";
import { type DateRange, RECEIVED_ROLES } from "#kernel/mail.ts";
import type { MailContext } from "#kernel/module.ts";
import { tool } from "../../tool.ts";
import { GRACE_HOURS } from "../attempts/store.ts";
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

/**
 * Applies a plan to the mail of the lists that were unsubscribed from; the mail of all others stays. Idempotent.
 * @returns null: there was none, or the plan was applied or has expired
 */
export async function trashUnsubscribed(ctx: MailContext, ownerId: string, planId: string): Promise<Started | null> {
	const { database } = ctx;
	const rows = await database.query<{ email_id: string }>(UNSUBSCRIBED, [ownerId, planId, new Date(ctx.now())]);
	if (rows.length === 0) return null;
	const ids = rows.map((row) => row.email_id);
	try {
		await database.transaction(() => narrowPlan(ctx, { ownerId, operationId: planId }, ids));
		return await applyPlan(ctx, ownerId, planId);
	} catch (cause) {
		if (!(cause instanceof AppError)) throw cause;
		ctx.log.warn(
			{ event: "unsubscribe.not_removed", err: cause, plan: planId },
			"the emails of unsubscribed lists were not moved to the trash",
		);
		return null;
	}
}

/** Keeps a plan from expiring while its lists are being unsubscribed from. */
export async function keepPlan(ctx: MailContext, ownerId: string, planId: string): Promise<void> {
	await prolongPlan(ctx, ownerId, planId).catch((cause: unknown) => {
		if (!(cause instanceof AppError)) throw cause;
	});
}

/** After a lost response it is unknown whether the user is still subscribed. */
const UNSUBSCRIBED = `
with latest as (
	select distinct on (account_id, list_key) account_id, list_key, state, reason, requested_at
	from unsubscribe_attempts where owner_id = $1 order by account_id, list_key, position desc
)
select i.email_id from mail_operation_items_v1 i
join mail_messages_v1 e on e.owner_id = i.owner_id and e.account_id = i.account_id and e.id = i.email_id
join latest a on a.account_id = e.account_id and a.list_key = e.list_key
where i.owner_id = $1 and i.operation_id = $2 and i.state = 'pending' and a.state in ('requested', 'confirmed')
	and a.reason is distinct from 'response-lost' and a.requested_at > $3::timestamptz - interval '${GRACE_HOURS} hours'`;
