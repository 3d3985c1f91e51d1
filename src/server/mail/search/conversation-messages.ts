import type { ConversationMessage } from "#shared/contracts/emails.ts";
import type { Database } from "../../db/database.ts";
import { notFound } from "../../errors.ts";
import { accountsOf } from "../store/accounts.ts";
import { newestRows, presentMessage } from "../store/read/conversations.ts";
import { foldersFor } from "../store/read/folders.ts";
import { cursorAfter, cursorOf } from "../store/read/items.ts";
import type { ListOptions } from "../store/read/list.ts";
import { matchingOf } from "./conversations.ts";

/**
 * The messages of a conversation that are in a list, newest first: those in a folder, or those that a search matches. A
 * page is looked for among as many messages of the conversation as the limit says, so it may have fewer although others
 * follow.
 * @throws AppError 400 `bad-query`, `bad-cursor`; 404
 */
export async function listConversationMessages(
	database: Database,
	ownerId: string,
	threadId: string,
	options: ListOptions & { query: string; now: number },
): Promise<{ items: ConversationMessage[]; nextCursor: string | null }> {
	const { accountId, folder, limit, cursor, query } = options;
	const after = cursorOf(cursor);
	const accounts = await accountsOf(database, ownerId, accountId);
	const threads = accounts.map((account_id) => ({ account_id, thread_id: threadId }));
	const rows = await newestRows(database, ownerId, threads, {
		limit: limit + 1,
		after: after === null ? undefined : { id: after.id, received_date: new Date(after.date) },
	});
	if (rows.length === 0 && after === null) throw notFound("The conversation");
	const page = rows.slice(0, limit);
	const last = rows.length > limit ? page.at(-1) : undefined;
	let listed: (typeof page)[number][];
	if (query === "") {
		const folders = await foldersFor(database, ownerId, accountId, folder);
		const known = new Set(folders.map((one) => `${one.accountId} ${one.id}`));
		listed = page.filter((one) => known.has(`${one.account_id} ${one.folder_id}`));
	} else {
		const ids = page.map(({ id }) => id);
		const matching = await matchingOf(database, ownerId, ids, options);
		listed = page.filter(({ id }) => matching.has(id));
	}
	return { items: listed.map(presentMessage), nextCursor: last === undefined ? null : cursorAfter(last) };
}
