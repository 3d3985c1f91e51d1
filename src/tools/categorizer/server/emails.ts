import type { Database } from "#kernel/database.ts";
import { cursorAfter, cursorOf, ITEM_COLUMNS, type ItemRow, presentItem } from "#kernel/mail.ts";
import { webMailUrls } from "#kernel/parse.ts";
import type { CategorizedEmail } from "../contract.ts";
import { categoryOf, countedInScope, isInScope, KEY, type Scope } from "./scope.ts";

interface Row extends ItemRow {
	category: CategorizedEmail["category"];
	category_reason: string | null;
	category_source: CategorizedEmail["categorySource"] | null;
	list_key: string;
	folder_name: string;
}

export interface CategorizedPage {
	items: CategorizedEmail[];
	total: number;
	nextCursor: string | null;
}

/** A page of messages in a scope, newest first: the newest few of each mailbox, merged. */
export async function listEmails(
	database: Database,
	scope: Scope,
	{ limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<CategorizedPage> {
	const after = cursorOf(cursor);
	const total = await countEmails(database, scope);
	if (total === 0) return { items: [], total, nextCursor: null };
	const inScope = isInScope(scope, 6);
	const rows = await database.query<Row>(
		`select e.*, coalesce(f.folder_name, e.folder_id) as folder_name from unnest($2::uuid[]) as a (id) cross join lateral (
			select ${ITEM_COLUMNS}, e.category_reason, e.category_source, e.list_key from mail_messages_v1 e
			where e.owner_id = $1 and e.account_id = a.id and (e.received_date, e.id) < ($3::timestamptz, $4::uuid)
				and ${inScope.text}
			order by e.received_date desc, e.id desc limit $5
		) e
		left join mail_folders_v1 f on f.owner_id = $1 and f.account_id = e.account_id and f.id = e.folder_id
		order by e.received_date desc, e.id desc limit $5`,
		[
			scope.ownerId,
			scope.accountIds,
			after?.date ?? "infinity",
			after?.id ?? "ffffffff-ffff-ffff-ffff-ffffffffffff",
			limit + 1,
			...inScope.values,
		],
	);
	const shown = rows.slice(0, limit);
	const last = shown.at(-1);
	const urls = await webMailUrls(
		database,
		scope.ownerId,
		shown.map((row) => ({ accountId: row.account_id, threadId: row.thread_id })),
	);
	return {
		items: shown.map((row) => ({
			...presentItem(row),
			category: row.category,
			folderName: row.folder_name,
			categoryReason: row.category_reason ?? "",
			categorySource: row.category_source ?? "provider",
			listKey: row.list_key === "" ? null : row.list_key,
			reviewUrl: urls.get(row.thread_id) ?? null,
		})),
		total,
		nextCursor: rows.length > limit && last !== undefined ? cursorAfter(last) : null,
	};
}

async function countEmails(database: Database, scope: Scope): Promise<number> {
	const counted = countedInScope(scope, 3);
	const row = await database.one<{ total: number }>(
		`select coalesce(sum(email_count), 0)::int as total from ${counted.text} c
		where category <> '' and ($1::text is null or category = $1) and ($2::text is null or ${KEY} = $2)`,
		[categoryOf(scope), scope.sender, ...counted.values],
	);
	return row?.total ?? 0;
}
