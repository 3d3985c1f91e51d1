import { expect, it } from "vitest";
import { bucketsOf, dayAfter, stepFor } from "./buckets.ts";

const last = (from: string, until: string) => {
	const span = { from, until };
	const step = stepFor(span);
	const all = bucketsOf(span, step);
	// Nothing is missing, and nothing is counted twice.
	expect(all[0]?.from).toBe(from);
	expect(all.at(-1)?.until).toBe(until);
	for (const [index, bucket] of all.slice(1).entries()) expect(bucket.from).toBe(all[index]?.until);
	return { step, count: all.length };
};

it("divides a range into days, weeks, months or years, to its exact ends", () => {
	expect(last("2026-11-23", "2026-11-24")).toEqual({ step: "day", count: 1 });
	expect(last("2026-10-24", "2026-11-24")).toEqual({ step: "day", count: 31 });
	expect(last("2025-11-23", "2026-11-24")).toEqual({ step: "week", count: 52 });
	expect(last("2016-11-23", "2026-11-24")).toEqual({ step: "month", count: 121 });
	expect(last("1976-11-23", "2026-11-24")).toEqual({ step: "year", count: 51 });
});

it("counts weeks back from the end, and keeps leap days", () => {
	expect(bucketsOf({ from: "2026-11-08", until: "2026-11-24" }, "week")).toEqual([
		{ from: "2026-11-08", until: "2026-11-17" },
		{ from: "2026-11-17", until: "2026-11-24" },
	]);
	expect(bucketsOf({ from: "2026-11-20", until: "2026-11-24" }, "week")).toHaveLength(1);
	expect(dayAfter("2024-02-28")).toBe("2024-02-29");
});
