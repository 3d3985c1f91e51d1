import { describe, expect, it } from "vitest";
import { dayText, rangeFault, readRange, spanOf, spanQuery } from "./ranges.ts";

const now = new Date(2026, 4, 31, 15, 20);

describe("spanOf", () => {
	it("goes back from today by whole days, clamped to the month's last day", () => {
		expect(spanOf({ range: "1m" }, now)).toEqual({ from: new Date(2026, 3, 30), until: null });
		expect(spanOf({ range: "3m" }, now)).toEqual({ from: new Date(2026, 1, 28), until: null });
		expect(spanOf({ range: "6m" }, now)).toEqual({ from: new Date(2025, 10, 30), until: null });
		expect(spanOf({ range: "1y" }, now)).toEqual({ from: new Date(2025, 4, 31), until: null });
		expect(spanOf({ range: "all" }, now)).toEqual({ from: new Date(2000, 0, 1), until: null });
	});

	it("is the same all day", () => {
		expect(spanOf({ range: "1y" }, new Date(2026, 4, 31, 23, 59))).toEqual(spanOf({ range: "1y" }, now));
	});

	it("includes both days of a custom range", () => {
		const span = spanOf({ range: "custom", from: "2026-05-01", until: "2026-05-31" }, now);
		expect(span).toEqual({ from: new Date(2026, 4, 1), until: new Date(2026, 5, 1) });
		expect(spanQuery(span)).toEqual({
			from: new Date(2026, 4, 1).toISOString(),
			until: new Date(2026, 5, 1).toISOString(),
		});
	});
});

describe("readRange", () => {
	it("reads what the selector writes into the URL", () => {
		expect(readRange({ range: "3m" })).toEqual({ range: "3m" });
		const custom = { range: "custom", from: "2026-05-01", until: "2026-05-01" } as const;
		expect(readRange(custom)).toEqual(custom);
	});

	it("falls back to a year for invalid values", () => {
		for (const raw of [
			{},
			{ range: "2y" },
			{ range: "custom" },
			{ range: "custom", from: "2026-05-02", until: "2026-05-01" },
			{ range: "custom", from: "2026-02-30", until: "2026-05-01" },
			{ range: "custom", from: 2026, until: 2027 },
		])
			expect(readRange(raw)).toEqual({ range: "1y" });
	});
});

it("reports what is wrong with two days", () => {
	expect(rangeFault("", "2026-05-01")).toContain("first and the last day");
	expect(rangeFault("0202-05-01", "2026-05-01")).toContain("1970");
	expect(rangeFault("2026-05-02", "2026-05-01")).toContain("after");
	expect(rangeFault("2026-05-01", "2026-05-01")).toBeNull();
	expect(dayText(new Date(2026, 0, 9, 23))).toBe("2026-01-09");
});
