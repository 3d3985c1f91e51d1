import { expect, it } from "vitest";
import { axisLabels, percentages, stepOf, tableOf, totalsOf } from "./chart-data.ts";

const points = [
	{ label: "Week of Nov 24", short: "Nov" },
	{ label: "Week of Dec 1", short: "Dec" },
	{ label: "Week of Dec 8", short: "Dec" },
	{ label: "Week of Jan 5", short: "Jan" },
];
const series = [
	{ id: "a", label: "Primary", color: "primary" as const, values: [1, 2, 3, 4] },
	{ id: "b", label: "Updates", color: "updates" as const, values: [10, 0, 5] },
];

it("puts every number of a chart into its table", () => {
	const table = tableOf("Week", points, series, String);
	expect(table.columns).toEqual(["Primary", "Updates"]);
	expect(table.rows[0]).toEqual({ label: "Week of Nov 24", values: ["1", "10"] });
	expect(table.rows[3]?.values).toEqual(["4", "0"]);
	expect(totalsOf(points, series)).toEqual([11, 2, 8, 4]);
});

it("rounds shares so that they add up to 100", () => {
	expect(percentages([1, 1, 1])).toEqual([34, 33, 33]);
	expect(percentages([232, 249, 111, 96, 412]).reduce((sum, value) => sum + value, 0)).toBe(100);
	expect(percentages([0, 0])).toEqual([0, 0]);
});

it("writes equal neighbors once, and only as many labels as fit", () => {
	const year = Array.from({ length: 12 }, (_, month) => ({ label: `Month ${month}`, short: `M${month}` }));
	expect(axisLabels(points, 1).map(({ text }) => text)).toEqual(["Nov", "Dec", "Jan"]);
	expect(axisLabels(year, 1)).toHaveLength(12);
	expect(axisLabels(year.slice(1), 1.5).map(({ text }) => text)).toEqual(["M1", "M3", "M5", "M7", "M9", "M11"]);
	// The first label would touch the second.
	expect(axisLabels(points, 2).map(({ text }) => text)).toEqual(["Dec", "Jan"]);
	expect(axisLabels([], 1)).toEqual([]);
});

it("steps a heat map from nothing to the largest value", () => {
	expect([0, 1, 50, 100].map((value) => stepOf(value, 100))).toEqual([0, 1, 3, 6]);
	expect(stepOf(5, 0)).toBe(0);
});
