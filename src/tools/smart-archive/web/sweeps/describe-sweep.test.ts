import { expect, it } from "vitest";
import { termsOf } from "./describe-sweep.ts";

it("describes a rule", () => {
	expect(termsOf({ keepNewest: 1, olderThanDays: null, action: "trash" })).toBe(
		"The newest email stays; the rest move to the trash.",
	);
	expect(termsOf({ keepNewest: 5, olderThanDays: 30, action: "archive" })).toBe(
		"The newest 5 emails stay; the rest are archived after 30 days.",
	);
	expect(termsOf({ keepNewest: null, olderThanDays: 1, action: "trash" })).toBe(
		"All emails move to the trash after 1 day.",
	);
});
