import type { EmailItem } from "#shared/contracts/emails.ts";
import type { Database } from "../../../db/database.ts";
import { accountsOf } from "../accounts.ts";
import { type FolderCounts, foldersFor } from "./folders.ts";
import { cursorAfter, cursorOf, ITEM_COLUMNS, type ItemRow, presentItem } from "./items.ts";

export interface EmailPage {
	items: EmailItem[];
	total: number;
	totalIsExact: boolean;
	nextCursor: string | null;
	/** For searches: messages not searched because their text is not fetched or indexed yet; at most 10,000. */
	unsearched: number;
	/** For searches: terms that cannot be searched for, as written; they match nothing. */
	unsearchable: string[];
	/** For searches that found nothing: the search with words corrected; null: no correction finds anything. */
	didYouMean: string | null;
}

export interface ListOptions {
	/** Null: all accounts. */
	accountId: string | null;
	/** A folder's role or id; null: every folder except spam and trash. */
	folder: string | null;
	limit: number;
	cursor: string | undefined;
}

/**
 * A page of a folder, newest first. Reads the newest few rows of each folder of each account through its index and
 * merges them, so the cost does not grow with the mailbox. Folders are listed one by one instead of joined, so that the
 * planner knows which are small and does not scan the whole mailbox by date for the few messages of one.
 */
export async function listFolder(database: Database, ownerId: string, options: ListOptions): Promise<EmailPage> {
	const folders = await foldersFor(database, ownerId, options.accountId, options.folder);
	const filled = folders.filter((folder) => folder.total > 0);
	if (filled.length === 0) return pageOf([], options.limit, 0, true);
	const after = cursorOf(options.cursor);
	const values: unknown[] = [
		ownerId,
		after?.date ?? "infinity",
		after?.id ?? "ffffffff-ffff-ffff-ffff-ffffffffffff",
		options.limit + 1,
	];
	const newest = filled.map((folder) => {
		const [account, name] = [values.push(folder.accountId), values.push(folder.id)];
		return `(select ${ITEM_COLUMNS} from emails e
			where e.owner_id = $1 and e.account_id = $${account}::uuid and e.folder_id = $${name}
				and (e.received_date, e.id) < ($2::timestamptz, $3::uuid)
			order by e.received_date desc, e.id desc limit $4)`;
	});
	const rows = await database.query<ItemRow>(
		`select e.* from (${newest.join(" union all ")}) e order by e.received_date desc, e.id desc limit $4`,
		values,
	);
	return pageOf(rows, options.limit, sumOf(folders), true);
}

/** The messages of a thread, newest first, from all folders. @param options.from a message to begin with */
export async function listThread(
	database: Database,
	ownerId: string,
	threadId: string,
	options: Pick<ListOptions, "accountId" | "limit" | "cursor"> & { from?: string | undefined },
): Promise<EmailPage> {
	const after = cursorOf(options.cursor);
	const accountIds = await accountsOf(database, ownerId, options.accountId);
	const rows = await database.query<ItemRow & { total: number }>(
		`select e.*, e.total from (
			select ${ITEM_COLUMNS}, count(*) over () as total from emails e
			where e.owner_id = $1 and e.account_id = any($2::uuid[]) and e.thread_id = $3
		) e where (e.received_date, e.id) < ($4::timestamptz, $5::uuid)
			and ($7::uuid is null or (e.received_date, e.id) <= (select f.received_date, f.id from emails f
				where f.owner_id = $1 and f.account_id = any($2::uuid[]) and f.thread_id = $3 and f.id = $7))
		order by e.received_date desc, e.id desc limit $6`,
		[
			ownerId,
			accountIds,
			threadId,
			after?.date ?? "infinity",
			after?.id ?? "ffffffff-ffff-ffff-ffff-ffffffffffff",
			options.limit + 1,
			options.from ?? null,
		],
	);
	return pageOf(rows, options.limit, rows[0]?.total ?? 0, true);
}

/** @param rows one more than the limit if there is another page */
export function pageOf(rows: readonly ItemRow[], limit: number, total: number, totalIsExact: boolean): EmailPage {
	const shown = rows.slice(0, limit);
	const last = shown.at(-1);
	return {
		items: shown.map(presentItem),
		total,
		totalIsExact,
		unsearched: 0,
		unsearchable: [],
		didYouMean: null,
		nextCursor: rows.length > limit && last !== undefined ? cursorAfter(last) : null,
	};
}

/** Messages in these folders. */
export function sumOf(folders: readonly FolderCounts[]): number {
	return folders.reduce((sum, folder) => sum + folder.total, 0);
}
