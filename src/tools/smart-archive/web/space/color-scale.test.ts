import { expect, test } from "vitest";
import type { SpaceCell } from "../../contract.ts";
import { monthsOf, stepsOf } from "./color-scale.ts";

const cell = (key: string | null, bytes: number, count: number, month: string | null = null): SpaceCell => ({
	...{ key, label: key ?? "All others", bytes, count, month, category: null },
});

test("older mail is darker, and the legend names the newest and the oldest month", () => {
	const cells = [
		cell("2026", 900, 1, "2026-06-01"),
		cell("2024", 100, 1, "2024-03-01"),
		cell("2025", 500, 1, "2025-05-01"),
		cell("2019", 1, 1, "2019-01-01"),
		cell(null, 500, 1, "2010-01-01"),
	];
	expect(Object.fromEntries(stepsOf(cells, "age"))).toEqual({ 2026: 1, 2025: 3, 2024: 5 });
	expect(monthsOf(cells)).toEqual({ newest: "2026-06-01", oldest: "2024-03-01" });
});

test("larger emails are darker, and the rest has no color", () => {
	const cells = [cell("many@small.test", 900, 100), cell("one@large.test", 500, 1), cell(null, 5_000, 1)];
	expect(Object.fromEntries(stepsOf(cells, "size"))).toEqual({ "many@small.test": 1, "one@large.test": 4 });
	expect(monthsOf(cells)).toBeNull();
});
