import { expect, test } from "vitest";
import { rhythmOf } from "./frequency.ts";

const DAY = 86_400_000;
const EVER = 30 * 365 * DAY;
const wordsOf = (count: number, days: number) => rhythmOf(count, 0, days * DAY, EVER).words;

test("describes a frequency in words", () => {
	expect(wordsOf(8, 49)).toBe("About weekly");
	expect(wordsOf(30, 29)).toBe("About daily");
	expect(wordsOf(7, 14)).toBe("About every other day");
	expect(wordsOf(9, 28)).toBe("About twice a week");
	expect(wordsOf(13, 365)).toBe("About monthly");
	expect(wordsOf(3, 28)).toBe("About every two weeks");
	expect(wordsOf(100, 20)).toBe("Several times a day");
	expect(wordsOf(2, 365)).toBe("About once a year");
});

test("returns none for a single message, and reports a burst", () => {
	expect(rhythmOf(1, 5, 5, EVER)).toEqual({ perMonth: 1, words: "Once" });
	expect(wordsOf(4, 0.1)).toBe("4 in a day");
});

test("messages per 30 days use the time in which the list sent mail", () => {
	expect(rhythmOf(8, 0, 49 * DAY, EVER).perMonth).toBe(4.3);
	expect(rhythmOf(3, 0, 600 * DAY, EVER).perMonth).toBe(0.1);
	expect(rhythmOf(36, 0, 1.25 * DAY, EVER).perMonth).toBe(36);
});
