import { expect, it } from "vitest";
import { allPages } from "./all-pages.ts";

const pages = new Map<string | undefined, { items: number[]; nextCursor: string | null }>([
	[undefined, { items: [1, 2], nextCursor: "b" }],
	["b", { items: [3, 4], nextCursor: "c" }],
	["c", { items: [5], nextCursor: null }],
]);
const end = { items: [], nextCursor: null };

it("reads until there is no next page", async () => {
	expect(await allPages(async (cursor) => pages.get(cursor) ?? end)).toEqual([1, 2, 3, 4, 5]);
});

it("stops where a list does not advance", async () => {
	await expect(allPages(async () => ({ items: [1], nextCursor: "b" }))).rejects.toThrow("names itself");
});
