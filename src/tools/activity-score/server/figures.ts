import type { Database } from "#kernel/database.ts";
import { countedIn, RECEIVED_ROLES } from "#kernel/mail.ts";
import type { ActivityScore } from "../contract.ts";
import type { Span } from "../searches.ts";
import { momentsOf, type Scope } from "./scope.ts";

/** Figures from rollups and from analyzed conversations: none scans a mailbox. */

const OWN = "owner_id = $1 and account_id = any($2::uuid[])";

export interface Counts {
	received: number;
	sent: number;
	read: number;
	fromPeople: number;
	answered: number;
	/** The first day with mail in the period; null: none. */
	first: string | null;
}

export async function readCounts(database: Database, { ownerId, accountIds }: Scope, span: Span): Promise<Counts> {
	const [days, people] = await Promise.all([
		database.query<Omit<Counts, "fromPeople" | "answered">>(
			`select coalesce(sum(email_count) filter (where folder_role = any($5::text[])), 0)::int as received,
				coalesce(sum(email_count) filter (where folder_role = 'sent'), 0)::int as sent,
				coalesce(sum(read_count) filter (where folder_role = any($5::text[])), 0)::int as read, min(day)::text as first
			from mail_day_stats_v1 where ${OWN} and day >= $3::date and day < $4::date
				and (folder_role = 'sent' or folder_role = any($5::text[]))`,
			[ownerId, accountIds, span.from, span.until, RECEIVED_ROLES],
		),
		database.query<Pick<Counts, "fromPeople" | "answered">>(
			`select count(*)::int as "fromPeople", count(*) filter (where is_answered)::int as answered
			from activity_messages where ${OWN} and is_person and at >= $3::timestamptz and at < $4::timestamptz`,
			[ownerId, accountIds, ...momentsOf(span)],
		),
	]);
	if (days[0] === undefined || people[0] === undefined) throw new Error("The database returned no sums");
	return { ...days[0], ...people[0] };
}

/** People who were sent emails of campaigns that track, and what they did: people are counted, as in the campaigns. */
interface Tracked {
	openTracked: number;
	opened: number;
	clickTracked: number;
	clicked: number;
}

export async function readTracked(database: Database, { ownerId, accountIds, current }: Scope): Promise<Tracked> {
	const row = await database.one<Tracked>(
		`select count(distinct recipient_id) filter (where tracks_opens)::int as "openTracked",
			count(distinct recipient_id) filter (where tracks_opens and opened_at is not null)::int as opened,
			count(distinct recipient_id) filter (where is_click_tracked)::int as "clickTracked",
			count(distinct recipient_id) filter (where is_click_tracked and clicked_at is not null)::int as clicked
		from tracked_emails_v1 where ${OWN} and sent_at >= $3::timestamptz and sent_at < $4::timestamptz`,
		[ownerId, accountIds, ...momentsOf(current)],
	);
	if (row === undefined) throw new Error("The database returned no sums");
	return row;
}

/** Whether there is any mail before a day. */
export async function hasMailBefore(database: Database, { ownerId, accountIds }: Scope, day: string): Promise<boolean> {
	const rows = await database.query(
		`select from mail_day_stats_v1 where ${OWN} and day < $3::date
			and (folder_role = 'sent' or folder_role = any($4::text[])) limit 1`,
		[ownerId, accountIds, day, RECEIVED_ROLES],
	);
	return rows.length > 0;
}

/** Replies of the user, with the moment that the response time starts; epoch milliseconds. */
export async function readReplies(
	database: Database,
	{ ownerId, accountIds, before, current }: Scope,
): Promise<{ from: number; until: number }[]> {
	const rows = await database.query<{ answers_at: Date; at: Date }>(
		`select answers_at, at from activity_messages where ${OWN} and is_own and answers_at is not null
			and at >= $3::timestamptz and at < $4::timestamptz`,
		[ownerId, accountIds, ...momentsOf({ from: before.from, until: current.until })],
	);
	return rows.map(({ answers_at, at }) => ({ from: answers_at.getTime(), until: at.getTime() }));
}

export async function readHours(
	database: Database,
	{ ownerId, accountIds, current }: Scope,
): Promise<ActivityScore["hours"]> {
	const rows = await database.query<{ day: string; hour: number; received: number; sent: number }>(
		`select day::text as day, (hour - 1)::int as hour,
			coalesce(sum(count) filter (where folder_role <> 'sent'), 0)::int as received,
			coalesce(sum(count) filter (where folder_role = 'sent'), 0)::int as sent
		from mail_day_stats_v1 cross join lateral unnest(hour_counts) with ordinality as h (count, hour)
		where ${OWN} and day >= $3::date and day < $4::date and (folder_role = 'sent' or folder_role = any($5::text[]))
			and count > 0 group by 1, 2 order by 1, 2`,
		[ownerId, accountIds, current.from, current.until, RECEIVED_ROLES],
	);
	return rows.map(({ day, hour, received, sent }) => ({
		at: `${day}T${String(hour).padStart(2, "0")}:00:00Z`,
		...{ received, sent },
	}));
}

const CONTACTS = 8;

/** Addresses with most mail in both directions, without lists and the user's own. */
export function readContacts(
	database: Database,
	{ ownerId, accountIds, current }: Scope,
): Promise<ActivityScore["contacts"]> {
	const counted = countedIn({
		...{ ownerId, accountIds, firstParameter: 5 },
		...{ from: new Date(current.from), until: new Date(current.until) },
	});
	return database.query(
		`with received as (
			select c.sender_email as email, sum(c.email_count)::int as count from ${counted.text} c
			where c.list_key = '' and c.sender_email <> '' group by 1
		), sent as (
			select email, count(*)::int as count
			from (select unnest(contacts) as email from activity_messages where ${OWN} and contacts is not null
				and at >= $3::timestamptz and at < $4::timestamptz) s group by 1
		), own as (
			select lower(email) as email from mail_accounts_v1 where owner_id = $1 and email is not null
			union select sender_email from mail_sender_stats_v1 where ${OWN} and folder_role = 'sent'
		), top as (
			select email, coalesce(r.count, 0) as received, coalesce(s.count, 0) as sent
			from received r full join sent s using (email) where email not in (select email from own)
			order by (s.count is not null) desc, coalesce(r.count, 0) + coalesce(s.count, 0) desc, email limit ${CONTACTS}
		)
		select t.email, coalesce(n.name, '') as name, t.received, t.sent from top t left join lateral (
			select s.sender_name as name from mail_sender_stats_v1 s
			where s.owner_id = $1 and s.account_id = any($2::uuid[]) and s.sender_email = t.email
			order by s.last_date desc limit 1
		) n on true order by t.received + t.sent desc, t.email`,
		[ownerId, accountIds, ...momentsOf(current), ...counted.values],
	);
}

/** The oldest analysis; null: there is none, or a mailbox with mail has none. */
export async function readAnalyzedAt(database: Database, { ownerId, accountIds }: Scope): Promise<string | null> {
	const row = await database.one<{ at: Date | null; isWaiting: boolean }>(
		`select min(n.analyzed_at) as at, coalesce(bool_or(n.analyzed_at is null and exists (
				select from mail_folders_v1 f where f.owner_id = a.owner_id and f.account_id = a.id and f.total_count > 0
			)), false) as "isWaiting"
		from mail_accounts_v1 a
		left join activity_analyses n on n.owner_id = a.owner_id and n.account_id = a.id
		where a.owner_id = $1 and a.id = any($2::uuid[])`,
		[ownerId, accountIds],
	);
	return row === undefined || row.isWaiting ? null : (row.at?.toISOString() ?? null);
}
