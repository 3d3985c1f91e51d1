import type { Database } from "#kernel/database.ts";
import { countedIn, RECEIVED_ROLES } from "#kernel/mail.ts";

/** Counts of one list's mail in a time range. */
export interface ListCounts {
	account_id: string;
	list_key: string;
	count: number;
	read: number;
	bytes: number;
	/** The ten most frequent. */
	senders: { email: string; count: number }[];
	sender_count: number;
}

export interface Range {
	ownerId: string;
	accountIds: readonly string[];
	/** Exclusive. */
	from: Date;
	until: Date;
}

/** All lists with mail in the range: from rollups, except for the two months cut by the range. */
export async function countLists(database: Database, range: Range): Promise<ListCounts[]> {
	const counted = countedIn(range);
	return database.query<ListCounts>(
		`with senders as (
			select account_id, list_key, sender_email, sum(email_count)::int as n, sum(read_count)::int as read,
				sum(size_bytes)::bigint as bytes
			from ${counted.text} c where list_key <> '' group by 1, 2, 3
		)
		select account_id, list_key, sum(n)::int as count, sum(read)::int as read, sum(bytes)::bigint as bytes,
			count(*)::int as sender_count,
			(array_agg(json_build_object('email', sender_email, 'count', n) order by n desc, sender_email))[1:10] as senders
		from senders group by 1, 2`,
		counted.values,
	);
}

/** Messages of the range not yet assigned to a list or to none, capped at `limit`. */
export async function countUnclassified(database: Database, range: Range, limit: number): Promise<number> {
	const row = await database.one<{ count: number }>(
		`select count(*)::int as count from (
			select 1 from mail_messages_v1
			where owner_id = $1 and account_id = any($2::uuid[]) and list_key is null and folder_role = any($3::text[])
				and received_date >= $4 and received_date < $5
			limit ${limit}
		) u`,
		[range.ownerId, range.accountIds, RECEIVED_ROLES, range.from, range.until],
	);
	return row?.count ?? 0;
}
