import { expect, it } from "vitest";
import { emailsPerDay } from "./rate.ts";

const DAY = 86_400_000;
const EVER = 30 * 365 * DAY;
const perWeek = (count: number, days: number, rangeMs = EVER) =>
	Number((7 * emailsPerDay({ count, first: 5 * DAY, last: (5 + days) * DAY }, rangeMs)).toFixed(1));

it("divides by the time in which a list wrote, however long ago that was", () => {
	expect(perWeek(84, 365)).toBe(1.6);
	expect(perWeek(8, 49)).toBe(1);
});

it("takes no burst for a rhythm", () => {
	// 36 emails in 30 hours were once "201.6 a week".
	expect(perWeek(36, 1.25)).toBe(8.4);
	expect(perWeek(1, 0)).toBe(0.2);
	expect(perWeek(0, 0)).toBe(0);
});

it("divides by the range where that is shorter", () => {
	expect(perWeek(7, 6.5, 7 * DAY)).toBe(7);
});
