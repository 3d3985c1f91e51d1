import { describe, expect, it } from "vitest";
import type { Subscription } from "../base/api.ts";
import { filterLists, type ListFilter } from "./filter-lists.ts";

const made = (name: string, more: Partial<Subscription>): Subscription => ({
	id: name,
	accountId: "a",
	listKey: `from:${name}`,
	name,
	listId: null,
	senders: [{ email: `news@${name.toLowerCase()}.example`, count: 1 }],
	senderCount: 1,
	count: 10,
	readCount: 5,
	bytes: 1000,
	perMonth: 1,
	firstAt: null,
	rhythm: "About monthly",
	since: "2025-01-01T00:00:00.000Z",
	lastAt: "2026-01-01T00:00:00.000Z",
	volume: [0, 10],
	newest: { id: "e", threadId: "t", subject: "s", snippet: "", date: "2026-01-01T00:00:00.000Z", reviewUrl: null },
	category: null,
	isSuspicious: false,
	hasUnsubscribe: true,
	unsubscribe: { method: "one_click", explanation: "", address: null, byUser: false },
	state: "active",
	pausedUntil: null,
	isUnopened: false,
	attempt: null,
	...more,
});

const lists = [
	made("Mosaic", { count: 148, readCount: 6, bytes: 31_000 }),
	made("Harbour", { count: 87, readCount: 0, bytes: 90_000, lastAt: "2026-02-01T00:00:00.000Z" }),
	made("Orchard", {
		count: 87,
		readCount: 80,
		unsubscribe: { method: "mailto", explanation: "", address: null, byUser: false },
	}),
	made("Fern", { count: 2, readCount: 0, listId: "offers.fernoak.example" }),
];
const names = (listFilter: Partial<ListFilter>): string[] =>
	filterLists(lists, { text: "", part: "all", sort: "count", ...listFilter }).map(({ name }) => name);

describe("sorting subscriptions", () => {
	it("puts the most frequent first, ties by name", () => {
		expect(names({})).toEqual(["Mosaic", "Harbour", "Orchard", "Fern"]);
		expect(names({ sort: "bytes" })[0]).toBe("Harbour");
		expect(names({ sort: "last" })[0]).toBe("Harbour");
		expect(names({ sort: "name" })).toEqual(["Fern", "Harbour", "Mosaic", "Orchard"]);
	});

	it("puts never read before rarely read, the more frequent first", () => {
		expect(names({ sort: "unread" })).toEqual(["Harbour", "Fern", "Mosaic", "Orchard"]);
	});
});

describe("filtering subscriptions", () => {
	it("finds by name, address and list id", () => {
		expect(names({ text: "harb" })).toEqual(["Harbour"]);
		expect(names({ text: "NEWS@mosaic" })).toEqual(["Mosaic"]);
		expect(names({ text: "fernoak offers" })).toEqual(["Fern"]);
		expect(names({ text: "nobody" })).toEqual([]);
	});

	it("finds by unsubscribe method", () => {
		expect(names({ part: "mailto" })).toEqual(["Orchard"]);
	});

	it("finds those that are never read", () => {
		expect(names({ part: "never_read" })).toEqual(["Harbour", "Fern"]);
	});
});
