import type { Account } from "#shared/contracts/accounts.ts";
import type { ConversationItem, EmailItem } from "#shared/contracts/emails.ts";

interface Items<Item> {
	items: Item[];
}

/** Answers in which every sample is in the inbox of a mailbox that can be changed. */
export const connectedInbox = {
	listAccounts(sample: unknown) {
		const { items } = sample as Items<Account>;
		return { items: items.map((one) => ({ ...one, status: "connected", access: "full" })) };
	},
	listEmails(sample: unknown) {
		const { items, ...page } = sample as Items<EmailItem & { conversation?: unknown }>;
		const rows = items.map(({ conversation: _, ...one }) => ({
			...one,
			folder: "inbox",
			accountId: items[0]?.accountId,
		}));
		return { ...page, items: rows, total: rows.length };
	},
};

/** Conversations of one email each: from "Sender 1", "Sender 2" and so on. */
export const inboxOf = (count: number) => ({
	...connectedInbox,
	listConversations(sample: unknown) {
		const { items, ...page } = sample as Items<ConversationItem>;
		const [first] = items;
		if (first === undefined) throw new Error("The sample is empty");
		const rows = Array.from({ length: count }, (_row, index) => {
			const id = `0190a000-0000-7000-8000-${String(index).padStart(12, "0")}`;
			const senderName = `Sender ${index + 1}`;
			const receivedAt = new Date(Date.parse(first.receivedAt) - index * 60_000).toISOString();
			const { older: _, messages, ...conversation } = first.conversation;
			return {
				...{ ...first, id, threadId: id, folder: "inbox", senderName, receivedAt, foundIn: [] },
				conversation: {
					...conversation,
					people: [{ name: senderName, email: first.senderEmail, isRead: true }],
					messages: messages.slice(0, 1).map((one) => ({ ...one, id, folder: "inbox" })),
				},
			};
		});
		return { ...page, items: rows, total: rows.length };
	},
});

/** As many as fill a list. */
export const fullInbox = inboxOf(40);
