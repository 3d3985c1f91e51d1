import { expect, it } from "vitest";
import { formatDay, formatDays, formatMonth, formatWeekday, weekdayNames } from "./format-days.ts";

it("formats a day as the same day in every time zone", () => {
	expect(formatDay("2026-11-20")).toBe("Friday, November 20, 2026");
	expect(formatMonth("2026-11-01")).toBe("November 2026");
});

it("names the year of a weekday only where it is not this one", () => {
	const now = new Date(2026, 5, 1);
	expect(formatWeekday("2026-11-20", now)).toBe("Friday, Nov 20");
	expect(formatWeekday("2027-01-14", now)).toBe("Thursday, Jan 14, 2027");
});

it("writes what both ends of a range share once", () => {
	expect(formatDays("2026-11-01", "2026-11-20")).toMatch(/^Nov 1 – 20, 2026$/);
	expect(formatDays("2025-12-31", "2026-01-02")).toMatch(/^Dec 31, 2025 – Jan 2, 2026$/);
});

it("names the days from the first of the week", () => {
	expect(weekdayNames(7).map(({ short }) => short)).toEqual(["Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"]);
	expect(weekdayNames(1)[0]?.long).toBe("Monday");
});
