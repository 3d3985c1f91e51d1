import { describe, expect, it } from "vitest";
import type { EmailItem } from "#shared/contracts/emails.ts";
import { flagFields } from "#shared/mail/flags.ts";
import {
	appendPage,
	countAbove,
	insertItems,
	listOf,
	type MailList,
	mergeHead,
	neighbour,
	patchItems,
	removeItems,
} from "./list-model.ts";

const start = Date.parse("2026-11-20T12:00:00Z");

/** A message that arrived `age` minutes before the start. */
function item(id: string, age: number): EmailItem {
	return {
		id,
		accountId: "a",
		threadId: id,
		folder: "inbox",
		folderId: "INBOX",
		subject: id,
		senderName: "",
		senderEmail: "x@example.com",
		recipient: "",
		recipientCount: 0,
		receivedAt: new Date(start - age * 60_000).toISOString(),
		preview: "",
		isHeaderOnly: false,
		...flagFields({}),
		hasAttachments: false,
		sizeBytes: 1,
		labels: [],
		category: null,
		aiSummaryShort: null,
	};
}

const page = (items: EmailItem[], nextCursor: string | null, total = 100) => ({
	items,
	total,
	totalIsExact: true,
	unsearched: 0,
	unsearchable: [],
	didYouMean: null,
	nextCursor,
});
const names = (list: MailList) => list.items.map((one) => one.id).join("");
const loaded = appendPage(
	listOf(page([item("a", 1), item("b", 2), item("c", 3)], "c1")),
	page([item("d", 4), item("e", 5), item("f", 6)], "c2"),
);

describe("the message list", () => {
	it("counts new messages above a given one, also when that was removed", () => {
		expect(countAbove(loaded.items, item("c", 3))).toBe(2);
		expect(countAbove(loaded.items, item("a", 1))).toBe(0);
		expect(countAbove(loaded.items, item("gone", 2.5))).toBe(2);
		expect(countAbove(loaded.items, item("older", 99))).toBe(6);
		expect(countAbove(loaded.items, item("b", 2.5))).toBe(1);
	});

	it("grows page by page and deduplicates a message that moved between two pages", () => {
		expect(names(loaded)).toBe("abcdef");
		const next = appendPage(loaded, page([item("f", 6), item("g", 7)], null));
		expect(names(next)).toBe("abcdefg");
		expect(next.nextCursor).toBeNull();
	});

	it("adds new mail at the top and keeps the pages below", () => {
		const fresh = mergeHead(loaded, page([item("new", 0), item("a", 1), item("b", 2)], "x", 101));
		expect(fresh.items.map((one) => one.id)).toEqual(["new", "a", "b", "c", "d", "e", "f"]);
		expect(fresh.total).toBe(101);
		expect(fresh.nextCursor).toBe("c2");
	});

	it("drops messages removed from the top", () => {
		const fresh = mergeHead(loaded, page([item("b", 2), item("d", 4), item("e", 5)], "x", 98));
		expect(names(fresh)).toBe("bdef");
	});

	it("is replaced by a response that is complete", () => {
		expect(names(mergeHead(loaded, page([item("z", 9)], null, 1)))).toBe("z");
		expect(names(mergeHead(loaded, page([], null, 0)))).toBe("");
	});

	it("reloads when more new mail arrived than a page holds", () => {
		const fresh = mergeHead(loaded, page([item("p", 0), item("q", 0.5)], "x"));
		expect(names(fresh)).toBe("pq");
		expect(fresh.nextCursor).toBe("x");
	});

	it("updates flags in place and reports only actual changes", () => {
		const read = patchItems(loaded, new Set(["b"]), (one) => ({ ...one, isRead: true }));
		expect(read.items[1]?.isRead).toBe(true);
		expect(read.items[0]).toBe(loaded.items[0]);
		expect(patchItems(loaded, new Set(["nowhere"]), (one) => one)).toBe(loaded);
	});

	it("removes messages and restores them to their position", () => {
		const without = removeItems(loaded, new Set(["b", "e"]));
		expect(names(without)).toBe("acdf");
		expect(without.total).toBe(98);
		const back = insertItems(without, [item("e", 5), item("b", 2)]);
		expect(names(back)).toBe("abcdef");
		expect(back.total).toBe(100);
	});

	it("leaves messages below the loaded part to their page", () => {
		const list = insertItems(loaded, [item("far", 999)]);
		expect(names(list)).toBe("abcdef");
		expect(list.total).toBe(101);
	});

	it("finds the next row when the open one was removed", () => {
		expect(neighbour(loaded.items, new Set(["c"]), 2)).toBe("d");
		expect(neighbour(loaded.items, new Set(["e", "f"]), 5)).toBe("d");
		expect(neighbour(loaded.items, new Set(["a", "b", "c", "d", "e", "f"]), 2)).toBeNull();
		expect(neighbour(loaded.items, new Set(["c"]), 2, true)).toBe("b");
		expect(neighbour(loaded.items, new Set(["a"]), 0, true)).toBe("b");
	});
});
