import { expect, it } from "vitest";
import { z } from "zod";
import { cutPage, readCursor } from "./key-cursor.ts";

const key = z.tuple([z.number(), z.string()]);

it("names the last row of a page where another follows", () => {
	const rows = [3, 2, 1].map((n) => ({ n, name: `ä${n}` }));
	const { page, nextCursor } = cutPage(rows, 2, ({ n, name }) => [n, name]);
	expect([page.map(({ n }) => n), readCursor(nextCursor ?? "", key)]).toEqual([
		[3, 2],
		[2, "ä2"],
	]);
	expect(cutPage(rows, 3, ({ n }) => [n]).nextCursor).toBeNull();
	expect(cutPage([], 3, () => []).nextCursor).toBeNull();
});

it("refuses a cursor that no list gave", () => {
	expect(readCursor(undefined, key)).toBeNull();
	for (const cursor of ["", "x", Buffer.from("[1]").toString("base64url"), Buffer.from("{").toString("base64url")])
		expect(() => readCursor(cursor, key)).toThrow(expect.objectContaining({ code: "bad-cursor" }));
});
