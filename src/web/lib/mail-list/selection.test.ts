import { describe, expect, it } from "vitest";
import { selectionRange } from "#web/ui/base/selection-range.ts";
import {
	everything,
	isEmpty,
	isSelected,
	nothing,
	prune,
	range,
	type Selection,
	selectedAtTop,
	selectedCount,
	selectLoaded,
	setSelected,
	step,
	toggle,
	withoutExceptions,
} from "./selection.ts";

const order = [..."abcdefgh"];
const chosen = (selection: Selection) => [...selection.ids].sort().join("");

describe("selecting messages", () => {
	it("toggles one row", () => {
		const one = toggle(nothing, "c");
		expect(chosen(one)).toBe("c");
		expect(isEmpty(toggle(one, "c"))).toBe(true);
	});

	it("extends from the last row to the one clicked with Shift, up and down", () => {
		expect(chosen(range(toggle(nothing, "c"), order, "f"))).toBe("cdef");
		expect(chosen(range(toggle(nothing, "f"), order, "c"))).toBe("cdef");
	});

	it("adds a second range to the selection, and keeps the anchor", () => {
		const first = range(toggle(nothing, "a"), order, "b");
		const second = range(toggle(first, "f"), order, "g");
		expect(chosen(second)).toBe("abfg");
		expect(chosen(range(second, order, "h"))).toBe("abfgh");
	});

	it("deselects a range that ends on a selected row", () => {
		const all = range(toggle(nothing, "a"), order, "h");
		expect(chosen(range({ ...all, anchor: "c" }, order, "e"))).toBe("abfgh");
	});

	it("is a plain toggle without an anchor", () => {
		expect(chosen(range(nothing, order, "d"))).toBe("d");
		expect(chosen(range({ ...toggle(nothing, "gone") }, order, "d"))).toBe("dgone");
	});

	it("finds the rows of a range, in either direction", () => {
		expect(selectionRange(order, "b", "d")).toEqual(["b", "c", "d"]);
		expect(selectionRange(order, "d", "b")).toEqual(["b", "c", "d"]);
		expect(selectionRange(order, null, "c")).toEqual(["c"]);
		expect(selectionRange(order, "gone", "c")).toEqual(["c"]);
	});

	it("extends with the keyboard and shrinks when stepping back", () => {
		let selection = step(nothing, order, "c", "d");
		expect(chosen(selection)).toBe("cd");
		selection = step(selection, order, "d", "e");
		expect(chosen(selection)).toBe("cde");
		selection = step(selection, order, "e", "d");
		expect(chosen(selection)).toBe("cd");
		selection = step(selection, order, "d", "c");
		selection = step(selection, order, "c", "b");
		expect(chosen(selection)).toBe("bc");
	});

	it("counts rows selected individually, and everything with exceptions", () => {
		const some = setSelected(nothing, ["a", "b"], true);
		expect([selectedCount(some, 50_000), isSelected(some, "a"), isSelected(some, "c")]).toEqual([2, true, false]);
		const allButTwo = setSelected(everything, ["a", "b"], false);
		expect([selectedCount(allButTwo, 50_000), isSelected(allButTwo, "a"), isSelected(allButTwo, "c")]).toEqual([
			49_998,
			false,
			true,
		]);
		expect(selectedCount(setSelected(allButTwo, ["a"], true), 50_000)).toBe(49_999);
		expect(selectedCount(setSelected(some, ["a"], false), 50_000)).toBe(1);
	});

	it("extends with the keyboard also among exceptions from everything", () => {
		const allButTwo = setSelected(everything, ["c", "d"], false);
		expect(chosen(step(allButTwo, order, "c", "d"))).toBe("");
	});

	it("knows the rows selected at the top, whatever loads below them", () => {
		const two = setSelected(nothing, ["a", "b"], true);
		expect(selectedAtTop(two, ["a", "b"])).toBe(2);
		expect(selectedAtTop(two, ["a", "b", "c", "d"])).toBe(2);
		expect(selectedAtTop(two, ["a", "c", "b"])).toBe(0);
		expect(selectedAtTop(everything, ["a"])).toBe(0);
	});

	it("means every match only until one row is deselected, where exceptions are unknown", () => {
		expect(withoutExceptions(everything, order).mode).toBe("all");
		const less = withoutExceptions(toggle(everything, "a"), order);
		expect(less.mode).toBe("some");
		expect(chosen(less)).toBe("bcdefgh");
	});

	it("drops removed rows, and changes identity only then", () => {
		const some = selectLoaded(["a", "b", "c"]);
		expect(prune(some, new Set(order))).toBe(some);
		const pruned = prune(some, new Set(["b", "c"]));
		expect(chosen(pruned)).toBe("bc");
		expect(pruned.anchor).toBeNull();
		expect(prune(nothing, new Set(order))).toBe(nothing);
	});

	it("keeps exceptions that are not loaded", () => {
		expect([...prune(setSelected(everything, ["a"], false), new Set(["b"])).ids]).toEqual(["a"]);
	});
});
