import { applyPlan, createPlan, lockPlan, type Started } from "#kernel/changes.ts";
import { AppError } from "#kernel/errors.ts";
import { getAccount } from "#kernel/mail.ts";
import type { MailContext } from "#kernel/module.ts";
import type { Plan } from "#shared/contracts/plans.ts";
import { newId } from "#shared/ids.ts";
import type { SweepDraft } from "../../contract.ts";
import { tool } from "../../tool.ts";
import { sweepable } from "./scope.ts";
import {
	forgetUnswept,
	getRule,
	noteRun,
	noteSwept,
	ruleOf,
	rulesDue,
	rulesFor,
	type SweepRule,
	saveRule,
} from "./store.ts";

/**
 * Creates a plan of what a rule would sweep now, before it is saved.
 * @throws AppError 404, 409 `nothing-selected` when nothing matches
 */
export async function previewSweep(ctx: MailContext, ownerId: string, draft: SweepDraft): Promise<Plan> {
	const rule = draftOf(ownerId, draft);
	return planOf(ctx, { ...rule, id: await ruleOf(ctx, rule) });
}

/**
 * Saves a rule, and applies its preview.
 * @param plan from `previewSweep`; null: there was nothing to sweep
 * @throws AppError 404, 409 `plan-applied`, 410 `plan-expired`
 */
export async function saveSweep(
	ctx: MailContext,
	ownerId: string,
	draft: SweepDraft,
	plan: string | null,
): Promise<{ rule: SweepRule; started: Started | null }> {
	await getAccount(ctx, ownerId, draft.account);
	// In one transaction, so that a rule which runs at once, for mail arriving now, respects what the user excluded.
	const id = await ctx.database.transaction(async () => {
		if (plan !== null) await lockPlan(ctx, ownerId, plan);
		const saved = await saveRule(ctx, { ...draftOf(ownerId, draft), id: newId(ctx.now()) });
		if (plan !== null) await noteSwept(ctx, { ownerId, id: saved }, plan);
		return saved;
	});
	const rule = await getRule(ctx, ownerId, id);
	const started = plan === null ? null : await sweep(ctx, rule, plan);
	if (plan === null) await noteRun(ctx, rule, null);
	return { rule: await getRule(ctx, ownerId, id), started };
}

function draftOf(ownerId: string, { account, senderEmail, keepNewest, olderThanDays, action }: SweepDraft) {
	return {
		ownerId,
		accountId: account,
		senderEmail: senderEmail.trim().toLowerCase(),
		keepNewest,
		olderThanDays,
		action,
	};
}

function planOf(ctx: MailContext, rule: Parameters<typeof sweepable>[0]): Promise<Plan> {
	return createPlan(ctx, rule.ownerId, {
		action: { type: rule.action },
		where: sweepable(rule, ctx.now()),
		query: `from:<${rule.senderEmail}>`,
		account: rule.accountId,
		source: tool.id,
	});
}

async function sweep(ctx: MailContext, rule: SweepRule, plan: string): Promise<Started> {
	await noteSwept(ctx, rule, plan);
	const started = await applyPlan(ctx, rule.ownerId, plan);
	await noteRun(ctx, rule, plan);
	return started;
}

/** Sweeps what a rule matches now. A mailbox that cannot be changed at the moment is retried with the next run. */
async function runRule(ctx: MailContext, rule: SweepRule): Promise<void> {
	await forgetUnswept(ctx, rule);
	try {
		const plan = await planOf(ctx, rule);
		await sweep(ctx, rule, plan.id);
	} catch (cause) {
		if (!(cause instanceof AppError)) throw cause;
		if (cause.code !== "nothing-selected")
			ctx.log.info({ event: "sweep.failed", err: cause, rule: rule.id }, "a sweep rule could not run");
		await noteRun(ctx, rule, null);
	}
}

/** Runs the rules of these messages' senders. */
export async function sweepNewMail(
	ctx: MailContext,
	{
		ownerId,
		accountId,
		ids,
		signal,
	}: { ownerId: string; accountId: string; ids: readonly string[]; signal: AbortSignal },
): Promise<void> {
	for (const rule of await rulesFor(ctx, ownerId, accountId, ids)) {
		signal.throwIfAborted();
		await runRule(ctx, rule);
	}
}

/** Runs a user's rules that are due: mail has become older in the meantime. @returns how many */
export async function sweepDue(ctx: MailContext, ownerId: string, signal: AbortSignal): Promise<number> {
	const rules = await rulesDue(ctx, ownerId);
	for (const rule of rules) {
		signal.throwIfAborted();
		await runRule(ctx, rule);
	}
	return rules.length;
}
