import { expect, test } from "vitest";
import { noOptOuts, optOuts } from "../../../fixtures/incoming/opt-outs.ts";
import { wishesNoMail } from "./opt-out.ts";

const asks = (text: string, subject = "Re: Demo", sentSubject: string | null = "Demo") =>
	wishesNoMail({ subject, text, sentSubject });

test.each(optOuts)("kind 9, a wish to be left alone (%s): %s", (_, text) => {
	expect(asks(text)).toBe(true);
});

test.each(noOptOuts)("kind 9, no such wish: %s", (text) => {
	expect(asks(text)).toBe(false);
});

test("kind 9, the subject counts only if its author is the one who answers", () => {
	expect(asks("Yes.", "Re: Stop", "Stop")).toBe(false);
	expect(asks("Yes.", "Re: Unsubscribe", "Unsubscribe")).toBe(false);
	expect(asks("", "Re: unsubscribe", "Demo")).toBe(true);
	expect(asks("", "unsubscribe", "Demo")).toBe(true);
	expect(asks("", "unsubscribe", null)).toBe(true);
	expect(asks("", "Unsubscribe please", null)).toBe(true);
	expect(asks("Yes.", "Re: Stop", null)).toBe(false);
});
