import { expect, it } from "vitest";
import { keyLabels, strokeOf } from "./keys.ts";

const press = (key: string, pressed: Partial<Record<"ctrlKey" | "metaKey" | "altKey" | "shiftKey", boolean>> = {}) =>
	strokeOf({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...pressed });

it("writes a key press in the command table's notation", () => {
	expect(press("j")).toBe("j");
	expect(press("k", { ctrlKey: true })).toBe("mod+k");
	expect(press("U", { shiftKey: true })).toBe("shift+u");
	expect(press("?", { shiftKey: true })).toBe("?");
	expect(press("ArrowDown", { shiftKey: true })).toBe("shift+arrowdown");
	expect(press(" ")).toBe("space");
});

it("labels the keys of a shortcut", () => {
	expect(keyLabels("mod+k")).toEqual(["Ctrl K"]);
	expect(keyLabels("g i")).toEqual(["G", "I"]);
});
