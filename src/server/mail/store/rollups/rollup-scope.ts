import type { FolderRole } from "../../provider/provider.ts";

/** Roles of folders with received mail that was not deleted. */
export const RECEIVED_ROLES = ["inbox", "archive", "custom"] as const satisfies readonly FolderRole[];

export interface CountedIn {
	ownerId: string;
	accountIds: readonly string[];
	from: Date;
	/** Exclusive; null: no end. */
	until: Date | null;
	/** Default: `RECEIVED_ROLES`. */
	roles?: readonly FolderRole[];
	/** Number of the first of `values` in the query: 3 for `$3`. Default: 1. */
	firstParameter?: number;
}

/**
 * Counts of the messages received in a time range, as SQL for a `from` clause: `from ${text} c`. Rows are partial
 * counts, to be summed: `account_id, month, folder_role, category, list_key, sender_email, email_count, read_count,
 * size_bytes`; category and list key are empty for none. Whole months come from `month_stats`, partial months at both
 * ends from the messages, so the range is exact and the cost does not grow with its mail.
 */
export function countedIn(range: CountedIn): { text: string; values: unknown[] } {
	const { ownerId, accountIds, from, until, roles = RECEIVED_ROLES, firstParameter = 1 } = range;
	const values: unknown[] = [ownerId, accountIds, roles];
	const parameter = (value: unknown): string => `$${firstParameter + values.push(value) - 1}`;
	const [owner, accounts, role] = [0, 1, 2].map((n) => `$${firstParameter + n}`);
	const whose = `owner_id = ${owner} and account_id = any(${accounts}::uuid[]) and folder_role = any(${role}::text[])`;
	const [start, end] = [clamped(from.getTime()), clamped(until?.getTime() ?? Number.POSITIVE_INFINITY)];
	const [first, after] = [monthFrom(start), monthOf(end)];
	const pieces = first < after ? [[start, first] as const, [after, end] as const] : [[start, end] as const];
	const parts = pieces
		.filter(([begin, close]) => begin < close)
		.map(
			([begin, close]) => `
	select account_id, date_trunc('month', received_date at time zone 'UTC')::date, folder_role, coalesce(category, ''), list_key,
		sender_email, 1, is_read::int, size_bytes
	from emails where ${whose} and list_key is not null
		and received_date >= ${parameter(stamp(begin))}::timestamptz and received_date < ${parameter(stamp(close))}::timestamptz`,
		);
	// First in the query: most rows fail it, and it is the cheapest condition.
	const months =
		first < after ? `month >= ${parameter(day(first))}::date and month < ${parameter(day(after))}::date` : "false";
	const text = `(
	select account_id, month, folder_role, category, list_key, sender_email, email_count, read_count, size_bytes
	from month_stats where ${months} and ${whose}${parts.map((part) => `\n\tunion all${part}`).join("")}
)`;
	return { text, values };
}

/** Start in UTC of the month that contains this moment. */
function monthOf(at: number): number {
	const date = new Date(at);
	date.setUTCHours(0, 0, 0, 0);
	return date.setUTCDate(1);
}

/** Start of the first whole month at or after this moment. */
function monthFrom(at: number): number {
	const begun = monthOf(at);
	if (begun === at) return begun;
	const date = new Date(begun);
	return date.setUTCMonth(date.getUTCMonth() + 1);
}

function day(at: number): string {
	return stamp(at).slice(0, 10);
}

function stamp(at: number): string {
	return new Date(at).toISOString();
}

/** Clamps to the years that messages can have, see `rows.ts`; their dates end a day earlier. */
function clamped(at: number): number {
	return Math.min(Math.max(at, Date.parse("0001-01-01T00:00:00Z")), Date.parse("9999-12-31T23:59:59.999Z"));
}
