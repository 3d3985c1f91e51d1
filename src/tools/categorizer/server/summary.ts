import type { Database } from "#kernel/database.ts";
import type { Counts } from "../contract.ts";
import { SUSPICIOUS } from "../groups.ts";
import { countedInScope, type Scope } from "./scope.ts";

/** Cap of the count, shown as "10,000 and more". */
const MAX_UNSORTED = 10_000;

export interface Summary {
	counts: Counts;
	bytes: Counts;
	unread: Counts;
	suspicious: Counts;
	total: number;
	unclassified: number;
}

/** Counts per category. */
export async function summarise(database: Database, scope: Scope, most = MAX_UNSORTED): Promise<Summary> {
	const rows = await countByCategory(database, { ...scope, category: null });
	const left = await countByCategory(database, { ...scope, category: SUSPICIOUS });
	const counts = cardsOf(rows, "count");
	return {
		counts,
		bytes: cardsOf(rows, "bytes"),
		unread: cardsOf(rows, "unread"),
		suspicious: cardsOf(left, "count"),
		total: Object.values(counts).reduce((sum, count) => sum + count, 0),
		unclassified: Math.min(most, partOf(rows, "").count + (await unseen(database, scope, most))),
	};
}

interface Part {
	category: string;
	count: number;
	unread: number;
	bytes: number;
}

function countByCategory(database: Database, scope: Scope): Promise<Part[]> {
	const counted = countedInScope(scope, 1);
	return database.query<Part>(
		`select category, sum(email_count)::int as count, sum(email_count - read_count)::int as unread,
			sum(size_bytes)::bigint as bytes
		from ${counted.text} c group by category`,
		counted.values,
	);
}

function partOf(parts: readonly Part[], category: string): Part {
	return parts.find((part) => part.category === category) ?? { category, count: 0, unread: 0, bytes: 0 };
}

function cardsOf(parts: readonly Part[], what: "count" | "unread" | "bytes"): Counts {
	return {
		promotional: partOf(parts, "promotions")[what],
		social: partOf(parts, "social")[what],
		updates: partOf(parts, "updates")[what],
		primary: partOf(parts, "primary")[what],
		forums: partOf(parts, "forums")[what],
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
