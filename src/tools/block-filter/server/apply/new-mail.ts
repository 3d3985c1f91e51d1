import type { NewMail } from "#kernel/events.ts";
import type { MailContext } from "#kernel/module.ts";
import { syncedFilterIds } from "../native/store.ts";
import { actsIn, matchInOrder } from "../rules/match-in-order.ts";
import { listRules } from "../rules/store.ts";
import { screen } from "../screener/screen.ts";
import { changeableAccount } from "./accounts.ts";
import { dueRules, recordProcessed, unprocessed } from "./processed-messages.ts";
import { filterWork } from "./work.ts";

/**
 * Matches new mail with the rules, in order, and queues their actions; then runs the screener on what no rule has
 * matched. Matches are recorded before any action, so a repeated delivery has no effect, even if the user has undone the
 * action in between, and after a crash the remaining actions are known.
 */
export async function filterNewMail(ctx: MailContext, mail: NewMail): Promise<void> {
	const { ownerId, accountId } = mail;
	const account = await changeableAccount(ctx, ownerId, accountId);
	if (account === null) return;
	const all = await listRules(ctx.database, ownerId);
	const rules = all.filter((rule) => actsIn(rule, accountId));
	const fresh = await unprocessed(ctx.database, mail, mail.ids);
	if (rules.length > 0 && fresh.length > 0) {
		const scope = { ownerId, account, now: ctx.now(), ids: fresh };
		const claimed = await matchInOrder(ctx.database, rules, scope, await syncedFilterIds(ctx.database, mail));
		for (const [id, one] of claimed)
			if (one.ids.length + one.done.length > 0) await recordProcessed(ctx, mail, id, one);
	}
	const due = await dueRules(ctx.database, mail);
	const order = new Map(all.map(({ id }, index) => [id, index]));
	due.sort((a, b) => (order.get(a) ?? all.length) - (order.get(b) ?? all.length));
	const items = due.map((ruleId) => ({ accountId, ruleId }));
	if (items.length > 0) await ctx.work.start(filterWork, { ownerId, background: true }, items);
	await screen(ctx, mail, account);
}
