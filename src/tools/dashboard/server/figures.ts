import type { Database } from "#kernel/database.ts";
import { countedIn } from "#kernel/mail.ts";
import type { Overview } from "../contract.ts";
import type { Scope } from "./scope.ts";

/** Counts of stored mail, from rollups: none scans a mailbox. */

const OWN = "owner_id = $1 and account_id = any($2::uuid[])";
const VISIBLE = "folder_role not in ('spam', 'trash')";
const VISIBLE_FOLDER = "role not in ('spam', 'trash')";

/**
 * Sum of a bigint, in SQL. Plain sums of bigint are numeric, which the embedded database adds four times as slowly as
 * float8; whole numbers below 2^53 are exact in both.
 */
export function sumOfBytes(column: string): string {
	return `sum((${column})::float8)`;
}

export interface Totals {
	total: number;
	unread: number;
	inbox: number;
	spam: number;
	/** Of all folders. */
	bytes: number;
	/** Messages in all folders, to estimate a size that is not known. */
	everywhere: number;
}

export async function readTotals(database: Database, { ownerId, accountIds }: Scope): Promise<Totals> {
	const [row] = await database.query<Totals>(
		`select coalesce(sum(total_count) filter (where ${VISIBLE_FOLDER}), 0)::int as total,
			coalesce(sum(unread_count) filter (where ${VISIBLE_FOLDER}), 0)::int as unread,
			coalesce(sum(total_count) filter (where role = 'inbox'), 0)::int as inbox,
			coalesce(sum(total_count) filter (where role = 'spam'), 0)::int as spam,
			coalesce(sum(size_bytes), 0)::bigint as bytes, coalesce(sum(total_count), 0)::int as everywhere
		from mail_folders_v1 where ${OWN}`,
		[ownerId, accountIds],
	);
	if (row === undefined) throw new Error("The database returned no sums");
	return row;
}

/** Number of emails in each mailbox, in the same folders as `total`. */
export async function readMailboxTotals(
	database: Database,
	{ ownerId, accountIds }: Scope,
): Promise<ReadonlyMap<string, number>> {
	const rows = await database.query<{ id: string; total: number }>(
		`select account_id as id, coalesce(sum(total_count) filter (where ${VISIBLE_FOLDER}), 0)::int as total
		from mail_folders_v1 where ${OWN} group by 1`,
		[ownerId, accountIds],
	);
	return new Map(rows.map(({ id, total }) => [id, total]));
}

/** Date of the oldest and the newest email. */
export async function readDates(
	database: Database,
	{ ownerId, accountIds }: Scope,
): Promise<{ oldest: Date | null; newest: Date | null }> {
	const [row] = await database.query<{ oldest: Date | null; newest: Date | null }>(
		`select min(first_date) as oldest, max(last_date) as newest from mail_sender_stats_v1 where ${OWN} and ${VISIBLE}`,
		[ownerId, accountIds],
	);
	return row ?? { oldest: null, newest: null };
}

const DAY_MS = 86_400_000;
const READ_DAYS = 90;

/** What can be cleaned up at once: counts of the lists that `queries.ts` has searches for. */
export async function readPlans(
	database: Database,
	scope: Scope,
	now: number,
): Promise<NonNullable<Overview["plans"]>> {
	const { ownerId, accountIds } = scope;
	const [promotionsBefore, socialBefore, unreadBefore] = [dayBefore(now, 183), dayBefore(now, 90), dayBefore(now, 30)];
	const promotions = "filter (where category = 'promotions' and day < $3::date)";
	const social = "filter (where category in ('social', 'forums') and day < $4::date)";
	const [row] = await database.query<
		Record<"promotions" | "promotionBytes" | "social" | "socialBytes" | "unread", number>
	>(
		`select coalesce(sum(email_count) ${promotions}, 0)::int as promotions,
			coalesce(${sumOfBytes("size_bytes")} ${promotions}, 0)::bigint as "promotionBytes",
			coalesce(sum(email_count) ${social}, 0)::int as social,
			coalesce(${sumOfBytes("size_bytes")} ${social}, 0)::bigint as "socialBytes",
			coalesce(sum(email_count - read_count) filter (where day < $5::date), 0)::int as unread
		from mail_day_stats_v1 where ${OWN} and folder_role = 'inbox'`,
		[ownerId, accountIds, promotionsBefore, socialBefore, unreadBefore],
	);
	const counted = countedIn({ ownerId, accountIds, from: new Date(now - READ_DAYS * DAY_MS), until: null });
	const lists = await database.query(
		`select from ${counted.text} c where c.list_key <> '' group by c.account_id, c.list_key
		having sum(c.email_count) >= 3 and sum(c.read_count) = 0`,
		counted.values,
	);
	return {
		oldPromotions: { count: row?.promotions ?? 0, bytes: row?.promotionBytes ?? 0, before: promotionsBefore },
		oldSocial: { count: row?.social ?? 0, bytes: row?.socialBytes ?? 0, before: socialBefore },
		oldUnread: { count: row?.unread ?? 0, before: unreadBefore },
		unreadLists: lists.length,
	};
}

function dayBefore(now: number, days: number): string {
	return new Date(now - days * DAY_MS).toISOString().slice(0, 10);
}
