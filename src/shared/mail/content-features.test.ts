import { expect, test } from "vitest";
import { CONTENT_FEATURES, packContentFeatures, unpackContentFeatures } from "./content-features.ts";

test("all features survive being stored as one number", () => {
	expect(unpackContentFeatures(packContentFeatures(CONTENT_FEATURES))).toEqual([...CONTENT_FEATURES]);
	expect(unpackContentFeatures(packContentFeatures(["html-only", "asks-for-money"]))).toEqual([
		"asks-for-money",
		"html-only",
	]);
	expect(packContentFeatures(CONTENT_FEATURES)).toBeLessThan(Number.MAX_SAFE_INTEGER);
	expect(unpackContentFeatures(0)).toEqual([]);
});
