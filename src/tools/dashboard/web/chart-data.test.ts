import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changeSince, hourAfter, hourRows, pointOf, scoresOf, totalsOf } from "./chart-data.ts";

const zone = process.env.TZ;
afterAll(() => {
	process.env.TZ = zone;
});
const inZone = (name: string) =>
	beforeAll(() => {
		process.env.TZ = name;
	});

describe("hours in New York", () => {
	inZone("America/New_York");

	it("are those of the local day, and open exactly their mail", () => {
		const rows = hourRows([
			{ at: "2026-11-22T03:00:00Z", count: 2 },
			{ at: "2026-11-23T15:00:00Z", count: 5 },
		]);
		expect(rows).toHaveLength(14);
		expect(rows.at(-1)).toMatchObject({ total: 5 });
		expect(rows.at(-1)?.cells[10]).toEqual({ at: "2026-11-23T15:00:00.000Z", count: 5 });
		expect(rows.at(-3)?.cells[22]).toEqual({ at: "2026-11-22T03:00:00.000Z", count: 2 });
		expect(rows.every(({ cells }) => cells.length === 24 && cells.every(({ at }) => at !== null))).toBe(true);
		expect(hourAfter("2026-11-23T15:00:00.000Z")).toBe("2026-11-23T16:00:00.000Z");
	});

	it("have none at 2 AM when clocks go forward", () => {
		const rows = hourRows([{ at: "2026-03-08T16:00:00Z", count: 1 }], 1);
		expect(rows[0]?.cells.map(({ at }) => at === null).indexOf(true)).toBe(2);
	});

	it("are none without mail", () => expect(hourRows([])).toEqual([]));
});

describe("hours in India", () => {
	inZone("Asia/Kolkata");

	it("begin half past", () => {
		const rows = hourRows([{ at: "2026-11-23T12:00:00Z", count: 3 }], 1);
		expect(rows[0]?.cells[17]).toEqual({ at: "2026-11-23T12:00:00.000Z", count: 3 });
		expect(rows[0]?.total).toBe(3);
	});
});

it("names periods", () => {
	const from = "2026-11-16";
	expect(pointOf({ from }, "day")).toEqual({ label: "Nov 16, 2026", short: "Nov 16" });
	expect(pointOf({ from }, "week")).toEqual({ label: "Week of Nov 16, 2026", short: "Nov" });
	expect(pointOf({ from }, "month")).toEqual({ label: "November 2026", short: "2026" });
	expect(pointOf({ from }, "year")).toEqual({ label: "2026" });
});

it("sums categories, and leaves out what is not categorized where there is none", () => {
	const point = {
		from: "a",
		until: "b",
		primary: 1,
		updates: 0,
		forums: 0,
		social: 2,
		promotions: 3,
		suspicious: 0,
		other: 0,
	};
	expect(totalsOf([point, point]).map(({ count }) => count)).toEqual([2, 0, 0, 4, 6]);
	expect(totalsOf([{ ...point, other: 1 }]).at(-1)).toEqual({ category: "other", count: 1 });
});

it("compares with the score a week ago, and ends with the current one", () => {
	const health = [
		{ day: "2026-11-01", score: 60 },
		{ day: "2026-11-16", score: 69 },
		{ day: "2026-11-23", score: 70 },
	];
	expect(changeSince(health, 72, "2026-11-23")).toBe(3);
	expect(changeSince(health.slice(2), 72, "2026-11-23")).toBeNull();
	expect(scoresOf(health, 72, "2026-11-23").map(({ score }) => score)).toEqual([60, 69, 72]);
	expect(scoresOf(health, null, "2026-11-23")).toEqual(health);
	expect(scoresOf([], 100, "2026-11-23")).toEqual([{ day: "2026-11-23", score: 100 }]);
});
