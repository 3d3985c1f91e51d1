import { expect, it } from "vitest";
import { isSameMail, textHashes } from "./same-mail.ts";

const text = "the orchard opens on saturday at nine bring a coat";
const hashesOf = (words: string) => textHashes(words.split(" "));
const isSame = (one: string, other: string) => isSameMail(hashesOf(one), hashesOf(other));

it("allows a footer, whichever text has it", () => {
	expect(isSame(text, text)).toBe(true);
	expect(isSame(text, `${text} sent from my phone`)).toBe(true);
	expect(isSame(`${text} sent from my phone`, text)).toBe(true);
	expect(isSame(`${text} in 2026`, `${text} in 2026 sent from my phone`)).toBe(true);
});

it("allows nothing else: no replaced or inserted word, no number, no long addition", () => {
	for (const other of [
		text.replace("saturday", "sunday"),
		`dear ann ${text}`,
		`${text} room 12`,
		`${text} ${"more ".repeat(61).trim()}`,
		text.split(" ").toReversed().join(" "),
	])
		expect(isSame(text, other), other).toBe(false);
});

it("compares no empty text", () => {
	expect(isSameMail(textHashes([]), textHashes([]))).toBe(false);
});
