import { expect, test } from "vitest";
import { budget } from "../base/budget.ts";
import { LayoutPace } from "./layout-pace.ts";

/** Lays out a message of elements whose layout takes a time by how many are there. @returns the longest step */
function layOut(elements: number, time: (laidOut: number) => number): { isShown: boolean; longest: number } {
	const pace = new LayoutPace();
	let longest = 0;
	for (let laidOut = 0; ; ) {
		laidOut = Math.min(elements, laidOut + pace.size);
		const took = Math.max(1, time(laidOut));
		longest = Math.max(longest, took);
		const isLast = laidOut === elements;
		if (!pace.record(took, isLast)) return { isShown: false, longest };
		if (isLast) return { isShown: true, longest };
	}
}

/** Chromium takes a tenth of a second for it where nothing else runs. */
test.each([1, 2, 3.5])("a message of as many parts as allowed is shown by a machine %d times as slow", (slowness) => {
	const { isShown } = layOut(budget.tags, (laidOut) => (laidOut / budget.tags) * 100 * slowness);
	expect(isShown).toBe(true);
});

test.each([1, 2, 3])("what takes time to the power of %d is given up before a step takes a second", (power) => {
	for (const elements of [1000, 2000, 3000, 5000, 9000])
		for (const whole of [1200, 3000, 20_000, 100_000]) {
			// Less cannot be foreseen of the first step.
			const time = (laidOut: number) => Math.min(whole, 100) + (laidOut / elements) ** power * whole;
			if (time(budget.firstStep) > 200) continue;
			const { isShown, longest } = layOut(elements, time);
			expect(isShown).toBe(false);
			expect(longest).toBeLessThan(1000);
		}
});
