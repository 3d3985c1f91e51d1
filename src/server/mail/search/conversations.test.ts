import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EmailItem } from "#shared/contracts/emails.ts";
import { testDatabase } from "#test/database.ts";
import type { FolderRole } from "../provider/provider.ts";
import { insertBatch } from "../store/insert.ts";
import { type ConversationPage, listConversations, threadRows } from "../store/read/conversations.ts";
import { listFolder, listThread } from "../store/read/list.ts";
import { addAccount, classifier, incoming } from "../store/testing.ts";
import { listConversationMessages } from "./conversation-messages.ts";
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

/** What a row says of the messages that it does not name. */
const summedUp = (messages: readonly EmailItem[]) => ({
	count: messages.length,
	unread: messages.filter((one) => !one.isRead).length,
	isStarred: messages.some((one) => one.isStarred),
	isImportant: messages.some((one) => one.isImportant),
	hasAttachments: messages.some((one) => one.hasAttachments),
});

describe("conversations with more messages than a row names", () => {
	it.each<[string | null, string]>([
		["inbox", ""],
		[null, ""],
		[null, "venue"],
		[null, "is:unread"],
	])("of folder %s and search %j name the newest, sum up the others, and have all page by page", async (folder, q) => {
		const options = { accountId: null, folder, now, named: 2, query: q };
		const list = (cursor: string | undefined, limit: number) =>
			q === ""
				? listFolder(database, owner, { ...options, limit, cursor })
				: searchEmails(database, owner, { ...options, limit, cursor });
		const messages = (await all((cursor) => list(cursor, 200))) as EmailItem[];
		const page = { ...options, limit: 200, cursor: undefined };
		const { items } = await (q === ""
			? listConversations(database, owner, page)
			: searchConversations(database, owner, page));
		expect(items.some(({ conversation }) => (conversation.older?.count ?? 0) > 2)).toBe(true);
		for (const { threadId, conversation } of items) {
			const members = messages.filter((one) => one.threadId === threadId);
			expect(conversation.messages.map(({ id }) => id)).toEqual(members.slice(0, 2).map(({ id }) => id));
			const older = members.slice(2);
			expect(conversation.older).toEqual(older.length === 0 ? undefined : summedUp(older));
			const named = (await all((cursor) =>
				listConversationMessages(database, owner, threadId, { ...options, limit: 3, cursor }),
			)) as { id: string }[];
			expect(named.map(({ id }) => id)).toEqual(members.map(({ id }) => id));
		}
	});

	it("are read whole, in pages of any size", async () => {
		const { items } = await listConversations(database, owner, {
			...{ accountId: null, folder: null, limit: 200, cursor: undefined },
		});
		const threads = items.map(({ accountId, threadId }) => ({ account_id: accountId, thread_id: threadId }));
		const whole = await threadRows(database, owner, threads);
		expect(whole.length).toBeGreaterThan(200);
		for (const page of [1, 2, 3])
			expect(await threadRows(database, owner, threads, { page, longPage: page })).toEqual(whole);
	});

	it("are listed from the newest message, or from one of them, to the oldest", async () => {
		const { items } = await listConversations(database, owner, {
			...{ accountId: accounts[0], folder: null, limit: 200, cursor: undefined },
		});
		const longest = items.toSorted((a, b) => b.conversation.count - a.conversation.count)[0];
		const rows = await database.query<{ id: string }>(
			"select id from emails where owner_id = $1 and thread_id = $2 order by received_date desc, id desc",
			[owner, longest?.threadId],
		);
		const ids = rows.map(({ id }) => id);
		expect(ids.length).toBeGreaterThan(7);
		const read = (from?: string) =>
			all((cursor) =>
				listThread(database, owner, longest?.threadId ?? "", { accountId: null, limit: 3, cursor, from }),
			) as Promise<EmailItem[]>;
		expect((await read()).map(({ id }) => id)).toEqual(ids);
		expect((await read(ids[3])).map(({ id }) => id)).toEqual(ids.slice(3));
	});

	it("are nobody else's", async () => {
		const options = { accountId: null, folder: null, limit: 5, cursor: undefined, query: "", now };
		const row = await database.one<{ thread_id: string }>("select thread_id from emails limit 1", []);
		await expect(listConversationMessages(database, "stranger", row?.thread_id ?? "", options)).rejects.toMatchObject({
			status: 404,
		});
	});
});

it("gives nothing of other owners", async () => {
	const options = { accountId: accounts[0], folder: null, limit: 5, cursor: undefined };
	expect((await listConversations(database, "stranger", options)).items).toEqual([]);
	expect((await searchConversations(database, "stranger", { ...options, query: "venue", now })).items).toEqual([]);
});
