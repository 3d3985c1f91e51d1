import { expect, it } from "vitest";
import { between, choose, chosenCount, everything, isChosen, nothing, prune } from "./selection.ts";

it("counts rows selected individually, and everything with exceptions", () => {
	const some = choose(nothing, ["a", "b"], true);
	expect([chosenCount(some, 50_000), isChosen(some, "a"), isChosen(some, "c")]).toEqual([2, true, false]);
	const most = choose(everything, ["a", "b"], false);
	expect([chosenCount(most, 50_000), isChosen(most, "a"), isChosen(most, "c")]).toEqual([49_998, false, true]);
	expect(chosenCount(choose(most, ["a"], true), 50_000)).toBe(49_999);
	expect(chosenCount(choose(some, ["a"], false), 50_000)).toBe(1);
});

it("selects a range, in either direction", () => {
	const order = ["a", "b", "c", "d"];
	expect(between(order, "b", "d")).toEqual(["b", "c", "d"]);
	expect(between(order, "d", "b")).toEqual(["b", "c", "d"]);
	expect(between(order, null, "c")).toEqual(["c"]);
	expect(between(order, "gone", "c")).toEqual(["c"]);
});

it("drops removed rows, but keeps exceptions", () => {
	const loaded = new Set(["b"]);
	expect([...prune(choose(nothing, ["a", "b"], true), loaded).keys]).toEqual(["b"]);
	expect([...prune(choose(everything, ["a"], false), loaded).keys]).toEqual(["a"]);
	expect(prune(nothing, loaded)).toBe(nothing);
});
