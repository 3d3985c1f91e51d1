import type { PlanUsage } from "#shared/contracts/pricing.ts";
import type { Database } from "../../db/database.ts";
import { AppError } from "../../errors.ts";
import { monthOf, nextMonth, type UsageStats, updateUsageStats } from "./usage.ts";

/** What a user may use by their plan, and counting within it. Without plans nothing is limited. */

type Ctx = { database: Database; now(): number };

interface State {
	planId: string | null;
	planName: string | null;
	mailboxLimit: number | null;
	emailsValidated: { used: number; limit: number | null };
	aiPersonalizations: { used: number; limit: number | null };
}

type Counter = keyof UsageStats;

/** A number of units of a counter. */
interface Units {
	counter: Counter;
	units: number;
}

/** The user's plan, and what was used this month. */
async function readState({ database, now }: Ctx, ownerId: string): Promise<State> {
	const row = await database.one<{
		id: string | null;
		name: string | null;
		mailbox_limit: number | null;
		validation_limit: number | null;
		personalization_limit: number | null;
		validated: number | null;
		personalized: number | null;
	}>(
		`select p.id, p.name, coalesce(a.paid_mailboxes, p.mailbox_limit) as mailbox_limit, p.validation_limit, p.personalization_limit,
			u.month_emails_validated::float8 as validated, u.month_ai_personalizations::float8 as personalized
		from (select $1::text as owner_id) o
		left join user_plans a on a.owner_id = o.owner_id
		left join pricing_plans p on p.id = a.plan_id or (a.plan_id is null and p.is_default)
		left join usage_stats u on u.owner_id = o.owner_id and u.month = $2::date`,
		[ownerId, monthOf(now())],
	);
	return {
		planId: row?.id ?? null,
		planName: row?.name ?? null,
		mailboxLimit: row?.mailbox_limit ?? null,
		emailsValidated: { used: row?.validated ?? 0, limit: row?.validation_limit ?? null },
		aiPersonalizations: { used: row?.personalized ?? 0, limit: row?.personalization_limit ?? null },
	};
}

/** A user's plan with its limits, and what is used of them. @param mailboxes connected ones */
export async function readPlanUsage(ctx: Ctx, ownerId: string, mailboxes: number): Promise<PlanUsage> {
	const state = await readState(ctx, ownerId);
	return {
		plan: state.planId === null ? null : { id: state.planId, name: state.planName ?? "" },
		mailboxes: { used: mailboxes, limit: state.mailboxLimit },
		aiPersonalizations: state.aiPersonalizations,
		validations: state.emailsValidated,
		renewedAt: nextMonth(ctx.now()).toISOString(),
	};
}

/** Units of a monthly limit that a user has left; null: no limit. */
export async function usageLeft(ctx: Ctx, ownerId: string, counter: Counter): Promise<number | null> {
	return leftOf((await readState(ctx, ownerId))[counter]);
}

/** @throws AppError 409 `plan-limit` when nothing is left, before work whose units are counted later */
export async function requireUsageLeft(ctx: Ctx, ownerId: string, counter: Counter): Promise<void> {
	const state = await readState(ctx, ownerId);
	if (leftOf(state[counter]) === 0) throw monthlyLimit(ctx, state, counter, 1);
}

function leftOf({ used, limit }: { used: number; limit: number | null }): number | null {
	return limit === null ? null : Math.max(0, limit - used);
}

/**
 * Counts usage if the plan's limit allows all of it. Concurrent calls wait for one another, so that they cannot exceed the
 * limit together.
 * @throws AppError 409 `plan-limit`; nothing is counted then
 */
export async function countUsage(ctx: Ctx, ownerId: string, { counter, units }: Units): Promise<void> {
	await ctx.database.transaction(async () => {
		const { counted, state } = await countUpTo(ctx, ownerId, { counter, units });
		// Thrown in the transaction: what was counted is rolled back with it.
		if (counted < units)
			throw monthlyLimit(ctx, { ...state, [counter]: uncount(state[counter], counted) }, counter, units);
	});
}

/** Counts as many units as the plan's limit allows, in the caller's transaction. @returns how many */
export async function countUsageUpTo(
	ctx: Ctx,
	ownerId: string,
	{ counter, units }: Units,
): Promise<{ counted: number; refusal: AppError | null }> {
	const { counted, state } = await countUpTo(ctx, ownerId, { counter, units });
	return { counted, refusal: counted === units ? null : monthlyLimit(ctx, state, counter, units - counted) };
}

async function countUpTo(
	ctx: Ctx,
	ownerId: string,
	{ counter, units }: Units,
): Promise<{ counted: number; state: State }> {
	const month = monthOf(ctx.now());
	// First, since it locks the row: the plan and the sums are read afterwards.
	await updateUsageStats(ctx.database, ownerId, { [counter]: units }, { month });
	const after = await readState(ctx, ownerId);
	const before = uncount(after[counter], units);
	const counted = Math.min(units, leftOf(before) ?? units);
	if (counted < units) await updateUsageStats(ctx.database, ownerId, { [counter]: counted - units }, { month });
	return { counted, state: { ...after, [counter]: { ...before, used: before.used + counted } } };
}

function uncount(count: State[Counter], units: number): State[Counter] {
	return { ...count, used: count.used - units };
}

/**
 * Returns what was counted and then not used, because the work failed or was canceled.
 * @param counted.at when it was counted, in epoch milliseconds
 */
export async function returnUsage(
	{ database }: Ctx,
	ownerId: string,
	{ counter, units, at }: Units & { at: number },
): Promise<void> {
	await updateUsageStats(database, ownerId, { [counter]: -units }, { month: monthOf(at) });
}

const UNITS: Record<Counter, string> = { emailsValidated: "validation", aiPersonalizations: "AI personalization" };

function monthlyLimit(ctx: Ctx, state: State, counter: Counter, wanted: number): AppError {
	const { limit, used } = state[counter];
	const left = Math.max(0, (limit ?? 0) - used);
	const number = (value: number) => value.toLocaleString("en-US");
	const renewed = nextMonth(ctx.now()).toLocaleDateString("en-US", { month: "long", day: "numeric", timeZone: "UTC" });
	const included = `${number(limit ?? 0)} ${UNITS[counter]}${limit === 1 ? "" : "s"}`;
	const are = left === 1 ? "is" : "are";
	const rest = left === 0 ? "None is left." : `${number(left)} ${are} left, and this needs ${number(wanted)}.`;
	return planLimit(
		`Your plan, ${state.planName}, includes ${included} a month. ${rest} The limit is renewed on ${renewed} (UTC). Wait until then, or change your plan: see the pricing page.`,
	);
}

/** Throws if more mailboxes are connected than the plan includes. @param connected with the new one */
export async function requireMailboxLimit(ctx: Ctx, ownerId: string, connected: number): Promise<void> {
	const { mailboxLimit, planName } = await readState(ctx, ownerId);
	if (mailboxLimit === null || connected <= mailboxLimit) return;
	const mailboxes = mailboxLimit === 1 ? "1 mailbox" : `${mailboxLimit.toLocaleString("en-US")} mailboxes`;
	throw planLimit(
		`Your plan, ${planName}, includes ${mailboxes}, and you have ${(connected - 1).toLocaleString("en-US")} connected. Disconnect a mailbox, or change your plan: see the pricing page.`,
	);
}

function planLimit(message: string): AppError {
	return new AppError(409, "plan-limit", message);
}
