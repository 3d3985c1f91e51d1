import type { Database } from "#kernel/database.ts";
import { countedIn, RECEIVED_ROLES } from "#kernel/mail.ts";
import type { Periods } from "../../contract.ts";
import type { Range } from "./counts.ts";

const DAY_MS = 86_400_000;
/** Longest ranges in days whose periods are days or weeks: those are counted from the messages, months from rollups. */
const MOST_DAYS = 14;
const MOST_DAYS_IN_WEEKS = 100;
/** Most months that are shown one by one. */
const MOST_MONTHS = 40;

/** Emails of each list over the range. */
export interface Volumes {
	periods: Periods;
	/** Emails of a list per period, by the list's id `<account id>:<list key>`; absent: none in the range. */
	of: Map<string, number[]>;
}

/** Counts the emails of all lists per period of the range; together they are the list's emails. @param now epoch milliseconds */
export async function countVolumes(database: Database, range: Range, now: number): Promise<Volumes> {
	const until = Math.min(range.until.getTime(), now + 1);
	const days = (until - range.from.getTime()) / DAY_MS;
	if (days > MOST_DAYS_IN_WEEKS) return byMonth(database, range, until);
	return days > MOST_DAYS
		? bySpan(database, range, { until, unit: "week", length: 7 * DAY_MS })
		: bySpan(database, range, { until, unit: "day", length: DAY_MS });
}

interface Spans {
	/** Epoch milliseconds, exclusive: the last period ends here. */
	until: number;
	unit: "day" | "week";
	/** Milliseconds. */
	length: number;
}

/** Periods of equal length that end with the range; the first one is shorter. */
async function bySpan(database: Database, range: Range, { until, unit, length }: Spans): Promise<Volumes> {
	const count = Math.max(1, Math.ceil((until - range.from.getTime()) / length));
	const starts = Array.from({ length: count }, (_, index) =>
		new Date(Math.max(range.from.getTime(), until - (count - index) * length)).toISOString(),
	);
	const rows = await database.query<{ account_id: string; list_key: string; back: number; count: number }>(
		`select account_id, list_key,
			greatest(0, ceil(extract(epoch from ($5::timestamptz - received_date)) / $6) - 1)::int as back, count(*)::int as count
		from mail_messages_v1
		where owner_id = $1 and account_id = any($2::uuid[]) and folder_role = any($3::text[]) and list_key <> ''
			and received_date >= $4 and received_date < $7
		group by 1, 2, 3`,
		[range.ownerId, range.accountIds, RECEIVED_ROLES, range.from, new Date(until), length / 1_000, range.until],
	);
	const of = new Map<string, number[]>();
	for (const { account_id: accountId, list_key: listKey, back, count: emails } of rows)
		add(of, `${accountId}:${listKey}`, { index: Math.max(0, count - 1 - back), emails, length: count });
	return { periods: { unit, starts }, of };
}

/** Calendar months (UTC); a range of many begins with the first email of any list, and may be shown by year. */
async function byMonth(database: Database, range: Range, until: number): Promise<Volumes> {
	const counted = countedIn(range);
	const rows = await database.query<{ account_id: string; list_key: string; counts: Record<string, number> }>(
		`select account_id, list_key, json_object_agg(month, n) as counts from (
			select account_id, list_key, to_char(month, 'YYYY-MM') as month, sum(email_count)::int as n
			from ${counted.text} c where list_key <> '' group by 1, 2, 3
		) m group by 1, 2`,
		counted.values,
	);
	const last = monthNumber(new Date(until - 1).toISOString());
	const begins = monthNumber(range.from.toISOString());
	const first = last - begins < MOST_MONTHS ? begins : Math.max(begins, firstMonth(rows, last));
	const isByYear = last - first >= MOST_MONTHS;
	const size = isByYear ? 12 : 1;
	const begin = Math.floor(first / size);
	const length = Math.max(1, Math.floor(last / size) - begin + 1);
	const of = new Map<string, number[]>();
	for (const { account_id: accountId, list_key: listKey, counts } of rows)
		for (const [month, emails] of Object.entries(counts)) {
			const index = Math.min(length - 1, Math.max(0, Math.floor(monthNumber(month) / size) - begin));
			add(of, `${accountId}:${listKey}`, { index, emails, length });
		}
	const starts = Array.from({ length }, (_, index) => {
		const month = (begin + index) * size;
		return new Date(Date.UTC(Math.floor(month / 12), month % 12, 1)).toISOString();
	});
	return { periods: { unit: isByYear ? "year" : "month", starts }, of };
}

function add(
	of: Map<string, number[]>,
	id: string,
	{ index, emails, length }: Record<"index" | "emails" | "length", number>,
) {
	const volume = of.get(id) ?? Array.from({ length }, () => 0);
	volume[index] = (volume[index] ?? 0) + emails;
	of.set(id, volume);
}

function firstMonth(rows: readonly { counts: Record<string, number> }[], last: number): number {
	return rows.reduce((least, { counts }) => Math.min(least, ...Object.keys(counts).map(monthNumber)), last);
}

/** Months since year 0. @param text begins with "2026-05" */
function monthNumber(text: string): number {
	return Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7)) - 1;
}
