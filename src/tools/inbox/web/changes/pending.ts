import type { Action } from "#shared/contracts/plans.ts";
import { flagField, flagOfAction } from "#shared/mail/flags.ts";
import type { EmailItem, Folder, ListItem } from "../base/mail.ts";
import { changedRow } from "../base/rows.ts";

/** Effect of a change on a message as the list shows it: changed fields, or another folder. */
export type Effect = (item: EmailItem) => EmailItem;

/** Target folder role of each action. */
const destinations = { archive: "archive", trash: "trash", spam: "spam", restore: "inbox" } as const;

/**
 * The optimistic result of a change.
 * @param folders of the accounts concerned, to resolve "archive" or "trash"
 * @returns null for deletion: the message is removed
 */
export function effectOf(action: Action, folders: readonly Folder[]): Effect | null {
	if ("value" in action) {
		const flag = flagOfAction(action);
		return (item) => ({ ...item, [flagField(flag)]: action.value });
	}
	switch (action.type) {
		case "label":
			return (item) => ({
				...item,
				labels: [...new Set([...item.labels.filter((name) => !action.remove.includes(name)), ...action.add])],
			});
		case "move": {
			const target = folders.find((folder) => folder.id === action.folderId);
			return (item) => ({ ...item, folderId: action.folderId, folder: target?.role ?? "custom" });
		}
		case "delete":
			return null;
		default: {
			const role = destinations[action.type];
			return (item) => {
				const target = folders.find((folder) => folder.accountId === item.accountId && folder.role === role);
				return { ...item, folder: role, folderId: target?.id ?? item.folderId };
			};
		}
	}
}

/** Which messages a list contains, from its search parameters. */
export interface ListScope {
	account: string | undefined;
	/** A folder's role or id; undefined: all folders. */
	folder: string | undefined;
	/** A search: only the server knows whether a change removes a message from its results. */
	q: string | undefined;
	/** Absent: single messages. */
	view?: "conversations" | undefined;
}

/** A list as it is requested: which messages, and how a search is read. */
export interface ListQuery extends ListScope {
	mode: "plain" | undefined;
	/** Absent: newest first. */
	sort?: "relevance" | undefined;
}

/** Whether a message still belongs in a list after its folder changed. */
export function belongs(item: EmailItem, scope: ListScope): boolean {
	if (scope.account !== undefined && item.accountId !== scope.account) return false;
	if (scope.folder !== undefined) return item.folder === scope.folder || item.folderId === scope.folder;
	// A search in all folders excludes spam and trash, unless it names folders itself.
	return (item.folder !== "trash" && item.folder !== "spam") || /\bin:/i.test(scope.q ?? "");
}

/**
 * Changes requested but not completed. Pages that arrive in the meantime may still show the old state; the changes are
 * applied to them, so that nothing flickers back.
 */
export interface Pending {
	readonly id: number;
	readonly ids: ReadonlySet<string>;
	readonly effect: Effect | null;
	/** Rows that an undo brings back, and which the server may not list again yet. */
	readonly rows?: RowsBefore;
}

/** Rows of lists as they were before a change; by the list's query as JSON. */
export type RowsBefore = ReadonlyMap<string, readonly ListItem[]>;

/** Applies pending changes to rows from the server, and removes those that no longer belong. */
export function overlay<T extends ListItem>(items: readonly T[], pending: readonly Pending[], scope: ListScope): T[] {
	const isChanged = (id: string) => pending.some(({ ids }) => ids.has(id));
	const changed = (item: EmailItem): EmailItem | null => {
		const now = pending.reduce<EmailItem | null>((before, change) => {
			if (before === null || !change.ids.has(item.id)) return before;
			return change.effect === null ? null : change.effect(before);
		}, item);
		return now !== null && belongs(now, scope) ? now : null;
	};
	return pending.length === 0
		? [...items]
		: (items.flatMap((item) => changedRow(item, isChanged, changed) ?? []) as T[]);
}
