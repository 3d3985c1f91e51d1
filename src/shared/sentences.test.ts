import { expect, it } from "vitest";
import { sentencesOf } from "./sentences.ts";

const split = (text: string): string[] => sentencesOf(text).map((one) => one.text);

it("continues after initials and short titles", () => {
	const one = "Sen. James C. Miller thanked the U.S. Forces for their help.";
	expect(split(`${one} They left.`)).toEqual([one, "They left."]);
});

it("continues after months and hours", () => {
	const one = "I need an answer by Aug. 3, or at 10 a.m. PDT on Friday.";
	expect(split(`${one} We met at 9 a.m. He left.`)).toEqual([one, "We met at 9 a.m.", "He left."]);
});

it("ends at dots, question and exclamation marks, and at line ends", () => {
	expect(split("It is done! Is it?\nYes. Call Orchard Ltd. at ten")).toEqual([
		"It is done!",
		"Is it?",
		"Yes.",
		"Call Orchard Ltd. at ten",
	]);
});
