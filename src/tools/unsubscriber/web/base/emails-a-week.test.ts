import { expect, it } from "vitest";
import { emailsAWeek } from "./emails-a-week.ts";

const now = Date.parse("2026-11-23T00:00:00Z");
const lists = [
	{ count: 500, since: "2024-01-01T00:00:00Z" },
	// It sent for a month only: its own rhythm is higher than its share of the range.
	{ count: 212, since: "2026-02-01T00:00:00Z" },
	{ count: 0, since: null },
];

it("divides the total by the weeks of the range", () => {
	expect(emailsAWeek(lists, { from: "2025-11-24T00:00:00Z" }, now)).toBeCloseTo(712 / 52, 5);
	expect(emailsAWeek(lists, { from: "2026-09-28T00:00:00Z", until: "2026-10-12T00:00:00Z" }, now)).toBe(356);
});

it("counts from the first email of lists that began within the range, and at least a week", () => {
	expect(emailsAWeek([{ count: 20, since: "2026-10-12T00:00:00Z" }], { from: "2000-01-01" }, now)).toBeCloseTo(
		20 / 6,
		5,
	);
	expect(emailsAWeek([{ count: 3, since: "2026-11-22T00:00:00Z" }], { from: "2000-01-01" }, now)).toBe(3);
	expect(emailsAWeek([], { from: "2000-01-01" }, now)).toBe(0);
});
