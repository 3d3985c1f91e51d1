import type { Database } from "#kernel/database.ts";
import type { FolderRole } from "#kernel/mailbox.ts";
import type { StorageOfYear } from "../contract.ts";
import { sumOfBytes } from "./figures.ts";
import type { Scope } from "./scope.ts";
import { SUSPICIOUS_MOVED } from "./suspicious.ts";

/** Figures from the sums over all days with mail, which are read once for all of them. */

const DISCARDED: readonly FolderRole[] = ["spam", "trash"];

type Sum = "count" | "important" | "attachedCount" | "bytes" | "attachedBytes" | "attachmentBytes";

/** Of the mail of a year in folders of a role, in a category; "" without one, "suspicious" for mail that is in none. */
export type DaySums = { year: number; role: FolderRole; category: string } & Record<Sum, number>;

/** Sums over stored mail by year of the email, folder role and category, oldest year first. */
export async function readDaySums(database: Database, { ownerId, accountIds }: Scope): Promise<DaySums[]> {
	const values = [ownerId, accountIds];
	const sums = await database.query<DaySums>(
		// Sums with filters, and years by extract(), which are numeric, take the embedded database three times as long.
		`select date_part('year', day)::int as year, folder_role as role, category, sum(email_count)::int as "count",
			sum(important_count)::int as important, sum(attached_count)::int as "attachedCount",
			${sumOfBytes("size_bytes")}::bigint as bytes, ${sumOfBytes("attached_bytes")}::bigint as "attachedBytes",
			${sumOfBytes("attachment_bytes")}::bigint as "attachmentBytes"
		from mail_day_stats_v1 where owner_id = $1 and account_id = any($2::uuid[]) group by 1, 2, 3 order by 1`,
		values,
	);
	const moved = await database.query<Pick<DaySums, "year" | "role" | "category" | "count">>(
		`select date_part('year', day)::int as year, folder_role as role, category, sum(email_count)::int as "count"
		from ${SUSPICIOUS_MOVED} moved group by 1, 2, 3`,
		values,
	);
	return [...sums, ...moved.map((of) => ({ ...NOTHING, ...of }))].sort((a, b) => a.year - b.year);
}

const NOTHING = { important: 0, attachedCount: 0, bytes: 0, attachedBytes: 0, attachmentBytes: 0 };

export interface Categories {
	/** In all folders. */
	promotional: number;
	/** In the inbox. */
	promotions: number;
	social: number;
	updates: number;
	forums: number;
	suspicious: number;
	/** In the inbox and of the category, not of none. */
	primary: number;
	important: number;
	attached: number;
	/** Size of the attachments alone, without their messages. */
	attachmentBytes: number;
}

/** Without spam and trash. */
export function categoriesOf(all: readonly DaySums[]): Categories {
	const kept = all.filter(({ role }) => !DISCARDED.includes(role));
	const inInbox = (category: string): number =>
		sumOf(
			kept.filter((sums) => sums.role === "inbox" && sums.category === category),
			"count",
		);
	return {
		promotional: sumOf(
			kept.filter(({ category }) => category === "promotions"),
			"count",
		),
		promotions: inInbox("promotions"),
		social: inInbox("social"),
		updates: inInbox("updates"),
		forums: inInbox("forums"),
		primary: inInbox("primary"),
		suspicious: inInbox("suspicious"),
		important: sumOf(kept, "important"),
		attached: sumOf(kept, "attachedCount"),
		attachmentBytes: sumOf(kept, "attachmentBytes"),
	};
}

/** What takes up space, oldest year first. */
export function storageByYearOf(all: readonly DaySums[]): StorageOfYear[] {
	return [...Map.groupBy(all, ({ year }) => year)].map(([year, ofYear]) => {
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

function sumOf(rows: readonly DaySums[], key: Sum): number {
	return rows.reduce((sum, row) => sum + row[key], 0);
}
