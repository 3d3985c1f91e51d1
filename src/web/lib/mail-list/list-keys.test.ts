import { expect, it } from "vitest";
import { listKey } from "./list-keys.ts";

const options = { pageRows: 7, singleKeys: true };
const pressed = (key: string, more = {}) => ({
	key,
	shiftKey: false,
	ctrlKey: false,
	metaKey: false,
	altKey: false,
	...more,
});

it("moves with arrows, letters, pages and ends", () => {
	const by = (key: string) => listKey(pressed(key), options);
	expect(by("ArrowDown")).toEqual({ type: "move", by: 1 });
	expect(by("k")).toEqual({ type: "move", by: -1 });
	expect(by("PageUp")).toEqual({ type: "move", by: -7 });
	expect(by("End")).toEqual({ type: "move", by: Number.POSITIVE_INFINITY });
	expect(by("q")).toBeNull();
});

it("extends the selection with Shift", () => {
	expect(listKey(pressed("J", { shiftKey: true }), options)).toEqual({ type: "extend", by: 1 });
	expect(listKey(pressed("ArrowUp", { shiftKey: true }), options)).toEqual({ type: "extend", by: -1 });
	expect(listKey(pressed("X", { shiftKey: true }), options)).toEqual({ type: "toggle", shift: true });
});

it("leaves combinations to the browser, and letters when single-key shortcuts are off", () => {
	expect(listKey(pressed("ArrowDown", { metaKey: true }), options)).toBeNull();
	const off = { ...options, singleKeys: false };
	expect(listKey(pressed("j"), off)).toBeNull();
	expect(listKey(pressed("x"), off)).toBeNull();
	expect(listKey(pressed(" "), off)).toEqual({ type: "toggle", shift: false });
	expect(listKey(pressed("ArrowDown"), off)).toEqual({ type: "move", by: 1 });
});
