import { z } from "zod";
import { applyPlan, type ChangeableAccount } from "#kernel/changes.ts";
import { AppError } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import { RetryAfter, type RunningItem, type WorkKind } from "#kernel/work.ts";
import type { Rule } from "../rule.ts";
import { actionIn, planFor, reasonOf } from "../rules/actions.ts";
import { recordOperation } from "../rules/hits.ts";
import { type FilterRow, listRules, recordProblem } from "../rules/store.ts";
import { changeableAccount } from "./accounts.ts";
import { forwardAll } from "./forward.ts";
import { dueOfRule, recordOutcome } from "./processed-messages.ts";

/** How long an unreachable mail server is retried after. */
const RETRY_SECONDS = 30;

/** A rule whose matches in a mailbox wait for its action. */
const item = z.object({ accountId: z.uuid(), ruleId: z.uuid() });
type Item = z.infer<typeof item>;

/** Acts on new mail that rules matched: one rule after another in each mailbox. */
export const filterWork: WorkKind<Item, { messages: number }, MailContext> = {
	name: "filter",
	unit: "rules",
	item,
	result: z.object({ messages: z.number() }),
	key: ({ accountId }) => accountId,
	limits: { perKey: { concurrency: 1 } },
	concurrency: 4,
	attempts: 10,
	// What was acted on is no longer due.
	delivery: "at-least-once",
	run: act,
};

async function act(ctx: MailContext, running: RunningItem<Item>): Promise<{ messages: number }> {
	const { ownerId, item: of, signal } = running;
	const mailbox = { ownerId, accountId: of.accountId };
	const ids = await dueOfRule(ctx.database, mailbox, of.ruleId);
	const account = ids.length === 0 ? null : await changeableAccount(ctx, ownerId, of.accountId);
	if (account === null) return { messages: 0 };
	const rule = (await listRules(ctx.database, ownerId)).find(({ id }) => id === of.ruleId);
	// Deleted in the meantime.
	if (rule === undefined) await recordOutcome(ctx.database, mailbox, ids, "failed");
	else await actByRule(ctx, account, rule, { ...mailbox, ids, signal });
	return { messages: ids.length };
}

async function actByRule(
	ctx: MailContext,
	account: ChangeableAccount,
	rule: FilterRow,
	due: { ownerId: string; accountId: string; ids: string[]; signal: AbortSignal },
): Promise<void> {
	const { ownerId, ids } = due;
	try {
		if (rule.action === "forward") await forwardAll(ctx, due, rule, ids);
		else await changeBy(ctx, ownerId, { account, rule }, ids);
		await recordOutcome(ctx.database, due, ids, "done");
		await recordProblem(ctx.database, ownerId, rule.id, null);
	} catch (cause) {
		if (!(cause instanceof AppError) || due.signal.aborted) throw cause;
		if (cause.status === 503) throw new RetryAfter(RETRY_SECONDS, cause.message, { cause });
		ctx.log.warn(
			{ event: "filter.failed", err: cause, filter: rule.id, account: account.id },
			"a filter could not act on new mail",
		);
		await recordOutcome(ctx.database, due, ids, "failed");
		await recordProblem(ctx.database, ownerId, rule.id, cause.message);
	}
}

async function changeBy(
	ctx: MailContext,
	ownerId: string,
	{ account, rule }: { account: ChangeableAccount; rule: Rule },
	ids: string[],
): Promise<void> {
	const action = await actionIn(ctx, ownerId, account, rule);
	const plan = await planFor(ctx, ownerId, account, { action, ids, reason: reasonOf(rule) });
	if (plan === null) return;
	await recordOperation(ctx.database, ownerId, { id: plan.id, filterId: rule.id, isNewMail: true });
	await applyPlan(ctx, ownerId, plan.id);
}
