import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import { keys } from "#web/lib/api/query-client.ts";
import { changeItems, insertItems, listsKey, type MailList, patchItems, restoreRows } from "../base/list-model.ts";
import type { EmailItem, Folder, ListItem } from "../base/mail.ts";
import { rowWith } from "../base/rows.ts";
import { foldersKey } from "../folders/use-folders.ts";
import { belongs, type Effect, type ListScope, type Pending, type RowsBefore } from "./pending.ts";

export const threadsKey = [...keys.mail, "thread"] as const;

/** Every cached list with its data. */
function eachList(client: QueryClient, change: (list: MailList, scope: ListScope) => MailList): void {
	for (const [key, list] of client.getQueriesData<MailList>({ queryKey: listsKey })) {
		if (list) client.setQueryData(key, change(list, key[listsKey.length] as ListScope));
	}
}

/** Every loaded page of a conversation. */
function eachThread(client: QueryClient, change: (items: EmailItem[]) => EmailItem[]): void {
	client.setQueriesData<InfiniteData<{ items: EmailItem[] }>>(
		{ queryKey: threadsKey },
		(thread) => thread && { ...thread, pages: thread.pages.map((page) => ({ ...page, items: change(page.items) })) },
	);
}

/** What lists of everything in a scope show. */
export function rowsIn(client: QueryClient, { account, folder, q }: ListScope): RowsBefore {
	const rows = new Map<string, readonly ListItem[]>();
	eachList(client, (list, scope) => {
		if (scope.account === account && scope.folder === folder && scope.q === q)
			rows.set(JSON.stringify(scope), list.items);
		return list;
	});
	return rows;
}

/** Shows rows as they were before a change of everything in a list. @returns shows what was there instead */
export function showRowsBefore(client: QueryClient, rows: RowsBefore): () => void {
	const shown = client.getQueriesData<MailList>({ queryKey: listsKey });
	eachList(client, (list, scope) => restoreRows(list, rows.get(JSON.stringify(scope)) ?? []));
	return () => {
		for (const [key, list] of shown) client.setQueryData(key, list);
	};
}

/** A list from the server with the rows that an undo is bringing back to it. */
export function withReturningRows(list: MailList, pending: readonly Pending[], scope: ListScope): MailList {
	const key = JSON.stringify(scope);
	return pending.reduce((shown, { rows }) => restoreRows(shown, rows?.get(key) ?? []), list);
}

/**
 * Applies an optimistic change to lists, open threads and folder counts.
 * @returns rows of lists of conversations, for `showAsBefore`
 */
export function showChange(client: QueryClient, items: readonly EmailItem[], effect: Effect | null): RowsBefore {
	const ids = new Set(items.map((item) => item.id));
	const rowsBefore = new Map<string, ListItem[]>();
	eachList(client, (list, scope) => {
		if (isGrouped(scope)) {
			const rows = items.flatMap((item) => rowWith(list.items, item.id) ?? []);
			rowsBefore.set(JSON.stringify(scope), [...new Set(rows)]);
		}
		return changeItems(list, ids, (item) => {
			const now = effect?.(item) ?? null;
			return now !== null && belongs(now, scope) ? now : null;
		});
	});
	eachThread(client, (items) =>
		items.flatMap((item) => (!ids.has(item.id) ? [item] : effect === null ? [] : [effect(item)])),
	);
	countChange(client, items, effect);
	return rowsBefore;
}

function isGrouped(scope: ListScope): boolean {
	return scope.view === "conversations";
}

/** Restores messages to exactly their previous state and position. @param rowsBefore of conversations */
export function showAsBefore(
	client: QueryClient,
	now: readonly EmailItem[],
	before: readonly EmailItem[],
	rowsBefore: RowsBefore,
): void {
	const known = new Map(before.map((item) => [item.id, item]));
	eachList(client, (list, scope) => {
		// A row shows more than its messages know. Lists that were loaded since are fetched again.
		if (isGrouped(scope)) return restoreRows(list, rowsBefore.get(JSON.stringify(scope)) ?? []);
		const back = before.filter((item) => belongs(item, scope));
		const restored = patchItems(list, new Set(known.keys()), (item) => known.get(item.id) ?? item);
		// Search results cannot be recomputed here: only messages that are still in them are changed.
		return scope.q === undefined ? insertItems(restored, back) : restored;
	});
	eachThread(client, (items) => items.map((item) => known.get(item.id) ?? item));
	countChange(client, now, (item) => known.get(item.id) ?? item);
}

function countChange(client: QueryClient, items: readonly EmailItem[], effect: Effect | null): void {
	client.setQueriesData<Folder[]>({ queryKey: foldersKey }, (folders) => {
		if (!folders) return folders;
		const changed = new Map(folders.map((folder) => [folder.accountId + folder.id, { ...folder }]));
		const count = (item: EmailItem, step: number) => {
			const folder = changed.get(item.accountId + item.folderId);
			if (!folder) return;
			folder.total = Math.max(0, folder.total + step);
			if (!item.isRead) folder.unread = Math.max(0, folder.unread + step);
		};
		for (const item of items) {
			count(item, -1);
			if (effect !== null) count(effect(item), 1);
		}
		return [...changed.values()];
	});
}
