import { describe, expect, it } from "vitest";
import {
	isEmpty,
	nothing,
	prune,
	range,
	type Selection,
	selectEverything,
	selectLoaded,
	step,
	toggle,
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

	it("is a plain toggle without an anchor", () => {
		expect(chosen(range(nothing, order, "d"))).toBe("d");
		expect(chosen(range({ ...toggle(nothing, "gone") }, order, "d"))).toBe("dgone");
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

	it("means every match only until one row is deselected", () => {
		const all = selectEverything(order);
		expect(all.everything).toBe(true);
		const less = toggle(all, "a");
		expect(less.everything).toBe(false);
		expect(chosen(less)).toBe("bcdefgh");
	});

	it("drops removed rows, and changes identity only then", () => {
		const some = selectLoaded(["a", "b", "c"]);
		expect(prune(some, new Set(order))).toBe(some);
		const left = prune(some, new Set(["b", "c"]));
		expect(chosen(left)).toBe("bc");
		expect(left.anchor).toBeNull();
	});
});
