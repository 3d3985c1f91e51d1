import { expect, it } from "vitest";
import { faults } from "../scripts/planted-faults/faults.ts";
import { problemsOf } from "../scripts/planted-faults/problems.ts";

it("plants ten faults in each part, in lines and for tests that exist", () => {
	expect(problemsOf(faults)).toEqual([]);
	const sizes = [...Map.groupBy(faults, ({ wing }) => wing)].map(([wing, ones]) => [wing, ones.length]);
	expect(Object.fromEntries(sizes)).toEqual({ store: 10, changes: 10, sync: 10, send: 10, tools: 10, screens: 10 });
});
