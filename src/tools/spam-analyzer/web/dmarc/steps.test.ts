import { expect, it } from "vitest";
import { perStep, pointOf } from "./steps.ts";

const days = (count: number) =>
	Array.from({ length: count }, (_, i) => ({
		...{ day: new Date(Date.UTC(2016, 0, 1 + i)).toISOString().slice(0, 10), passed: 2, failed: 1 },
	}));

it("shows days, months or years, and loses no email: nothing, one day, ten years", () => {
	expect(perStep([])).toEqual([]);
	expect(perStep(days(1))).toEqual([{ label: "2016-01-01", passed: 2, failed: 1 }]);
	expect(perStep(days(100)).map(({ label }) => label)).toEqual(["2016-01", "2016-02", "2016-03", "2016-04"]);
	const decade = perStep(days(3_653));
	expect(decade.map(({ label }) => label)).toEqual(Array.from({ length: 10 }, (_, i) => String(2016 + i)));
	expect(decade.reduce((sum, { passed, failed }) => sum + passed + failed, 0)).toBe(3 * 3_653);
});

it("names the bars", () => {
	expect(pointOf("2026-11-16")).toEqual({ label: "Nov 16, 2026", short: "Nov 16" });
	expect(pointOf("2026-11")).toEqual({ label: "November 2026", short: "Nov" });
	expect(pointOf("2026")).toEqual({ label: "2026" });
});
