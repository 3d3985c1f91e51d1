import type { ConversationItem } from "#shared/contracts/emails.ts";
import { flagField, mapSettableFields, SETTABLE_FLAGS, type SettableFlag } from "#shared/mail/flags.ts";
import type { Database } from "../../../db/database.ts";
import type { FolderRole } from "../../provider/provider.ts";
import { type FlagColumns, flagColumns } from "../flag-columns.ts";
import { foldersFor } from "./folders.ts";
import { cursorAfter, cursorOf, ITEM_COLUMNS, type ItemRow, presentItem } from "./items.ts";
import { type EmailPage, type ListOptions, sumOf } from "./list.ts";

export interface ConversationPage extends Omit<EmailPage, "items"> {
	items: ConversationItem[];
}

export interface ConversationOptions extends ListOptions {
	/** Messages that a row names; the others are summed up. */
	named?: number;
}

const NAMED = 500;
/** Messages of each thread that are read at once; then those of the long ones, more at a time. */
const PAGE = 500;
const LONG_PAGE = 5_000;
/** People in a row: the first, and the last ones. */
const MOST_PEOPLE = 6;

/**
 * A page of the conversations in a folder, by their newest message there. Walks each folder by date through its index,
 * as `listFolder` does, and passes over messages whose thread has a newer one in the same folders: one index access
 * each, so the cost does not grow with the mailbox.
 */
export async function listConversations(
	database: Database,
	ownerId: string,
	options: ConversationOptions,
): Promise<ConversationPage> {
	const folders = await foldersFor(database, ownerId, options.accountId, options.folder);
	const filled = folders.filter((folder) => folder.total > 0);
	const rest = { total: sumOf(folders), totalIsExact: true, unsearched: 0, unsearchable: [], didYouMean: null };
	if (filled.length === 0) return { ...rest, items: [], nextCursor: null };
	const after = cursorOf(options.cursor);
	const values: unknown[] = [
		ownerId,
		after?.date ?? "infinity",
		after?.id ?? "ffffffff-ffff-ffff-ffff-ffffffffffff",
		options.limit + 1,
	];
	const scopes = Map.groupBy(filled, ({ accountId }) => accountId);
	const newest = [...scopes].flatMap(([accountId, members]) => {
		const account = values.push(accountId);
		const scope = values.push(members.map(({ id }) => id));
		return members.map(({ id }) => {
			const folder = values.push(id);
			// A scalar subquery: as a join the planner might compare the threads of the whole mailbox.
			return `(select ${ITEM_COLUMNS} from emails e
				where e.owner_id = $1 and e.account_id = $${account}::uuid and e.folder_id = $${folder}
					and (e.received_date, e.id) < ($2::timestamptz, $3::uuid)
					and e.id = (select n.id from emails n where n.owner_id = e.owner_id and n.account_id = e.account_id
						and n.thread_id = e.thread_id and n.folder_id = any($${scope}::text[])
						order by n.received_date desc, n.id desc limit 1)
				order by e.received_date desc, e.id desc limit $4)`;
		});
	});
	const rows = await database.query<ItemRow>(
		`select e.* from (${newest.join(" union all ")}) e order by e.received_date desc, e.id desc limit $4`,
		values,
	);
	const shown = rows.slice(0, options.limit);
	const last = shown.at(-1);
	const inList = new Set(filled.map(({ accountId, id }) => `${accountId} ${id}`));
	return {
		...rest,
		items: await withMessages(database, ownerId, shown, {
			isListed: (one) => inList.has(`${one.account_id} ${one.folder_id}`),
			named: options.named,
		}),
		nextCursor: rows.length > options.limit && last !== undefined ? cursorAfter(last) : null,
	};
}

/** What a conversation's row needs of each of its messages. */
export interface ThreadRow extends Pick<FlagColumns, `is_${SettableFlag}`> {
	id: string;
	account_id: string;
	thread_id: string;
	folder_id: string;
	folder_role: FolderRole;
	sender_name: string;
	sender_email: string;
	has_attachments: boolean;
	received_date: Date;
}

export interface Thread {
	account_id: string;
	thread_id: string;
}

/**
 * The messages of these threads, newest first.
 * @param page of each thread read at once
 */
export async function threadRows(
	database: Database,
	ownerId: string,
	threads: readonly Thread[],
	{ page = PAGE, longPage = LONG_PAGE }: { page?: number; longPage?: number } = {},
): Promise<ThreadRow[]> {
	if (threads.length === 0) return [];
	const found = await newestRows(database, ownerId, threads, { limit: page });
	for (const rows of [...Map.groupBy(found, ({ thread_id }) => thread_id).values()]) {
		let last = rows.length < page ? undefined : rows.at(-1);
		while (last !== undefined) {
			const more = await newestRows(database, ownerId, [last], { limit: longPage, after: last });
			found.push(...more);
			last = more.length < longPage ? undefined : more.at(-1);
		}
	}
	return found.sort(byDate);
}

/** As the database sorts them: a uuid in text compares like its bytes. */
function byDate(a: ThreadRow, b: ThreadRow): number {
	return b.received_date.getTime() - a.received_date.getTime() || (a.id < b.id ? 1 : -1);
}

/** The newest messages of each of these threads, newest first. @param after older than this one */
export async function newestRows(
	database: Database,
	ownerId: string,
	threads: readonly Thread[],
	{ limit, after }: { limit: number; after?: Pick<ThreadRow, "id" | "received_date"> | undefined },
): Promise<ThreadRow[]> {
	return database.query<ThreadRow>(
		`select e.* from unnest($2::uuid[], $3::uuid[]) as t (account_id, thread_id) cross join lateral (
			select e.id, e.account_id, e.thread_id, e.folder_id, e.folder_role, e.sender_name, e.sender_email,
				${flagColumns("e", SETTABLE_FLAGS)}, e.has_attachments, e.received_date
			from emails e where e.owner_id = $1 and e.account_id = t.account_id and e.thread_id = t.thread_id
				and ($5::timestamptz is null or (e.received_date, e.id) < ($5::timestamptz, $6::uuid))
			order by e.received_date desc, e.id desc limit $4
		) e order by e.received_date desc, e.id desc`,
		[
			ownerId,
			threads.map((one) => one.account_id),
			threads.map((one) => one.thread_id),
			...[limit, after?.received_date ?? null, after?.id ?? null],
		],
	);
}

interface RowOptions {
	/** Whether a message is in the list, so that changes to the conversation concern it. */
	isListed: (message: ThreadRow) => boolean;
	named?: number | undefined;
}

/** Completes rows, each the newest listed message of its thread, to conversations. */
async function withMessages(
	database: Database,
	ownerId: string,
	rows: readonly ItemRow[],
	options: RowOptions,
): Promise<ConversationItem[]> {
	const threads = Map.groupBy(await threadRows(database, ownerId, rows), (one) => one.thread_id);
	return rows.map((row) => conversationOf(presentItem(row), threads.get(row.thread_id) ?? [], options));
}

/** @param thread all of it, newest first */
export function conversationOf(
	newest: Omit<ConversationItem, "conversation">,
	thread: readonly ThreadRow[],
	{ isListed, named = NAMED }: RowOptions,
): ConversationItem {
	const isShown = (one: ThreadRow): boolean =>
		isListed(one) || (one.folder_role !== "spam" && one.folder_role !== "trash" && one.folder_role !== "drafts");
	const shown = thread.filter(isShown);
	// It may have been stored or moved between the two queries.
	const others = shown.filter((one) => isListed(one) && one.id !== newest.id).map(presentMessage);
	const { id, folder, folderId, hasAttachments } = newest;
	const older = others.slice(named - 1);
	return {
		...newest,
		conversation: {
			count: Math.max(shown.length, others.length + 1),
			people: peopleOf(shown.toReversed()),
			messages: [
				{ id, folder, folderId, ...mapSettableFields((flag) => newest[flagField(flag)]), hasAttachments },
				...others.slice(0, named - 1),
			],
			...(older.length > 0 && {
				older: {
					...flagsOfAny(older),
					count: older.length,
					unread: older.filter((one) => !one.isRead).length,
					hasAttachments: older.some((one) => one.hasAttachments),
				},
			}),
		},
	};
}

/** Flags that any of the messages has; how many are unread is counted. */
function flagsOfAny(messages: readonly ReturnType<typeof presentMessage>[]) {
	const { isRead, ...flags } = mapSettableFields((flag) => messages.some((one) => one[flagField(flag)]));
	return flags;
}

/** What a row knows of a message. */
export function presentMessage(row: ThreadRow): ConversationItem["conversation"]["messages"][number] {
	return {
		id: row.id,
		folder: row.folder_role,
		folderId: row.folder_id,
		...mapSettableFields((flag) => row[`is_${flag}`]),
		hasAttachments: row.has_attachments,
	};
}

/** @param thread oldest first */
function peopleOf(thread: readonly ThreadRow[]): ConversationItem["conversation"]["people"] {
	const people = new Map<string, { name: string; email: string; isRead: boolean }>();
	for (const { sender_name: name, sender_email: email, is_read: isRead } of thread) {
		const key = (email || name).toLowerCase();
		const known = people.get(key);
		if (known === undefined) people.set(key, { name, email, isRead });
		else people.set(key, { name: known.name || name, email, isRead: known.isRead && isRead });
	}
	const all = [...people.values()];
	return all.length <= MOST_PEOPLE ? all : [...all.slice(0, 1), ...all.slice(1 - MOST_PEOPLE)];
}
