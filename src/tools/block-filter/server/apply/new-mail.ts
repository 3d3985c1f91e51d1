import { AppError } from "#server/errors.ts";
import { changeableAccounts } from "#server/mail/changes/accounts.ts";
import { applyPlan } from "#server/mail/changes/start.ts";
import type { ChangeableAccount } from "#server/mail/changes/targets.ts";
import type { MailContext } from "#server/mail/context/context.ts";
import type { NewMail } from "#server/mail/events/new-mail.ts";
import { nativeIn } from "../native/store.ts";
import type { Rule } from "../rule.ts";
import { actionIn, planFor, reasonOf } from "../rules/actions.ts";
import { actsIn, matchInOrder } from "../rules/match-in-order.ts";
import { type FilterRow, listRules, recordProblem } from "../rules/store.ts";
import { screen } from "../screener/screen.ts";
import { forwardAll } from "./forward.ts";
import { dueByRule, recordOutcome, recordProcessed, unprocessed } from "./processed-messages.ts";

/**
 * Runs the rules on new mail, in order, then the screener on what no rule has matched. Matches are recorded before any
 * action, so a repeated delivery has no effect, even if the user has undone the action in between, and after a crash the
 * remaining actions are known.
 */
export async function filterNewMail(ctx: MailContext, mail: NewMail): Promise<void> {
	const { ownerId, accountId } = mail;
	const account = await changeable(ctx, ownerId, accountId);
	if (account === null) return;
	const rules = (await listRules(ctx.database, ownerId)).filter((rule) => actsIn(rule, accountId));
	const fresh = await unprocessed(ctx.database, mail, mail.ids);
	if (rules.length > 0 && fresh.length > 0) {
		const scope = { ownerId, account, now: ctx.now(), ids: fresh };
		const claimed = await matchInOrder(ctx.database, rules, scope, await nativeIn(ctx.database, mail));
		for (const [id, one] of claimed)
			if (one.ids.length + one.done.length > 0) await recordProcessed(ctx, mail, id, one);
	}
	await actOnDue(ctx, mail, account);
	await screen(ctx, mail, account);
}

/** Null: the mailbox is read-only, disconnected, or gone. */
async function changeable(ctx: MailContext, ownerId: string, accountId: string): Promise<ChangeableAccount | null> {
	try {
		return (await changeableAccounts(ctx, ownerId, accountId))[0] ?? null;
	} catch (cause) {
		if (cause instanceof AppError) return null;
		throw cause;
	}
}

async function actOnDue(ctx: MailContext, mail: NewMail, account: ChangeableAccount): Promise<void> {
	const due = await dueByRule(ctx.database, mail);
	if (due.size === 0) return;
	const rules = await listRules(ctx.database, mail.ownerId);
	for (const rule of rules) {
		const ids = due.get(rule.id);
		if (ids === undefined) continue;
		due.delete(rule.id);
		mail.signal.throwIfAborted();
		await actByRule(ctx, mail, account, rule, ids);
	}
	// Their rules were deleted in the meantime.
	for (const ids of due.values()) await recordOutcome(ctx.database, mail, ids, "failed");
}

async function actByRule(
	ctx: MailContext,
	mail: NewMail,
	account: ChangeableAccount,
	rule: FilterRow,
	ids: string[],
): Promise<void> {
	const { ownerId } = mail;
	try {
		if (rule.action === "forward") await forwardAll(ctx, mail, rule, ids);
		else await changeBy(ctx, ownerId, account, rule, ids);
		await recordOutcome(ctx.database, mail, ids, "done");
		await recordProblem(ctx.database, ownerId, rule.id, null);
	} catch (cause) {
		// An unreachable mail server is retried with the next attempt.
		if (!(cause instanceof AppError) || cause.status === 503) throw cause;
		ctx.log.warn({ err: cause, filter: rule.id, account: account.id }, "a filter could not act on new mail");
		await recordOutcome(ctx.database, mail, ids, "failed");
		await recordProblem(ctx.database, ownerId, rule.id, cause.message);
	}
}

async function changeBy(
	ctx: MailContext,
	ownerId: string,
	account: ChangeableAccount,
	rule: Rule,
	ids: string[],
): Promise<void> {
	const action = await actionIn(ctx, ownerId, account, rule);
	const plan = await planFor(ctx, ownerId, account, { action, ids, reason: reasonOf(rule) });
	if (plan !== null) await applyPlan(ctx, ownerId, plan.id);
}
