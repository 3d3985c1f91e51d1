import type { Database } from "#kernel/database.ts";
import { countedIn } from "#kernel/mail.ts";
import { oldPromotionsBefore } from "#shared/search/old-promotions.ts";
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
	const row = await database.one<Totals>(
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
	const row = await database.one<{ oldest: Date | null; newest: Date | null }>(
		`select min(first_date) as oldest, max(last_date) as newest from mail_sender_stats_v1 where ${OWN} and ${VISIBLE}`,
		[ownerId, accountIds],
	);
	return row ?? { oldest: null, newest: null };
}

const DAY_MS = 86_400_000;
const READ_DAYS = 90;
const SOCIAL = "category in ('social', 'forums')";
/** Before any mail. */
const EVER = new Date("0001-01-01T00:00:00Z");

/** What can be cleaned up at once: counts of the lists that `queries.ts` has searches for. */
export async function readPlans(
	database: Database,
	scope: Scope,
	now: number,
): Promise<NonNullable<Overview["plans"]>> {
	const { ownerId, accountIds } = scope;
	const [socialBefore, unreadBefore] = [dayBefore(now, 90), dayBefore(now, 30)];
	const social = `filter (where ${SOCIAL} and day < $3::date)`;
	const row = await database.one<Record<"social" | "socialBytes" | "unread", number>>(
		`select coalesce(sum(email_count) ${social}, 0)::int as social,
			coalesce(${sumOfBytes("size_bytes")} ${social}, 0)::bigint as "socialBytes",
			coalesce(sum(email_count - read_count) filter (where day < $4::date), 0)::int as unread
		from mail_day_stats_v1 where ${OWN} and folder_role = 'inbox'`,
		[ownerId, accountIds, socialBefore, unreadBefore],
	);
	const oldPromotions = await readOldPromotions(database, scope, now);
	const starred = await readStarredSocial(database, scope, socialBefore);
	const counted = countedIn({ ownerId, accountIds, from: new Date(now - READ_DAYS * DAY_MS), until: null });
	const lists = await database.query(
		`select from ${counted.text} c where c.list_key <> '' group by c.account_id, c.list_key
		having sum(c.email_count) >= 3 and sum(c.read_count) = 0`,
		counted.values,
	);
	return {
		oldPromotions,
		oldSocial: {
			count: (row?.social ?? 0) - starred.count,
			bytes: (row?.socialBytes ?? 0) - starred.bytes,
			before: socialBefore,
		},
		oldUnread: { count: row?.unread ?? 0, before: unreadBefore },
		unreadLists: lists.length,
	};
}

/** Old promotions in the inbox: all promotions from rollups, minus the starred ones, which are few and have an index. */
async function readOldPromotions(
	database: Database,
	{ ownerId, accountIds }: Scope,
	now: number,
): Promise<NonNullable<Overview["plans"]>["oldPromotions"]> {
	const until = oldPromotionsBefore(now);
	const counted = countedIn({ ownerId, accountIds, from: EVER, until, roles: ["inbox"] });
	const all = await database.one<Sum>(
		`select coalesce(sum(c.email_count), 0)::int as count, coalesce(${sumOfBytes("c.size_bytes")}, 0)::bigint as bytes
		from ${counted.text} c where c.category = 'promotions'`,
		counted.values,
	);
	const starred = await database.one<Sum>(
		`select count(*)::int as count, coalesce(${sumOfBytes("size_bytes")}, 0)::bigint as bytes
		from mail_messages_v1 where ${OWN} and is_starred and folder_role = 'inbox' and category = 'promotions'
			and received_date < $3`,
		[ownerId, accountIds, until],
	);
	return {
		count: (all?.count ?? 0) - (starred?.count ?? 0),
		bytes: (all?.bytes ?? 0) - (starred?.bytes ?? 0),
	};
}

/** Starred mail that the rollup counts with old social and forum mail: no cleanup moves it. */
async function readStarredSocial(database: Database, { ownerId, accountIds }: Scope, before: string): Promise<Sum> {
	const row = await database.one<Sum>(
		`select count(*)::int as count, coalesce(${sumOfBytes("size_bytes")}, 0)::bigint as bytes
		from mail_messages_v1 where ${OWN} and is_starred and folder_role = 'inbox' and ${SOCIAL}
			and received_date < $3::date at time zone 'UTC'`,
		[ownerId, accountIds, before],
	);
	return row ?? { count: 0, bytes: 0 };
}

interface Sum {
	count: number;
	bytes: number;
}

function dayBefore(now: number, days: number): string {
	return new Date(now - days * DAY_MS).toISOString().slice(0, 10);
}
