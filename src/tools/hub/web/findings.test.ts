import { expect, it } from "vitest";
import { findingsLine, findingsOf } from "./findings.ts";

it("reads what an import has counted", () => {
	const flaws = [{ offset: 184_223, reason: "The header never ends" }];
	expect(findingsOf({ result: { imported: 5000, duplicates: 12, damaged: 1, flaws } })).toEqual({
		imported: 5000,
		duplicates: 12,
		damaged: 1,
		skipped: 0,
		flaws,
	});
});

it("takes no result for none, and leaves out what it does not understand", () => {
	expect(findingsOf(undefined)).toBeNull();
	expect(findingsOf({ result: null })).toBeNull();
	expect(findingsOf({ result: { imported: "many", flaws: [{ offset: "x" }, null] } })).toMatchObject({
		imported: 0,
		flaws: [],
	});
});

it("says only what there is", () => {
	const none = { duplicates: 0, damaged: 0, skipped: 0, flaws: [] };
	expect(findingsLine({ imported: 5000, ...none })).toBe("5,000 imported");
	expect(findingsLine({ imported: 1, ...none, duplicates: 1, damaged: 2, skipped: 3 })).toBe(
		"1 imported · 1 duplicate · 2 damaged · 3 unreadable",
	);
});
