import { applyPlan, type ChangeableAccount, changeableAccounts, type Started } from "#kernel/changes.ts";
import { AppError, conflict } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import type { FilterPlan } from "../../contract.ts";
import type { Rule } from "../rule.ts";
import { actionIn, planFor, reasonOf } from "../rules/actions.ts";
import { recordOperation } from "../rules/hits.ts";
import { actsIn, type Matched, matchInOrder } from "../rules/match-in-order.ts";
import { listRules } from "../rules/store.ts";

export interface FilterPlans {
	items: FilterPlan[];
	count: number;
	bytes: number;
}

/**
 * Creates plans of what the active rules would do to stored mail, per mailbox, each message assigned to the first matching
 * rule.
 * @param request.ids only these rules
 * @throws AppError 409 `no-active-filters`; 404, `disconnected` and `read-only` for a mailbox given explicitly
 */
export async function planFilters(
	ctx: MailContext,
	ownerId: string,
	request: { account?: string | undefined; ids?: readonly string[] | undefined },
): Promise<FilterPlans> {
	const wanted = request.ids === undefined ? null : new Set(request.ids);
	const rules = (await listRules(ctx.database, ownerId)).filter(
		(rule) => rule.isActive && (wanted === null || wanted.has(rule.id)),
	);
	if (rules.length === 0) throw noActiveFilters();
	const items: FilterPlan[] = [];
	for (const account of await changeableAccounts(ctx, ownerId, request.account ?? null)) {
		// Stored mail is not forwarded: it would create hundreds of drafts.
		const here = rules.filter((rule) => rule.action !== "forward" && actsIn(rule, account.id));
		const claimed = await matchInOrder(ctx.database, here, { ownerId, account, now: ctx.now() });
		for (const rule of here) {
			const item = await planOne(
				ctx,
				ownerId,
				{ account, rule },
				claimed.get(rule.id) ?? { matched: 0, ids: [], done: [] },
			);
			if (item !== null) items.push(item);
		}
	}
	return {
		items,
		count: items.reduce((sum, { plan }) => sum + (plan?.count ?? 0), 0),
		bytes: items.reduce((sum, { plan }) => sum + (plan?.bytes ?? 0), 0),
	};
}

export function noActiveFilters(): AppError {
	return conflict("no-active-filters", "Create and activate filters before applying them.");
}

async function planOne(
	ctx: MailContext,
	ownerId: string,
	{ account, rule }: { account: ChangeableAccount; rule: Rule },
	{ ids }: Matched,
): Promise<FilterPlan | null> {
	if (ids.length === 0) return null;
	const item = { filterId: rule.id, accountId: account.id, matched: ids.length, plan: null, reason: null };
	try {
		const action = await actionIn(ctx, ownerId, account, rule);
		const plan = await planFor(ctx, ownerId, account, { action, ids, reason: reasonOf(rule) });
		if (plan === null) return item;
		await recordOperation(ctx.database, ownerId, { id: plan.id, filterId: rule.id, isNewMail: false });
		return { ...item, plan };
	} catch (cause) {
		if (!(cause instanceof AppError)) throw cause;
		return { ...item, reason: cause.message };
	}
}

/**
 * Applies the plans.
 * @throws AppError 404, or 410 `plan-expired`
 */
export async function applyFilters(ctx: MailContext, ownerId: string, plans: readonly string[]): Promise<Started[]> {
	const started: Started[] = [];
	for (const id of plans) {
		const one = await applyUnlessEmpty(ctx, ownerId, id);
		if (one !== null) started.push(one);
	}
	return started;
}

/** Null: the user has excluded every message. */
async function applyUnlessEmpty(ctx: MailContext, ownerId: string, id: string): Promise<Started | null> {
	try {
		return await applyPlan(ctx, ownerId, id);
	} catch (cause) {
		if (cause instanceof AppError && cause.code === "nothing-selected") return null;
		throw cause;
	}
}
