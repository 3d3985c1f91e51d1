import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { flagFields } from "#shared/mail/flags.ts";
import { everything } from "#web/lib/mail-list/selection.ts";
import { rowsIn, showAsBefore, showChange, showRowsBefore, withReturningRows } from "../changes/cache.ts";
import { incompleteRows, withMessages } from "../changes/complete-conversations.ts";
import { effectOf, overlay } from "../changes/pending.ts";
import { appendPage, listOf, listsKey, type MailList, mergeHead } from "./list-model.ts";
import type { EmailItem, ListItem } from "./mail.ts";
import { conversationOf, countOf, messagesOf, rowWith, selectedIn, summaryOf } from "./rows.ts";

const start = Date.parse("2026-11-20T12:00:00Z");

/** A conversation whose newest message has the first of these ids. */
function row(threadId: string, age: number, ids: readonly string[], more: Partial<EmailItem> = {}): ListItem {
	const item: EmailItem = {
		id: ids[0] ?? "",
		accountId: "a",
		threadId,
		folder: "inbox",
		folderId: "INBOX",
		subject: threadId,
		senderName: "Ann",
		senderEmail: "ann@example.com",
		recipient: "",
		recipientCount: 1,
		receivedAt: new Date(start - age * 60_000).toISOString(),
		preview: "",
		isHeaderOnly: false,
		...flagFields({ read: true }),
		hasAttachments: false,
		sizeBytes: 1,
		labels: [],
		category: null,
		aiSummaryShort: null,
		...more,
	};
	const messages = ids.map((id, i) => ({ ...item, id, isRead: i !== 1 }));
	return { ...item, conversation: { count: ids.length + 1, people: [], messages } };
}

const scope = { account: undefined, folder: "inbox", q: undefined, view: "conversations" as const };
const page = (items: ListItem[], nextCursor: string | null, total = 6) => ({
	items,
	total,
	totalIsExact: true,
	unsearched: 0,
	unsearchable: [],
	didYouMean: null,
	nextCursor,
});
const two = row("two", 1, ["2a", "2b"]);
const three = row("three", 2, ["3a", "3b", "3c"]);
const one = row("one", 3, ["1a"]);
const folders = [
	{ id: "INBOX", accountId: "a", name: "INBOX", role: "inbox" as const, total: 6, unread: 2 },
	{ id: "Archive", accountId: "a", name: "Archive", role: "archive" as const, total: 0, unread: 0 },
];

function clientWith(list: MailList): { client: QueryClient; shown: () => MailList } {
	const client = new QueryClient();
	client.setQueryData([...listsKey, scope], list);
	return { client, shown: () => client.getQueryData([...listsKey, scope]) as MailList };
}

describe("rows of conversations", () => {
	it("sum up their messages, and are found by each of them", () => {
		expect(summaryOf(three)).toMatchObject({ isRead: false, isStarred: false });
		expect(summaryOf(one).isRead).toBe(true);
		expect(rowWith([two, three], "3c")).toBe(three);
		expect(rowWith([two, three], "other")).toBeUndefined();
		expect(messagesOf(three).map(({ id, isRead }) => [id, isRead])).toEqual([
			["3a", true],
			["3b", false],
			["3c", true],
		]);
	});

	it("complete the conversation of a message that is known better", () => {
		const [, second] = messagesOf(three);
		const read = { ...second!, isRead: true };
		expect(conversationOf([two, three], read).map(({ id, isRead }) => [id, isRead])).toEqual([
			["3a", true],
			["3b", true],
			["3c", true],
		]);
		expect(conversationOf([two], read)).toEqual([read]);
	});

	it("disappear with all their messages, stay with what is left, and come back exactly", () => {
		const list = listOf(page([two, three, one], null));
		const { client, shown } = clientWith(list);
		const archive = effectOf({ type: "archive" }, folders);
		const gone = [...messagesOf(two), ...messagesOf(three).slice(0, 1)];
		const rowsBefore = showChange(client, gone, archive);
		expect(shown().items.map(({ id }) => id)).toEqual(["3b", "1a"]);
		expect(shown().items[0]?.conversation).toMatchObject({ count: 3, messages: [{ id: "3b" }, { id: "3c" }] });
		expect(shown().total).toBe(3);
		showAsBefore(
			client,
			gone.map((item) => archive?.(item) ?? item),
			gone,
			rowsBefore,
		);
		expect(shown()).toEqual(list);
	});

	it("are read once all their messages are", () => {
		const { client, shown } = clientWith(listOf(page([three], null, 3)));
		showChange(client, messagesOf(three), effectOf({ type: "mark_read", value: true }, folders));
		expect(shown().items.map((item) => summaryOf(item).isRead)).toEqual([true]);
		expect(shown().total).toBe(3);
	});

	it("keep a change that is under way when an early page arrives", () => {
		const pending = [{ id: 1, ids: new Set(["3a", "2a", "2b"]), effect: effectOf({ type: "trash" }, folders) }];
		const shown = overlay([two, three], pending, scope);
		expect(shown.map(({ id }) => id)).toEqual(["3b"]);
	});

	it("come back at once when a change of all of them is undone, and stay while the server restores them in steps", () => {
		const list = listOf(page([two, three, one], null));
		const { client, shown } = clientWith(list);
		const rows = rowsIn(client, scope);
		expect(rowsIn(client, { ...scope, folder: "sent" }).size).toBe(0);
		const afterwards = listOf(page([one], null, 1));
		client.setQueryData([...listsKey, scope], afterwards);
		const showAsItWas = showRowsBefore(client, rows);
		expect(shown()).toEqual(list);
		const pending = [{ id: 1, ids: new Set<string>(), effect: null, rows }];
		expect(withReturningRows(listOf(page([three], null)), pending, scope).items).toEqual(list.items);
		showAsItWas();
		expect(shown()).toEqual(afterwards);
	});

	it("are listed once, also when a reply moved one to the top", () => {
		const list = listOf(page([two, three], "c"));
		expect(appendPage(list, page([three, one], null)).items.map(({ threadId }) => threadId)).toEqual([
			"two",
			"three",
			"one",
		]);
		const answered = row("three", 0, ["3new", "3a"]);
		const fresh = mergeHead(appendPage(list, page([one], null)), page([answered, two], "d"));
		expect(fresh.items.map(({ id }) => id)).toEqual(["3new", "2a", "1a"]);
	});
});

describe("what is selected", () => {
	const rows = [row("one", 1, ["a1", "a2", "a3"]), row("two", 2, ["b1"]), row("three", 3, ["c1", "c2"])];
	const ids = new Set(["a1", "b1"]);

	it("counts conversations with their emails, and emails where they are not grouped", () => {
		const some = { mode: "some" as const, ids, anchor: null };
		expect(selectedIn(rows, 90, some)).toEqual({ unit: "conversations", count: 2, emails: 4 });
		const single = rows.map(({ conversation: _, ...item }) => item);
		expect(selectedIn(single, 90, some)).toEqual({ unit: "emails", count: 2, emails: 2 });
	});

	it("counts everything in emails, loaded or not", () => {
		expect(selectedIn(rows, 90, everything)).toEqual({ unit: "emails", count: 90, emails: 90 });
	});
});

describe("a conversation whose row names only its newest messages", () => {
	const all = row("long", 0, ["La", "Lb", "Lc", "Ld"]);
	const messages = all.conversation?.messages ?? [];
	const older = { count: 2, unread: 1, ...flagFields({ starred: true }), hasAttachments: false };
	const long: ListItem = { ...all, conversation: { count: 5, people: [], messages: messages.slice(0, 2), older } };

	it("counts all, and shows what the others have", () => {
		expect(countOf(long)).toBe(4);
		expect(selectedIn([long, two], 6, { mode: "some", ids: new Set(["La", "2a"]), anchor: null })).toEqual({
			...{ unit: "conversations", count: 2, emails: 6 },
		});
		expect(
			summaryOf({ ...long, conversation: { ...all.conversation, ...long.conversation, messages: [] } } as ListItem),
		).toMatchObject({ isRead: false, isStarred: true, isImportant: false });
	});

	it("is completed before a change where all that it names is chosen", () => {
		expect(incompleteRows([long, two], [...messagesOf(long), ...messagesOf(two)])).toEqual([long]);
		expect(incompleteRows([long, two], messagesOf(long).slice(0, 1))).toEqual([]);
		const whole = withMessages(long, messages);
		expect(messagesOf(whole).map(({ id }) => id)).toEqual(["La", "Lb", "Lc", "Ld"]);
		expect(whole.conversation?.older).toBeUndefined();
		expect(incompleteRows([whole], messagesOf(whole))).toEqual([]);
	});
});
