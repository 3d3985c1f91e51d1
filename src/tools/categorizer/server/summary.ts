import type { Database } from "#kernel/database.ts";
import { countedIn } from "#kernel/mail.ts";
import type { Counts } from "../contract.ts";
import type { Scope } from "./scope.ts";

/** Cap of the count, shown as "10,000 and more". */
const MAX_UNSORTED = 10_000;

export interface Summary {
	counts: Counts;
	bytes: Counts;
	unread: Counts;
	total: number;
	unclassified: number;
}

/** Counts per category. */
export async function summarise(database: Database, scope: Scope, most = MAX_UNSORTED): Promise<Summary> {
	const counted = countedIn({ ...scope, firstParameter: 1 });
	const rows = await database.query<{ category: string; count: number; unread: number; bytes: number }>(
		`select category, sum(email_count)::int as count, sum(email_count - read_count)::int as unread,
			sum(size_bytes)::bigint as bytes
		from ${counted.text} c group by category`,
		counted.values,
	);
	const of = (category: string) => rows.find((row) => row.category === category) ?? { count: 0, unread: 0, bytes: 0 };
	const by = (what: "count" | "unread" | "bytes"): Counts => ({
		promotional: of("promotions")[what],
		social: of("social")[what],
		updates: of("updates")[what],
		primary: of("primary")[what],
		forums: of("forums")[what],
	});
	const counts = by("count");
	return {
		counts,
		bytes: by("bytes"),
		unread: by("unread"),
		total: Object.values(counts).reduce((sum, count) => sum + count, 0),
		unclassified: Math.min(most, of("").count + (await unseen(database, scope, most))),
	};
}

/** Messages not yet included in the rollups. */
async function unseen(database: Database, scope: Scope, most: number): Promise<number> {
	const row = await database.one<{ count: number }>(
		`select count(*)::int as count from (
			select from mail_messages_v1 where owner_id = $1 and account_id = any($2::uuid[]) and list_key is null
				and received_date >= $3 and received_date < $4 and folder_role = any($5::text[])
			limit $6
		) unseen`,
		[scope.ownerId, scope.accountIds, scope.from, scope.until, scope.roles, most],
	);
	return row?.count ?? 0;
}
