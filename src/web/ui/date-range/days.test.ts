import { expect, it } from "vitest";
import { addDays, addMonths, chooseDay, clampDay, daysIn, moveDay, weekStart, weeksOf } from "./days.ts";

it("counts days and months, also over leap days and the change of clocks", () => {
	expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
	expect(addDays("2026-03-28", 2)).toBe("2026-03-30");
	expect(addMonths("2026-01-31", 1)).toBe("2026-02-28");
	expect(addMonths("2026-03-31", -13)).toBe("2025-02-28");
	expect(daysIn({ from: "2026-03-01", until: "2026-03-31" })).toBe(31);
});

it("starts weeks as the locale does", () => {
	expect(weekStart("en-US")).toBe(7);
	expect(weekStart("de-DE")).toBe(1);
	expect(weeksOf("2026-11-22", 1)[0]).toEqual([null, null, null, null, null, null, "2026-11-01"]);
	expect(weeksOf("2026-11-22", 7)[0]?.[0]).toBe("2026-11-01");
	expect(weeksOf("2026-02-10", 7)).toHaveLength(4);
});

it("moves with the keys of a date grid", () => {
	const from = (key: string, shift = false) => moveDay("2026-11-22", key, shift, 1);
	expect(from("ArrowUp")).toBe("2026-11-15");
	expect(from("Home")).toBe("2026-11-16");
	expect(from("End")).toBe("2026-11-22");
	expect(from("PageDown")).toBe("2026-12-22");
	expect(from("PageUp", true)).toBe("2025-11-22");
	expect(from("a")).toBeNull();
	expect(clampDay("2026-12-22", { max: "2026-11-22" })).toBe("2026-11-22");
});

it("makes a range of two choices, in either order", () => {
	const { start } = chooseDay(null, "2026-11-20");
	expect(chooseDay(start, "2026-11-05")).toEqual({ start: null, range: { from: "2026-11-05", until: "2026-11-20" } });
	expect(chooseDay(start, "2026-11-20").range).toEqual({ from: "2026-11-20", until: "2026-11-20" });
});
