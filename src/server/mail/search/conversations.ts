import type { ConversationItem } from "#shared/contracts/emails.ts";
import type { Database } from "../../db/database.ts";
import {
	type ConversationOptions,
	type ConversationPage,
	conversationOf,
	threadRows,
} from "../store/read/conversations.ts";
import { cursorAt } from "../store/read/items.ts";
import { withoutUnsearchable } from "../text-index/words.ts";
import { searchEmails } from "./search.ts";
import { readQuery, selectMatching } from "./select.ts";

/** Pages of hits that are grouped for one page of conversations: a long thread may fill several. */
const MOST_PAGES = 10;
/** Ids per statement that are checked against the search. */
const CHECKED = 500;

/**
 * A page of the conversations with matches, by their newest match. A conversation whose newest match was on an earlier
 * page is not repeated. The page may have fewer conversations than the limit although others follow.
 * @throws AppError 400 `bad-query`
 */
export async function searchConversations(
	database: Database,
	ownerId: string,
	options: ConversationOptions & { query: string; now: number },
): Promise<ConversationPage> {
	const first = await searchEmails(database, ownerId, options);
	const items: ConversationItem[] = [];
	let page = first;
	for (let pages = 1; ; pages++) {
		items.push(...(await groupPage(database, ownerId, page.items, options)));
		if (items.length >= options.limit || page.nextCursor === null || pages === MOST_PAGES) break;
		page = await searchEmails(database, ownerId, { ...options, cursor: page.nextCursor });
	}
	const shown = items.slice(0, options.limit);
	const last = shown.at(-1);
	const nextCursor =
		items.length > options.limit && last ? cursorAt({ date: last.receivedAt, id: last.id }) : page.nextCursor;
	return { ...first, items: shown, nextCursor };
}

/** The conversations whose newest match is on this page of hits. */
async function groupPage(
	database: Database,
	ownerId: string,
	hits: readonly Omit<ConversationItem, "conversation">[],
	options: ConversationOptions & { query: string; now: number },
): Promise<ConversationItem[]> {
	const newest = new Map<string, (typeof hits)[number]>();
	for (const hit of hits) if (!newest.has(hit.threadId)) newest.set(hit.threadId, hit);
	const threads = [...newest.values()].map(({ accountId, threadId }) => ({
		account_id: accountId,
		thread_id: threadId,
	}));
	const rows = await threadRows(database, ownerId, threads);
	const known = new Set(hits.map(({ id }) => id));
	const matching = await matchingOf(
		database,
		ownerId,
		rows.flatMap(({ id }) => (known.has(id) ? [] : [id])),
		options,
	);
	const byThread = Map.groupBy(rows, (row) => row.thread_id);
	return [...newest].flatMap(([threadId, hit]) => {
		const thread = byThread.get(threadId) ?? [];
		const isMatch = ({ id }: { id: string }): boolean => known.has(id) || matching.has(id);
		// Shown on an earlier page, by its newest match.
		const top = thread.find(isMatch);
		return top !== undefined && top.id !== hit.id
			? []
			: [conversationOf(hit, thread, { isListed: isMatch, named: options.named })];
	});
}

/** Those of the messages that match. @throws AppError 400 `bad-query` */
export async function matchingOf(
	database: Database,
	ownerId: string,
	ids: readonly string[],
	{ query, accountId, folder, now }: Pick<ConversationOptions, "accountId" | "folder"> & { query: string; now: number },
): Promise<Set<string>> {
	const tree = withoutUnsearchable(readQuery(query));
	const found = new Set<string>();
	for (let from = 0; from < ids.length; from += CHECKED) {
		const some = ids.slice(from, from + CHECKED);
		const { text, values } = await selectMatching(database, {
			ownerId,
			accountId,
			query: tree,
			folder,
			now,
			ids: some,
			isForReading: true,
		});
		for (const { id } of await database.query<{ id: string }>(text, values)) found.add(id);
	}
	return found;
}
