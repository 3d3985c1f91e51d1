import type { EmailItem } from "#shared/contracts/emails.ts";
import type { Query } from "#shared/search/query.ts";
import type { Database } from "../../db/database.ts";
import { accountsOf } from "../store/accounts.ts";
import { isRole } from "../store/read/folders.ts";
import { cursorAfter, cursorOf, ITEM_COLUMNS, type ItemRow, presentItem } from "../store/read/items.ts";
import type { EmailPage, ListOptions } from "../store/read/list.ts";
import { lexemesFor } from "../text-index/words.ts";
import { Parameters } from "./compile.ts";
import { runSearch } from "./search.ts";

/** The newest messages of a mailbox, scanned for the text at any position within a word. */
const SCANNED = 5_000;

interface Recent {
	/** One more than the limit if there are more. */
	items: EmailItem[];
	total: number;
	/** There are no messages beyond those that were scanned. */
	isComplete: boolean;
}

/**
 * Plain search: the text as a case-insensitive substring of subject, sender and preview, newest first. The newest
 * messages are scanned; older ones are found only if the text starts at the beginning of a word.
 */
export async function searchPlain(
	database: Database,
	ownerId: string,
	options: ListOptions & { text: string; now: number },
	scanned = SCANNED,
): Promise<EmailPage> {
	const accountIds = await accountsOf(database, ownerId, options.accountId);
	const recent = await scan(database, ownerId, accountIds, options, scanned);
	const query: Query = { kind: "text", field: "any", text: options.text, phrase: false };
	if (recent.isComplete || recent.items.length > options.limit || lexemesFor(query).length === 0)
		return page(recent.items, options.limit, recent.total, recent.isComplete);
	const scope = { ownerId, accountIds, folder: options.folder, now: options.now, isShared: !database.embedded };
	const found = await runSearch(database, query, scope, { ...options, limit: options.limit + 1 }, (add) =>
		holds(add(options.text)),
	);
	const merged = new Map([...recent.items, ...found.items].map((item) => [item.id, item]));
	const items = [...merged.values()].sort(newestFirst);
	const total = Math.max(recent.total, found.total, items.length);
	return { ...page(items, options.limit, total, false), unsearched: found.unsearched };
}

async function scan(
	database: Database,
	ownerId: string,
	accountIds: readonly string[],
	options: ListOptions & { text: string },
	scanned: number,
): Promise<Recent> {
	const after = cursorOf(options.cursor);
	const p = new Parameters();
	const owner = p.add(ownerId);
	const accounts = p.add(accountIds);
	const most = `${p.add(scanned)}::int`;
	const before = `(${p.add(after?.date ?? "infinity")}::timestamptz, ${p.add(after?.id ?? "ffffffff-ffff-ffff-ffff-ffffffffffff")}::uuid)`;
	const rows = await database.query<ItemRow & { seen: number; total: number }>(
		`with newest as materialized (
			select e.* from unnest(${accounts}::uuid[]) as a (id) cross join lateral (
				select e.account_id, e.id, e.received_date, e.folder_id, e.folder_role, e.subject, e.sender_email, e.sender_name,
					e.body_preview from emails e where e.owner_id = ${owner} and e.account_id = a.id
					and (e.received_date, e.id) < ${before} order by e.received_date desc, e.id desc limit ${most}
			) e order by e.received_date desc, e.id desc limit ${most}
		), matched as materialized (
			select e.* from newest e where ${folderOf(options.folder, p)} and ${holds(p.add(options.text))}
		)
		select counts.*, page.* from (
			select (select count(*) from newest) as seen, (select count(*) from matched) as total
		) counts left join lateral (
			select ${ITEM_COLUMNS} from (
				select * from matched order by received_date desc, id desc limit ${p.add(options.limit + 1)}::int
			) m join emails e on e.owner_id = ${owner} and e.account_id = m.account_id and e.id = m.id
			order by e.received_date desc, e.id desc
		) page on true`,
		p.values,
	);
	const [first] = rows;
	return {
		items: rows.filter((row) => row.id !== null).map(presentItem),
		total: first?.total ?? 0,
		isComplete: after === null && (first?.seen ?? 0) < scanned,
	};
}

function folderOf(folder: string | null, p: Parameters): string {
	if (folder === null) return "e.folder_role not in ('spam', 'trash')";
	return `e.${isRole(folder) ? "folder_role" : "folder_id"} = ${p.add(folder)}`;
}

/** Boolean over `e`: one of the four texts contains it, ignoring case. */
function holds(text: string): string {
	const has = (column: string): string => `strpos(lower(${column}), lower(${text}::text)) > 0`;
	return `(${["e.subject", "e.sender_email", "e.sender_name", "e.body_preview"].map(has).join(" or ")})`;
}

function newestFirst(a: EmailItem, b: EmailItem): number {
	if (a.receivedAt !== b.receivedAt) return a.receivedAt < b.receivedAt ? 1 : -1;
	return a.id < b.id ? 1 : -1;
}

function page(items: readonly EmailItem[], limit: number, total: number, totalIsExact: boolean): EmailPage {
	const shown = items.slice(0, limit);
	const last = shown.at(-1);
	const isMore = items.length > limit && last !== undefined;
	const nextCursor = isMore ? cursorAfter({ received_date: new Date(last.receivedAt), id: last.id }) : null;
	return { items: shown, total, totalIsExact, nextCursor, unsearched: 0, unsearchable: [], didYouMean: null };
}
