import type { Config } from "../../config.ts";
import { AppError } from "../../errors.ts";
import { BURST_SHARE, createBudget, overdraw, spendInOrder } from "../budgets/budget.ts";
import type { AccountKey } from "../context/account-scope.ts";
import type { MailContext } from "../context/context.ts";
import type { BudgetLimit } from "../provider/budget.ts";
import { RateLimited } from "../provider/errors.ts";
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

const DAY_MS = 86_400_000;

/**
 * Spends the budgets of one message, waiting up to a minute. A message to more recipients than may be sent to at once
 * must fit into the limit with what was sent in the 24 hours before; afterwards the budget is overdrawn by the rest.
 * @returns whether it had to wait
 * @throws RateLimited; AppError 422 `too-many-recipients` when no day has room for the message
 */
export async function spendSendingBudget(
	ctx: Pick<MailContext, "database" | "config" | "now">,
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
	const perDay = limit("send per day", recipientsPerDay, 86_400);
	if (recipients > atOnce) await requireRoomInDay(ctx, account, recipients, recipientsPerDay);
	const spendings = [
		{ limit: perDay, units: Math.min(recipients, atOnce) },
		{ limit: limit("send per minute", messagesPerMinute, 60), units: 1 },
	];
	const spent = await spendInOrder(ctx.database, account, spendings);
	for (const { limit: of, units } of spendings.slice(spent))
		await createBudget(ctx.database, account, of).consume(units, signal);
	if (recipients > atOnce) await overdraw(ctx.database, account, perDay.name, recipients - atOnce);
	return spent < spendings.length;
}

/** @throws RateLimited until enough of what was sent is a day old; AppError 422 `too-many-recipients` */
async function requireRoomInDay(
	ctx: Pick<MailContext, "database" | "now">,
	account: AccountKey,
	recipients: number,
	perDay: number,
): Promise<void> {
	if (recipients > perDay)
		throw new AppError(
			422,
			"too-many-recipients",
			`This email has ${recipients} recipients, but this mailbox can send to ${perDay} a day. Send it to fewer people.`,
		);
	const now = ctx.now();
	const sent = await ctx.database.query<{ updated_at: Date }>(
		`select updated_at from outgoing_recipients where owner_id = $1 and account_id = $2 and updated_at > $3
		and state in ('accepted', 'bounced') order by updated_at`,
		[account.ownerId, account.accountId, new Date(now - DAY_MS)],
	);
	const over = sent.length + recipients - perDay;
	const last = over > 0 ? sent[over - 1] : undefined;
	if (last === undefined) return;
	throw new RateLimited(Math.max(1, Math.ceil((last.updated_at.getTime() + DAY_MS - now) / 1000)));
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
