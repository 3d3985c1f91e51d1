import { expect, it } from "vitest";
import { readSearchParams } from "./search-params.ts";

it("reads the folder, the search and the mailbox from the URL", () => {
	expect(readSearchParams({ folder: "archive", q: "from:ann", mode: "plain", account: "a1" })).toEqual({
		folder: "archive",
		q: "from:ann",
		mode: "plain",
		account: "a1",
	});
});

it("keeps a search for a number, which the router parses", () => {
	expect(readSearchParams({ q: 2024 })).toEqual({ q: "2024" });
});

it("drops what is blank, unknown or of another type", () => {
	expect(readSearchParams({ folder: " ", q: ["a"], mode: "regex", account: null, page: 3 })).toEqual({});
});

it("keeps the order of a search with operators", () => {
	expect(readSearchParams({ q: "ann", sort: "relevance" })).toEqual({ q: "ann", sort: "relevance" });
	expect(readSearchParams({ sort: "relevance" })).toEqual({});
	expect(readSearchParams({ q: "ann", mode: "plain", sort: "relevance" })).toEqual({ q: "ann", mode: "plain" });
	expect(readSearchParams({ q: "ann", sort: "newest" })).toEqual({ q: "ann" });
});

it("cuts a text that is too long", () => {
	expect(readSearchParams({ q: "x".repeat(5000) }).q).toHaveLength(1000);
});

it("keeps a filter that exists", () => {
	expect(readSearchParams({ filter: "unread" })).toEqual({ filter: "unread" });
	expect(readSearchParams({ filter: "toString" })).toEqual({});
});
