import type { Database } from "#kernel/database.ts";
import { accountsIn, dateRangeOf, RECEIVED_ROLES } from "#kernel/mail.ts";
import type { MailContext } from "#kernel/module.ts";
import type { Charts } from "../contract.ts";
import { bucketsOf, dayAfter, dayOf, type Span, stepFor } from "./buckets.ts";
import { readHealthHistory } from "./health-history.ts";
import type { Scope } from "./scope.ts";
import { readSenders, readTopSenders } from "./senders.ts";
import { SUSPICIOUS_MOVED } from "./suspicious.ts";
import { valueOrNull } from "./value-or-null.ts";

/** Data of the charts, from rollups. */

const OWN = "owner_id = $1 and account_id = any($2::uuid[])";
const HOURLY_DAYS = 14;

interface ChartQuery {
	account?: string | undefined;
	from?: string | undefined;
	until?: string | undefined;
}

/** @throws AppError 400 `bad-range`, 404 for another user's mailbox */
export async function readCharts(ctx: MailContext, ownerId: string, query: ChartQuery): Promise<Charts> {
	const { database } = ctx;
	const range = dateRangeOf(query);
	const accounts = await accountsIn(ctx, ownerId, query.account ?? null);
	const scope: Scope = { ownerId, accountIds: accounts.map(({ id }) => id) };
	const asked = {
		from: dayOf(range.from),
		until: query.until === undefined ? dayAfter(dayOf(ctx.now())) : dayOf(range.until),
	};
	const [span, isEverything] = await Promise.all([
		spanWithin(database, scope, asked),
		includesEverything(database, scope, asked),
	]);
	if (span === null) return { from: null, until: null, step: "day", received: [], hours: [], senders: [], health: [] };
	const step = stepFor(span);
	const [received, hours, senders, health] = await Promise.all([
		valueOrNull(ctx, "received", readReceived(database, scope, span)),
		valueOrNull(ctx, "hours", readHours(database, scope, span)),
		// Totals per sender are fewer than those per sender and month.
		valueOrNull(ctx, "senders", isEverything ? readTopSenders(database, scope) : readSenders(database, scope, span)),
		valueOrNull(ctx, "health", readHealthHistory(database, scope, asked)),
	]);
	return { ...span, step, received, hours, senders, health };
}

/** The part of a range that has mail or follows it; null: no mail before its end. */
async function spanWithin(database: Database, { ownerId, accountIds }: Scope, range: Span): Promise<Span | null> {
	const row = await database.one<{ first: string | null }>(
		`select min(day)::text as first from (${endOfEach("asc")}) d`,
		[ownerId, accountIds, RECEIVED_ROLES, range.from, range.until],
	);
	if (!row?.first) return null;
	return { from: row.first > range.from && stepFor(range) !== "day" ? row.first : range.from, until: range.until };
}

/** SQL: the first or last day with mail in each mailbox, one entry of the index each. */
function endOfEach(order: "asc" | "desc"): string {
	return `select of.day from unnest($2::uuid[]) as a (id) cross join lateral (
			select day from mail_day_stats_v1 where owner_id = $1 and account_id = a.id and folder_role = any($3::text[])
				and day >= $4::date and day < $5::date order by day ${order} limit 1
		) of`;
}

/** Whether no mail was received outside of a range. */
async function includesEverything(database: Database, { ownerId, accountIds }: Scope, range: Span): Promise<boolean> {
	const received = `select from mail_day_stats_v1 where ${OWN} and folder_role = any($3::text[]) and email_count > 0`;
	const row = await database.one<{ isEverything: boolean }>(
		`select not exists (${received} and day < $4::date) and not exists (${received} and day >= $5::date) as "isEverything"`,
		[ownerId, accountIds, RECEIVED_ROLES, range.from, range.until],
	);
	return row?.isEverything === true;
}

type Received = NonNullable<Charts["received"]>;

async function readReceived(database: Database, { ownerId, accountIds }: Scope, span: Span): Promise<Received> {
	const buckets = bucketsOf(span, stepFor(span));
	const rows = await database.query<{ bucket: number; category: string; count: number }>(
		`select width_bucket(day, $4::date[]) - 1 as bucket, category, sum(email_count)::int as count from (
			select day, folder_role, category, email_count from mail_day_stats_v1 where ${OWN}
			union all select * from ${SUSPICIOUS_MOVED} moved
		) counted
		where folder_role = any($3::text[]) and day >= $5::date and day < $6::date
		group by 1, 2`,
		[ownerId, accountIds, RECEIVED_ROLES, buckets.map(({ from }) => from), span.from, span.until],
	);
	const counts = new Map(rows.map(({ bucket, category, count }) => [`${bucket} ${category}`, count]));
	return buckets.map(({ from, until }, bucket) => {
		const of = (category: string): number => counts.get(`${bucket} ${category}`) ?? 0;
		return {
			...{ from, until, primary: of("primary"), updates: of("updates"), forums: of("forums") },
			...{ social: of("social"), promotions: of("promotions") },
			...{ suspicious: of("suspicious"), other: of("") },
		};
	});
}

async function readHours(
	database: Database,
	{ ownerId, accountIds }: Scope,
	{ from, until }: Span,
): Promise<NonNullable<Charts["hours"]>> {
	const rows = await database.query<{ day: string; hour: number; count: number }>(
		// The last day first: the counts per hour of all other days need not be read.
		`with last as (
			select max(day) as day from (${endOfEach("desc")}) d
		)
		select d.day::text as day, (hour - 1)::int as hour, sum(count)::int as count
		from mail_day_stats_v1 d cross join lateral unnest(d.hour_counts) with ordinality as h (count, hour)
		where ${OWN} and folder_role = any($3::text[]) and d.day >= $4::date and d.day < $5::date
			and d.day > (select day from last) - ${HOURLY_DAYS} and count > 0
		group by 1, 2 order by 1, 2`,
		[ownerId, accountIds, RECEIVED_ROLES, from, until],
	);
	return rows.map(({ day, hour, count }) => ({ at: `${day}T${String(hour).padStart(2, "0")}:00:00Z`, count }));
}
