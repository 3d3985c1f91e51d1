import { expect, test } from "vitest";
import { isLongSignature, shownSegments } from "./shown-segments.ts";

const text =
	"The plans are ready.\n\nBest regards,\nAnn Lee\nLee & Co\n\nOn 4 Jan 2021 at 10:00, Bob <bob@example.org> wrote:\n> Well?";

test("quotes and the signature of a known sender are parts of their own", () => {
	const segments = shownSegments(text, "Ann Lee", true);
	expect(segments.map(({ kind }) => kind)).toEqual(["fresh", "signature", "quoted"]);
	expect(segments.map(isLongSignature)).toEqual([false, true, false]);
});

test("the first message of a conversation shows its quotes, but still folds its signature", () => {
	const segments = shownSegments(text, "Ann Lee", false);
	expect(segments.map(({ kind }) => kind)).toEqual(["fresh", "signature", "fresh"]);
	expect(segments.map((segment) => segment.text).join("\n")).toBe(text);
});

test("a short signature is not folded, and a message that is only a quote is shown", () => {
	const short = shownSegments("The plans are ready.\n\nAnn", "Ann Lee", true);
	expect(short.at(-1)).toEqual({ kind: "signature", text: "Ann" });
	expect(short.some(isLongSignature)).toBe(false);
	expect(shownSegments("> Well?", "Ann Lee", true)).toEqual([{ kind: "fresh", text: "> Well?" }]);
});
