import { expect, it } from "vitest";
import { countsOf, describeCounts, runsOf, sumCounts } from "./import-counts.ts";

it("reads the counts of an import, with its flaws in file order", () => {
	const result = {
		added: 5000,
		known: 12,
		damaged: 2,
		damagedAt: [9_918_223, 184_223],
		skippedCount: 1,
		skipped: [{ offset: 66, reason: "Not a message" }],
	};
	expect(countsOf({ result })).toEqual({
		imported: 5000,
		duplicates: 12,
		damaged: 2,
		unreadable: 1,
		flaws: [
			{ offset: 66, outcome: "unreadable", reason: "Not a message" },
			{ offset: 184_223, outcome: "damaged", reason: null },
			{ offset: 9_918_223, outcome: "damaged", reason: null },
		],
	});
});

it("reports what was deliberately left out, apart from what could not be read", () => {
	const sentence = "Skipped: 400,000 messages without any content.";
	const skipped = [
		{ offset: 10, reason: "no text", kind: "empty", count: 400_000 },
		{ offset: 66, reason: "Not a message" },
	];
	const result = { added: 2, skippedCount: 400_001, excludedCount: 400_000, excluded: sentence, skipped };
	const counts = countsOf({ result });
	expect(counts).toMatchObject({ unreadable: 1, excluded: { count: 400_000, sentence } });
	expect(counts?.flaws.map(({ outcome }) => outcome)).toEqual(["excluded", "unreadable"]);
	expect(counts && describeCounts(counts)).toBe("2 imported · 1 unreadable · 400,000 left out");
	expect(sumCounts([{ result }, { result }])?.excluded).toEqual({ count: 800_000, sentence });
});

it("returns null without a result, and ignores unknown values", () => {
	expect(countsOf(undefined)).toBeNull();
	expect(countsOf({ result: null })).toBeNull();
	expect(countsOf({ result: { added: "many", damagedAt: ["x"], skipped: [{ offset: "x" }, null] } })).toMatchObject({
		imported: 0,
		flaws: [],
	});
});

it("lists only nonzero counts", () => {
	const none = { duplicates: 0, damaged: 0, unreadable: 0, flaws: [] };
	expect(describeCounts({ imported: 5000, ...none })).toBe("5,000 imported");
	expect(describeCounts({ imported: 1, ...none, duplicates: 1, damaged: 2, unreadable: 3 })).toBe(
		"1 imported · 1 duplicate · 2 damaged · 3 unreadable",
	);
});

it("counts an import that was stopped and resumed as one, without earlier imports", () => {
	const run = (state: "done" | "cancelled" | "failed", added: number) => ({ state, result: { added, known: 1 } });
	const runs = runsOf([run("done", 23_500), run("cancelled", 1000), run("failed", 500), run("done", 7)]);
	expect(sumCounts(runs)).toMatchObject({ imported: 25_000, duplicates: 3 });
	expect(sumCounts([])).toBeNull();
});
