import { expect, it } from "vitest";
import { titleOf } from "./result.ts";

it("tells an email without a subject from one that is gone", () => {
	expect(titleOf({ subject: "Plans", senderEmail: "ada@vale.example" })).toBe("Plans");
	expect(titleOf({ subject: "", senderEmail: "ada@vale.example" })).toBe("(No subject)");
	expect(titleOf({ subject: "", senderEmail: "" })).toBe("(No longer exists)");
});
