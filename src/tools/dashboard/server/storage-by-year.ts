import type { Database } from "#kernel/database.ts";
import type { FolderRole } from "#kernel/mailbox.ts";
import type { StorageOfYear } from "../contract.ts";
import { sumOfBytes } from "./figures.ts";
import type { Scope } from "./scope.ts";

const DISCARDED: readonly FolderRole[] = ["spam", "trash"];

/** Stored mail by year of the email, oldest first. */
export async function readStorageByYear(database: Database, { ownerId, accountIds }: Scope): Promise<StorageOfYear[]> {
	const rows = await database.query<{ year: number; role: FolderRole } & Record<DaySum, number>>(
		// Sums of six filters, and years by extract(), which are numeric, take the embedded database three times as long.
		`select date_part('year', day)::int as year, folder_role as role, sum(email_count)::int as "count",
			sum(attached_count)::int as "attachedCount", ${sumOfBytes("size_bytes")}::bigint as bytes,
			${sumOfBytes("attached_bytes")}::bigint as "attachedBytes"
		from mail_day_stats_v1 where owner_id = $1 and account_id = any($2::uuid[]) group by 1, 2 order by 1`,
		[ownerId, accountIds],
	);
	return [...Map.groupBy(rows, ({ year }) => year)].map(([year, ofYear]) => {
		const kept = ofYear.filter(({ role }) => !DISCARDED.includes(role));
		const discarded = ofYear.filter(({ role }) => DISCARDED.includes(role));
		const attached = { count: sumOf(kept, "attachedCount"), bytes: sumOf(kept, "attachedBytes") };
		return {
			year,
			attached,
			plain: { count: sumOf(kept, "count") - attached.count, bytes: sumOf(kept, "bytes") - attached.bytes },
			discarded: { count: sumOf(discarded, "count"), bytes: sumOf(discarded, "bytes") },
		};
	});
}

type DaySum = "count" | "attachedCount" | "bytes" | "attachedBytes";

function sumOf(rows: readonly Record<DaySum, number>[], key: DaySum): number {
	return rows.reduce((sum, row) => sum + row[key], 0);
}
