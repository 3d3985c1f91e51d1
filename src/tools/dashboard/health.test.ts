import { describe, expect, it } from "vitest";
import { healthOf } from "./health.ts";

const healthy = { total: 1_000, unread: 0, usedBytes: 0, quotaBytes: 1_000 };
const score = (figures: Partial<typeof healthy>) => healthOf({ ...healthy, ...figures }).score;

describe("the health score", () => {
	it.each([
		[100, 100],
		[101, 95],
		[250, 95],
		[251, 85],
		[500, 85],
		[501, 70],
		[1_000, 70],
	])("with %i of 1,000 emails unread is %i", (unread, expected) => expect(score({ unread })).toBe(expected));

	it.each([
		[400, 100],
		[401, 95],
		[600, 95],
		[601, 90],
		[800, 90],
		[801, 80],
		[5_000, 80],
	])("with %i of 1,000 bytes used is %i", (usedBytes, expected) => expect(score({ usedBytes })).toBe(expected));

	it("takes both deductions, and names them", () => {
		expect(healthOf({ total: 200, unread: 120, usedBytes: 900, quotaBytes: 1_000 })).toEqual({
			score: 50,
			deductions: [
				{ id: "unread", percent: 60, above: 50, points: 30 },
				{ id: "storage", percent: 90, above: 80, points: 20 },
			],
		});
	});

	it("is 100 without emails", () => {
		expect(healthOf({ total: 0, unread: 0, usedBytes: 999, quotaBytes: 1_000 })).toEqual({
			score: 100,
			deductions: [],
		});
	});
});
