import { expect, it } from "vitest";
import { figureOf, formatQuota, formatUsed, verbOf } from "./labels.ts";

const GIB = 1024 ** 3;

it("formats quotas and usage in the same unit", () => {
	expect([15 * GIB, 15_360 * 1_048_576, 50 * GIB, 2_000_000_000].map(formatQuota)).toEqual([
		"15 GB",
		"15 GB",
		"50 GB",
		"2 GB",
	]);
	expect(formatUsed(13.4 * GIB, 15 * GIB)).toBe("13.4 GB");
	expect(formatUsed(113_000_000, 15 * GIB)).toBe("113 MB");
	expect(formatUsed(1_500_000_000, 2_000_000_000)).toBe("1.5 GB");
});

it("splits numbers and units, and pluralizes action labels", () => {
	expect(figureOf(412_345)).toEqual({ value: "412", note: "kB" });
	expect(verbOf("trash", 1)).toBe("Move 1 email to trash");
	expect(verbOf("detach", 1_200)).toBe("Remove attachments from 1,200 emails");
});
