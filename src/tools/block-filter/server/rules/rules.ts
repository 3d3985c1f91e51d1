import type { z } from "zod";
import { conflict } from "#kernel/errors.ts";
import { getAccount, requireSearchable } from "#kernel/mail.ts";
import type { MailContext } from "#kernel/module.ts";
import type { filterDraft } from "../../contract.ts";
import { conditionOf, queryOf } from "../rule.ts";
import { checkDraft, MAX_FILTERS } from "./check.ts";
import { type FilterRow, insertRules, listRules, type RuleValues, readRule, setActive, updateRule } from "./store.ts";

type Draft = z.output<typeof filterDraft>;

/**
 * Validates a draft as a rule that can be saved and run.
 * @throws AppError 400 `required-fields`, `bad-condition`, `bad-query`; 404 for another's mailbox
 */
export async function checkRule(ctx: MailContext, ownerId: string, draft: Draft): Promise<RuleValues> {
	const rule = checkDraft(draft);
	if (rule.accountId !== null) await getAccount(ctx, ownerId, rule.accountId);
	// Unsearchable terms are reported now, not when mail arrives.
	requireSearchable(queryOf(conditionOf(rule)));
	return rule;
}

/** Creates all or none. @throws AppError as `checkRule` does, 409 `too-many-filters` */
export async function makeRules(
	ctx: MailContext,
	ownerId: string,
	drafts: readonly Draft[],
	most = MAX_FILTERS,
): Promise<FilterRow[]> {
	const rules: RuleValues[] = [];
	for (const draft of drafts) rules.push(await checkRule(ctx, ownerId, draft));
	return ctx.database.transaction(async () => {
		const before = await listRules(ctx.database, ownerId);
		if (before.length + rules.length > most)
			throw conflict("too-many-filters", `You can have at most ${most} filters. Delete some that you no longer need.`);
		const ids = new Set(await insertRules(ctx.database, ownerId, rules));
		return (await listRules(ctx.database, ownerId)).filter(({ id }) => ids.has(id));
	});
}

/** @throws AppError as `checkRule` does, 404 */
export async function changeRule(
	ctx: MailContext,
	ownerId: string,
	id: string,
	change: { draft?: Draft | undefined; isActive?: boolean | undefined },
): Promise<FilterRow> {
	await readRule(ctx.database, ownerId, id);
	if (change.draft !== undefined)
		await updateRule(ctx.database, ownerId, id, await checkRule(ctx, ownerId, change.draft));
	if (change.isActive !== undefined) await setActive(ctx.database, ownerId, id, change.isActive);
	return readRule(ctx.database, ownerId, id);
}
