import type { ConversationMessage } from "#shared/contracts/emails.ts";
import { flagField, mapSettableFields, type SettableField } from "#shared/mail/flags.ts";
import type { Selection } from "#web/lib/mail-list/selection.ts";
import type { EmailItem, ListItem } from "./mail.ts";

/** Conversations as rows of a list: their messages, and the effect of changes to some of those. */

/** The messages of a row that a change to it concerns, newest first; of a long conversation those that the row names. Fields that its list does not know are the row's. */
export function messagesOf(row: ListItem): EmailItem[] {
	const { conversation, ...item } = row;
	return conversation === undefined ? [item] : conversation.messages.map((message) => ({ ...item, ...message }));
}

/** The row with this message; undefined where none has it. */
export function rowWith<T extends ListItem>(rows: readonly T[], id: string | null): T | undefined {
	if (id === null) return undefined;
	return (
		rows.find((row) => row.id === id) ??
		rows.find((row) => row.conversation?.messages.some((message) => message.id === id))
	);
}

/** The message of a row, as a separate item. */
export function messageIn(row: ListItem, id: string): EmailItem | undefined {
	return messagesOf(row).find((message) => message.id === id);
}

/** A message, as given, with the rest of its conversation in these rows. */
export function conversationOf(rows: readonly ListItem[], item: EmailItem): EmailItem[] {
	const row = rowWith(rows, item.id);
	return row === undefined ? [item] : messagesOf(row).map((one) => (one.id === item.id ? item : one));
}

/** It is in no folder that it could be archived from. */
export function isFiled({ folder }: ListItem): boolean {
	return folder === "archive" || folder === "trash" || folder === "spam";
}

/** Number of messages in a row. */
export function countOf({ conversation }: ListItem): number {
	return conversation === undefined ? 1 : conversation.messages.length + (conversation.older?.count ?? 0);
}

/** How much is selected. */
export interface Selected {
	/** Conversations where each row is one, else emails; with everything selected, emails, because rows are not loaded. */
	unit: "conversations" | "emails";
	count: number;
	emails: number;
}

/** @param total messages of the whole list */
export function selectedIn(items: readonly ListItem[], total: number, { mode, ids }: Selection): Selected {
	// Deselecting a row leaves the loaded ones.
	if (mode === "all") return { unit: "emails", count: total, emails: total };
	const rows = items.filter(({ id }) => ids.has(id));
	const emails = rows.reduce((sum, row) => sum + countOf(row), 0);
	const isGrouped = rows.some(({ conversation }) => conversation !== undefined);
	return { unit: isGrouped ? "conversations" : "emails", count: rows.length, emails };
}

/** Unread messages in a row. */
export function unreadOf({ conversation, isRead }: ListItem): number {
	if (conversation === undefined) return isRead ? 0 : 1;
	return conversation.messages.filter((one) => !one.isRead).length + (conversation.older?.unread ?? 0);
}

/** What a row shows of all its messages. */
export function summaryOf(row: ListItem): Pick<EmailItem, SettableField | "hasAttachments"> {
	const { messages, older } = row.conversation ?? { messages: [row] };
	const all: Partial<Pick<EmailItem, SettableField | "hasAttachments">>[] = older ? [...messages, older] : messages;
	return {
		...mapSettableFields((flag) => all.some((one) => one[flagField(flag)] === true)),
		isRead: unreadOf(row) === 0,
		hasAttachments: all.some((one) => one.hasAttachments === true),
	};
}

function stateOf(item: EmailItem): ConversationMessage {
	const { id, folder, folderId, hasAttachments } = item;
	return { id, folder, folderId, ...mapSettableFields((flag) => item[flagField(flag)]), hasAttachments };
}

/**
 * The row after a change to some of its messages; the same row when it has none of them, null when none are left.
 * @param change the message as it is now; null: it is no longer in the list
 */
export function changedRow(
	row: ListItem,
	has: (id: string) => boolean,
	change: (item: EmailItem) => EmailItem | null,
): ListItem | null {
	const { conversation, ...item } = row;
	if (conversation === undefined) return has(row.id) ? change(item) : row;
	if (!conversation.messages.some(({ id }) => has(id))) return row;
	const changed = messagesOf(row).flatMap((message) => {
		const now = has(message.id) ? change(message) : message;
		return now === null ? [] : [now];
	});
	const [newest] = changed;
	if (newest === undefined) return null;
	const gone = conversation.messages.length - changed.length;
	return {
		// Until the list is fetched again, the row keeps the text of the message that was removed.
		...newest,
		conversation: {
			...conversation,
			count: Math.max(changed.length, conversation.count - gone),
			messages: changed.map(stateOf),
		},
	};
}
