import { expect, test } from "vitest";
import { plainName } from "./css-escapes.ts";
import { candidateCount, selectorWork } from "./selector-cost.ts";

const counts: Readonly<Record<string, number>> = {
	div: 50,
	".note": 3,
	[`.${plainName("md:w-1/2")}`]: 4,
	[`.${plainName("2xl:p-1.5")}`]: 5,
	[`#${plainName("w-[10px]")}`]: 1,
	".größe": 9,
};
const population = { all: 1000, depth: 10, siblings: 20, count: (key: string) => counts[key] ?? 0 };

test.each([
	["DIV", 50],
	["div.note", 3],
	[".note, div", 53],
	[".md\\:w-1\\/2", 4],
	[".\\32xl\\:p-1\\.5", 5],
	["p .\\32 xl\\:p-1\\.5:hover", 5],
	["#w-\\[10px\\]", 1],
	[".größe", 9],
	[".\\gr\\f6\\df e", 9],
	["*", 1000],
	["[title='.note']", 1000],
])("%s may match as many elements as have its name", (selectors, expected) => {
	expect(candidateCount(selectors, population)).toBe(expected);
});

test("relations multiply the elements that are visited, not their escaped signs", () => {
	expect(selectorWork(".note .note", population)).toBe(3 * (1 + 10));
	expect(selectorWork(".note ~ .note", population)).toBe(3 * (1 + 20));
	expect(selectorWork(".md\\:w-1\\/2", population)).toBe(4);
	expect(selectorWork(".a\\~b\\ c", population)).toBe(0);
});
