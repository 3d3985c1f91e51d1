import { expect, test } from "vitest";
import { queryTokens } from "#shared/search/tokens.ts";
import { parseForStore } from "./parse-message.ts";
import { searchable } from "./searchable.ts";

const mailTo = (count: number, host: string) =>
	Buffer.from(
		`From: ann@example.org\r\nTo: ${Array.from({ length: count }, (_, i) => `Person ${i} <person${i}@${host}>`).join(",\r\n ")}\r\nSubject: Party\r\n\r\nCome.\r\n`,
	);

test("every one of 10,000 recipients is found by address, and the text by its words", async () => {
	const { message, lexemes } = searchable(await parseForStore(mailTo(10_000, "guests.example.org")));
	const found = new Set(lexemes.split(" "));
	for (const i of [0, 999, 1_000, 5_000, 9_999])
		expect(queryTokens(`person${i}@guests.example.org`, "t").every((token) => found.has(token))).toBe(true);
	expect(found.has("come")).toBe(true);
	expect(message.damage).toEqual([]);
	expect(Buffer.byteLength(lexemes)).toBeLessThan(1_000_000);
});

test("what search cannot find is said", async () => {
	const { message, lexemes } = searchable(await parseForStore(mailTo(40_000, "a-host-with-a-long-name.example.org")));
	expect(message.damage.join()).toMatch(/Search does not find \d+ of the recipients/);
	expect(Buffer.byteLength(lexemes)).toBeLessThan(1_000_000);
});
