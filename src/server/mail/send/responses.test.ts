import { expect, test } from "vitest";
import { readResponse } from "./responses.ts";

test("names what a message answers, the nearest first, also without brackets", () => {
	const raw =
		"From: bob@example.net\r\nIn-Reply-To: <two@example.org>\r\nReferences: one@example.org two@example.org\r\n\r\nYes.";
	expect(readResponse(raw, { own: new Set(), now: 0 }).references).toEqual(["two@example.org", "one@example.org"]);
});
