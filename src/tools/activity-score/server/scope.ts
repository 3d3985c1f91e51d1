import type { Database } from "#kernel/database.ts";
import { getAccount, listAccounts, RECEIVED_ROLES } from "#kernel/mail.ts";
import type { MailContext } from "#kernel/module.ts";
import type { Account } from "#shared/contracts/accounts.ts";
import { WINDOW_DAYS } from "../score.ts";
import type { Span } from "../searches.ts";

/** Mailboxes and days that a score is about. */
export interface Scope {
	ownerId: string;
	accountIds: string[];
	/** Days (UTC). */
	current: Span;
	before: Span;
}

const DAY_MS = 86_400_000;

type ScopeContext = Pick<MailContext, "database" | "providers" | "now">;

/** One mailbox or all. @throws AppError 404 for another user's mailbox */
export async function scopeOf(
	ctx: ScopeContext,
	ownerId: string,
	accountId: string | null,
): Promise<Scope & { accounts: Account[] }> {
	const accounts = accountId === null ? await listAccounts(ctx, ownerId) : [await getAccount(ctx, ownerId, accountId)];
	const accountIds = accounts.map(({ id }) => id);
	const today = dayOf(ctx.now());
	const isArchive = accounts.every(({ capabilities }) => !capabilities.remote);
	const last = isArchive ? await newestDay(ctx.database, { ownerId, accountIds, today }) : today;
	return { ownerId, accountIds, accounts, ...spansUntil(dayAfter(last)) };
}

/**
 * The last 90 days, and those before. They end today, or with the newest email of mailboxes that receive no more, such as an
 * uploaded file.
 */
function spansUntil(until: string): { current: Span; before: Span } {
	const [from, start] = [1, 2].map((n) => dayOf(Date.parse(until) - n * WINDOW_DAYS * DAY_MS)) as [string, string];
	return { current: { from, until }, before: { from: start, until: from } };
}

interface Newest extends Pick<Scope, "ownerId" | "accountIds"> {
	today: string;
}

async function newestDay(database: Database, { ownerId, accountIds, today }: Newest): Promise<string> {
	const row = await database.one<{ day: string | null }>(
		`select max(day)::text as day from mail_day_stats_v1 where owner_id = $1 and account_id = any($2::uuid[])
			and (folder_role = 'sent' or folder_role = any($3::text[])) and day <= $4::date`,
		[ownerId, accountIds, RECEIVED_ROLES, today],
	);
	return row?.day ?? today;
}

/** Start and end of a span as moments. */
export function momentsOf({ from, until }: Span): [from: string, until: string] {
	return [`${from}T00:00:00Z`, `${until}T00:00:00Z`];
}

export function dayOf(at: number): string {
	return new Date(at).toISOString().slice(0, 10);
}

export function dayAfter(day: string): string {
	return dayOf(Date.parse(day) + DAY_MS);
}
