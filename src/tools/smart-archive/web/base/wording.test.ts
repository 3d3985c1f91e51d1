import { expect, it } from "vitest";
import { figureOf, verbOf } from "./labels.ts";

it("splits numbers and units, and pluralizes action labels", () => {
	expect(figureOf(412_345)).toEqual({ value: "412", note: "kB" });
	expect(verbOf("trash", 1)).toBe("Move 1 email to trash");
	expect(verbOf("detach", 1_200)).toBe("Remove attachments from 1,200 emails");
});
