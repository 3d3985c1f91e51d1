import { expect, it } from "vitest";
import { percentOf } from "./share.ts";

it("is a share of what contains the part, and never more than all of it", () => {
	expect(percentOf(30, 51)).toBeCloseTo(58.8, 1);
	expect(percentOf(51, 51)).toBe(100);
	expect(percentOf(0, 51)).toBe(0);
	expect(percentOf(30, 17)).toBeNull();
	expect(percentOf(0, 0)).toBeNull();
});
