import { expect, it } from "vitest";
import { readAddress } from "./search-params.ts";

it("reads the folder, the search and the mailbox from the URL", () => {
	expect(readAddress({ folder: "archive", q: "from:ann", mode: "plain", account: "a1" })).toEqual({
		folder: "archive",
		q: "from:ann",
		mode: "plain",
		account: "a1",
	});
});

it("keeps a search for a number, which the router parses", () => {
	expect(readAddress({ q: 2024 })).toEqual({ q: "2024" });
});

it("drops what is blank, unknown or of another type", () => {
	expect(readAddress({ folder: " ", q: ["a"], mode: "regex", account: null, page: 3 })).toEqual({});
});

it("cuts a text that is too long", () => {
	expect(readAddress({ q: "x".repeat(5000) }).q).toHaveLength(1000);
});
