import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EmailItem } from "#shared/contracts/emails.ts";
import { testDatabase } from "#test/database.ts";
import type { FolderRole } from "../provider/provider.ts";
import { type ConversationPage, listConversations } from "../store/conversations.ts";
import { insertBatch } from "../store/insert.ts";
import { listFolder } from "../store/list.ts";
import { addAccount, classifier, incoming } from "../store/testing.ts";
import { searchConversations } from "./conversations.ts";
import { searchEmails } from "./search.ts";

const owner = "owner";
const accounts = ["01900000-0000-7000-8000-000000000001", "01900000-0000-7000-8000-000000000002"] as const;
const now = Date.UTC(2026, 10, 20);
const roles = new Map<string, FolderRole>([
	["inbox", "inbox"],
	["sent", "sent"],
	["trash", "trash"],
	["work", "custom"],
]);
const folders = ["inbox", "inbox", "inbox", "sent", "work", "trash"];

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
	database = await testDatabase();
	for (const [which, account] of accounts.entries()) {
		await addAccount(database, owner, account);
		// Threads of 1, 2, 3, … messages, spread over folders and days; some at the same moment.
		const messages = Array.from({ length: 120 }, (_, i) => {
			const thread = Math.floor(Math.sqrt(2 * i));
			const isReply = i > 0 && Math.floor(Math.sqrt(2 * (i - 1))) === thread;
			const flags = { read: i % 3 > 0, starred: i % 7 === 0, important: false, answered: false };
			return incoming(
				{
					id: `m${i}`,
					folderId: folders[(i * 5 + which) % folders.length] as string,
					flags,
					receivedAt: now - ((i * 37) % 40) * 3_600_000,
				},
				{
					messageId: `m${i}@${which}.example`,
					references: isReply ? [`m${i - 1}@${which}.example`] : [],
					subject: `Thread ${thread}`,
					from: { name: `Person ${i % 4}`, email: `p${i % 4}@example.org` },
					text: i % 2 === 0 ? "the venue is booked" : "no news",
				},
			);
		});
		await insertBatch(database, owner, account, { messages, removed: [], roles, classifier });
	}
});
afterAll(() => database.remove());

/** Every page of a list, with pages as small as given. */
async function all<P extends { items: unknown[]; nextCursor: string | null }>(
	read: (cursor: string | undefined) => Promise<P>,
): Promise<P["items"]> {
	const items: P["items"] = [];
	let cursor: string | undefined;
	do {
		const page = await read(cursor);
		items.push(...page.items);
		cursor = page.nextCursor ?? undefined;
	} while (cursor !== undefined);
	return items;
}

/** What grouping the messages of a list must give: the newest of each thread, with the ids of all. */
function grouped(messages: readonly EmailItem[]): { id: string; ids: string[] }[] {
	const threads = Map.groupBy(messages, ({ threadId }) => threadId);
	return [...threads.values()].map((members) => ({ id: members[0]?.id ?? "", ids: members.map(({ id }) => id) }));
}

const idsOf = (items: ConversationPage["items"]) =>
	items.map(({ id, conversation }) => ({ id, ids: conversation.messages.map((message) => message.id) }));

describe.each([null, accounts[0]])("conversations of account %s", (accountId) => {
	it.each(["inbox", "work", "trash", null])("group the messages of folder %s, page by page", async (folder) => {
		const options = { accountId, folder };
		const messages = (await all((cursor) =>
			listFolder(database, owner, { ...options, limit: 200, cursor }),
		)) as EmailItem[];
		const items = await all((cursor) => listConversations(database, owner, { ...options, limit: 3, cursor }));
		expect(idsOf(items as ConversationPage["items"])).toEqual(grouped(messages));
		expect(grouped(messages).some(({ ids }) => ids.length > 2)).toBe(true);
		const page = await listConversations(database, owner, { ...options, limit: 3, cursor: undefined });
		expect(page.total).toBe(messages.length);
	});

	it.each(["venue", "is:unread", "-venue", "from:p1 OR is:starred", "nowhere"])(
		"group the matches of %s, page by page, none twice",
		async (query) => {
			const options = { accountId, folder: null, query, now };
			const messages = (await all((cursor) =>
				searchEmails(database, owner, { ...options, limit: 200, cursor }),
			)) as EmailItem[];
			const items = await all((cursor) => searchConversations(database, owner, { ...options, limit: 3, cursor }));
			expect(idsOf(items as ConversationPage["items"])).toEqual(grouped(messages));
		},
	);
});

it("a conversation counts the user's replies and names who wrote, but leaves out what is in the trash", async () => {
	const { items } = await listConversations(database, owner, {
		accountId: accounts[0],
		folder: "inbox",
		limit: 200,
		cursor: undefined,
	});
	for (const { threadId, conversation } of items) {
		const rows = await database.query<{ sender_email: string; is_read: boolean }>(
			`select sender_email, is_read from emails where account_id = $1 and thread_id = $2 and folder_role <> 'trash'
			order by received_date, id`,
			[accounts[0], threadId],
		);
		expect(conversation.count).toBe(rows.length);
		expect(conversation.people.map(({ email }) => email)).toEqual([...new Set(rows.map((row) => row.sender_email))]);
		for (const person of conversation.people)
			expect(person.isRead).toBe(rows.every((row) => row.sender_email !== person.email || row.is_read));
	}
});

it("gives nothing of other owners", async () => {
	const options = { accountId: accounts[0], folder: null, limit: 5, cursor: undefined };
	expect((await listConversations(database, "stranger", options)).items).toEqual([]);
	expect((await searchConversations(database, "stranger", { ...options, query: "venue", now })).items).toEqual([]);
});
