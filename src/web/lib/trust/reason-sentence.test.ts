import { expect, test } from "vitest";
import { reasonSentence } from "./reason-sentence.ts";

test("says plainly that a forged message is not from the sender that it names", () => {
	const failed = { kind: "not_authentic", about: "bank.com", other: "" } as const;
	expect(reasonSentence(failed, "suspicious")).toBe("It may not be from bank.com: the check of its sender failed.");
	expect(reasonSentence(failed, "forged")).toBe(
		"It is not from bank.com, which didn't confirm it and asks to refuse such email.",
	);
});
