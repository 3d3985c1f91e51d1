import type { Config } from "../../config.ts";
import { BURST_SHARE, createBudget, spendInOrder } from "../budgets/budget.ts";
import type { AccountKey } from "../context/account-transaction.ts";
import type { MailContext } from "../context/context.ts";
import type { BudgetLimit } from "../provider/budget.ts";
import type { SendingLimits } from "../provider/sending.ts";

/** Where a provider documents no limits. */
const DEFAULTS = { messagesPerMinute: 60, recipientsPerDay: 2_000 };

/** The operator's limits, else the provider's, else defaults. */
function sendingLimitsOf(
	{ sending }: Pick<Config, "sending">,
	documented: SendingLimits | undefined,
): { messagesPerMinute: number; recipientsPerDay: number } {
	return {
		messagesPerMinute: sending.messagesPerMinute ?? documented?.messagesPerMinute ?? DEFAULTS.messagesPerMinute,
		recipientsPerDay: sending.recipientsPerDay ?? documented?.recipientsPerDay ?? DEFAULTS.recipientsPerDay,
	};
}

/**
 * Spends the budgets of one message, waiting up to a minute. A message with more recipients than may be sent to at once
 * counts as that many.
 * @returns whether it had to wait
 * @throws RateLimited
 */
export async function spendSendingBudget(
	ctx: Pick<MailContext, "database" | "config">,
	account: AccountKey,
	{
		documented,
		recipients,
		signal,
	}: { documented: SendingLimits | undefined; recipients: number; signal: AbortSignal },
): Promise<boolean> {
	const { messagesPerMinute, recipientsPerDay } = sendingLimitsOf(ctx.config, documented);
	const limit = (name: string, units: number, seconds: number): BudgetLimit => ({
		...{ name, units, seconds, sharedBy: "account", isExact: true },
	});
	const atOnce = Math.max(1, Math.floor(recipientsPerDay * BURST_SHARE));
	const spendings = [
		{ limit: limit("send per day", recipientsPerDay, 86_400), units: Math.min(recipients, atOnce) },
		{ limit: limit("send per minute", messagesPerMinute, 60), units: 1 },
	];
	const spent = await spendInOrder(ctx.database, account, spendings);
	for (const { limit: of, units } of spendings.slice(spent))
		await createBudget(ctx.database, account, of).consume(units, signal);
	return spent < spendings.length;
}

/** The provider asked to wait: nothing is sent from this account meanwhile. */
export async function pauseSending(
	ctx: Pick<MailContext, "database" | "config">,
	account: AccountKey,
	documented: SendingLimits | undefined,
	seconds: number,
): Promise<void> {
	const { messagesPerMinute } = sendingLimitsOf(ctx.config, documented);
	const limit: BudgetLimit = {
		...{ name: "send per minute", units: messagesPerMinute, seconds: 60, sharedBy: "account", isExact: true },
	};
	await createBudget(ctx.database, account, limit).pause(seconds);
}
