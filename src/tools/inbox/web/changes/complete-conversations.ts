import type { QueryClient } from "@tanstack/react-query";
import type { ConversationMessage } from "#shared/contracts/emails.ts";
import { api } from "#web/lib/api/api.ts";
import { listsKey, type MailList } from "../base/list-model.ts";
import type { EmailItem, ListItem } from "../base/mail.ts";
import { messagesOf } from "../base/rows.ts";
import type { ListQuery } from "./pending.ts";

/** Rows that are chosen whole, but name only their newest messages. */
export function incompleteRows(rows: readonly ListItem[], chosen: readonly EmailItem[]): ListItem[] {
	const ids = new Set(chosen.map(({ id }) => id));
	return rows.filter(
		({ conversation }) => conversation?.older !== undefined && conversation.messages.every(({ id }) => ids.has(id)),
	);
}

/** The row with these messages of its conversation besides those that it names. */
export function withMessages<T extends ListItem>(row: T, messages: readonly ConversationMessage[]): T {
	if (row.conversation === undefined) return row;
	const { older: _, ...conversation } = row.conversation;
	const known = new Set(conversation.messages.map(({ id }) => id));
	const others = messages.filter(({ id }) => !known.has(id));
	return { ...row, conversation: { ...conversation, messages: [...conversation.messages, ...others] } };
}

/**
 * The chosen messages with all of the conversations that are chosen whole: a change of a conversation is one of all its
 * messages in the list. The list's rows name them from then on, so that the change shows and can be undone like any other.
 * @throws ApiError
 */
export async function completeConversations(
	client: QueryClient,
	query: ListQuery,
	{ rows, chosen }: { rows: readonly ListItem[]; chosen: EmailItem[] },
): Promise<EmailItem[]> {
	const complete = new Map<string, ListItem>();
	for (const row of incompleteRows(rows, chosen))
		complete.set(row.id, withMessages(row, await allMessages(row, query)));
	if (complete.size === 0) return chosen;
	client.setQueryData<MailList>(
		[...listsKey, query],
		(list) =>
			list && {
				...list,
				items: list.items.map((row) => {
					const whole = complete.get(row.id);
					return whole?.conversation === undefined ? row : withMessages(row, whole.conversation.messages);
				}),
			},
	);
	const known = new Set(chosen.map(({ id }) => id));
	const others = [...complete.values()].flatMap(messagesOf).filter(({ id }) => !known.has(id));
	return [...chosen, ...others];
}

/** Every message of a row's conversation in the list. */
async function allMessages(row: ListItem, { folder, q }: ListQuery): Promise<ConversationMessage[]> {
	const messages: ConversationMessage[] = [];
	let cursor: string | undefined;
	do {
		const page = await api.listConversationMessages({
			params: { id: row.threadId },
			query: { account: row.accountId, folder, q, limit: 1_000, cursor },
		});
		messages.push(...page.items);
		cursor = page.nextCursor ?? undefined;
	} while (cursor !== undefined);
	return messages;
}
