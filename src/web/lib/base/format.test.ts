import { describe, expect, it, vi } from "vitest";
import {
	formatAgo,
	formatBytes,
	formatCount,
	formatDuration,
	formatListTime,
	formatMailTime,
	formatMoment,
	formatOpenTime,
	formatPercent,
	formatQuota,
	formatTimeLeft,
	formatUsed,
	hourNames,
} from "./format.ts";

describe("formatBytes", () => {
	it.each([
		[0, "0 B"],
		[999, "999 B"],
		[1000, "1 kB"],
		[412_345, "412 kB"],
		[2_140_000, "2.1 MB"],
		[871_000_000, "871 MB"],
		[10_000_000_000, "10 GB"],
	])("writes %d bytes as %s", (bytes, text) => expect(formatBytes(bytes)).toBe(text));

	it("never shows a thousand of a unit", () => expect(formatBytes(999_999)).toBe("1 MB"));
});

const GIB = 1024 ** 3;

it("formats quotas and usage in the same unit", () => {
	expect([15 * GIB, 15_360 * 1_048_576, 50 * GIB, 2_000_000_000].map(formatQuota)).toEqual([
		"15 GB",
		"15 GB",
		"50 GB",
		"2 GB",
	]);
	expect(formatUsed(13.4 * GIB, 15 * GIB)).toBe("13.4 GB");
	expect(formatUsed(113_000_000, 15 * GIB)).toBe("113 MB");
	expect(formatUsed(1_500_000_000, 2_000_000_000)).toBe("1.5 GB");
});

it("formats small shares with a decimal", () => {
	expect([0, 0.04, 0.7, 9.94, 9.96, 42.4, 100].map(formatPercent)).toEqual([
		"0%",
		"0%",
		"0.7%",
		"9.9%",
		"10%",
		"42%",
		"100%",
	]);
});

describe("formatMailTime", () => {
	const now = new Date(2026, 10, 20, 12, 0).getTime();
	it("shows the time of day under 24 hours", () =>
		expect(formatMailTime(new Date(2026, 10, 19, 12, 30), now)).toMatch(/12:30/));
	it("writes the hour without a leading zero", () =>
		expect(formatMailTime(new Date(2026, 10, 20, 9, 5), now)).toBe("9:05 AM"));
	it("shows month and day after 24 hours", () =>
		expect(formatMailTime(new Date(2026, 10, 19, 11, 30), now)).toBe("Nov 19"));
	it("adds the year when it differs from the current one", () =>
		expect(formatMailTime(new Date(2025, 10, 19), now)).toBe("Nov 19, 2025"));
	it("shows the date of mail dated in the future", () =>
		expect(formatMailTime(new Date(2026, 11, 24, 12, 0), now)).toBe("Dec 24"));
});

describe("formatAgo", () => {
	const now = Date.UTC(2026, 10, 20, 12);
	it.each([
		[10_000, "just now"],
		[4 * 60_000, "4 min. ago"],
		[2 * 3_600_000, "2 hr. ago"],
		[3 * 86_400_000, "3 days ago"],
	])("says %d ms ago as %s", (age, text) => expect(formatAgo(now - age, now)).toBe(text));
});

it("counts one and many", () => {
	expect(formatCount(1, "email")).toBe("1 email");
	expect(formatCount(4218, "email")).toBe("4,218 emails");
	expect(formatCount(2, "mailbox", "mailboxes")).toBe("2 mailboxes");
});

it("formats a duration", () => {
	expect(formatDuration(420)).toBe("0.4 s");
	expect(formatDuration(61_000)).toBe("61 s");
	expect(formatDuration(180_000)).toBe("3 min");
});

describe("formatMoment", () => {
	const now = new Date(2026, 10, 20, 12, 0).getTime();
	it("is the time of day within 24 hours, and date and time after that", () => {
		expect(formatMoment(new Date(2026, 10, 20, 9, 5), now)).toBe("9:05 AM");
		expect(formatMoment(new Date(2026, 10, 18, 9, 5), now)).toBe("Nov 18, 9:05 AM");
	});
});

describe("formatTimeLeft", () => {
	it.each([
		[3, "a few seconds left"],
		[32, "about 40 s left"],
		[55, "about 1 min left"],
		[140, "about 2 min left"],
		[7000, "about 2 h left"],
		[126_000, "about 35 h left"],
		[216_000, "about 3 days left"],
	])("says %d seconds as %s", (seconds, text) => expect(formatTimeLeft(seconds)).toBe(text));
});

it("names the days of a list as a calendar does, with the time once an email is open", () => {
	const now = new Date(2026, 10, 23, 0, 30).getTime();
	const clock = (date: Date) => formatListTime(date, date.getTime());
	const at = (day: number, month = 10, year = 2026) => new Date(year, month, day, 23, 45);
	expect(formatListTime(new Date(2026, 10, 23, 0, 5), now)).toBe(clock(new Date(2026, 10, 23, 0, 5)));
	expect(formatListTime(at(22), now)).toBe("Yesterday");
	expect(formatListTime(at(21), now)).toBe("Sat");
	expect(formatListTime(at(17), now)).toBe("Tue");
	expect(formatListTime(at(16), now)).toMatch(/16/);
	expect(formatListTime(at(16), now)).not.toMatch(/2026/);
	expect(formatListTime(at(16, 10, 2025), now)).toMatch(/2025/);
	expect(formatOpenTime(at(22), now)).toBe(`Yesterday, ${clock(at(22))}`);
	expect(formatOpenTime(new Date(now), now)).toBe(clock(new Date(now)));
});

it("names the hours by the clock that the user chose", () => {
	let clock = "24";
	vi.stubGlobal("localStorage", { getItem: () => clock });
	expect(hourNames()[15]).toMatch(/^15/);
	clock = "12";
	expect(hourNames()[15]).toMatch(/^3\sPM/i);
	vi.unstubAllGlobals();
});
