import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitQuotedText } from "#shared/mail/quoted-text.ts";
import { expectLinear } from "#shared/testing/linear-time.ts";
import { budget } from "./base/budget.ts";
import { limitMarks, softBreaks, textPieces } from "./plain-text.ts";

describe("long plain text", () => {
	it("is split into chunks that join to the original", () => {
		fc.assert(
			fc.property(fc.string({ unit: "grapheme", maxLength: 400 }), fc.integer({ min: 40, max: 90 }), (text, size) => {
				const pieces = textPieces(text, size);
				expect(pieces.join("")).toBe(text);
				expect(pieces.every((piece) => piece.length <= size && piece.isWellFormed())).toBe(true);
			}),
		);
	});

	it("is split between lines where possible, and never inside a character", () => {
		expect(textPieces("one\ntwo\nthree", 9)).toEqual(["one\ntwo\n", "three"]);
		expect(textPieces("one two three", 9)).toEqual(["one two ", "three"]);
		expect(textPieces("👋".repeat(5), 3)).toEqual(Array.from({ length: 5 }, () => "👋"));
		expect(textPieces("aaae\u0301", 4)).toEqual(["aaa", "e\u0301"]);
		expect(textPieces("", 4)).toEqual([""]);
	});

	it("breaks only very long words", () => {
		const text = `short ${"a".repeat(60_000)} words ${"😀".repeat(2000)}`;
		const parts = softBreaks(text);
		expect(parts.join("")).toBe(text);
		expect(Math.max(...parts.map((part) => part.length))).toBeLessThan(budget.wordBreak);
		expect(parts.every((part) => part.isWellFormed())).toBe(true);
		const ordinary = "words of common length ".repeat(1000);
		expect(softBreaks(ordinary)).toEqual([ordinary]);
	});

	it("limits combining marks per letter", () => {
		expect(limitMarks(`a${"\u0301".repeat(50_000)}b`)).toBe(`a${"\u0301".repeat(budget.marks)}b`);
		expect(limitMarks("Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A")).toBe("Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A");
	});

	it.each([
		["a word", (size: number) => softBreaks("a".repeat(size))],
		["words just below the limit", (size: number) => softBreaks(`${"a".repeat(999)} `.repeat(size / 1000))],
		["accents", (size: number) => limitMarks("a\u0301".repeat(size / 2))],
		["a row of accents", (size: number) => limitMarks("\u0301".repeat(size))],
		["pieces", (size: number) => textPieces("a".repeat(size), 1000)],
		["pieces of accents", (size: number) => textPieces("\u0301".repeat(size), 1000)],
		["the head of a quote that never ends", (size: number) => splitQuotedText(`From${" ".repeat(size)}x`)],
		[
			"rules above a separator",
			(size: number) => splitQuotedText(`${"---\n".repeat(size / 4)}----- Original Message -----`),
		],
	])("takes linear time for %s", async (_, work) => {
		await expectLinear(work, (size) => size, { sizes: [50_000, 400_000] });
	});
});
