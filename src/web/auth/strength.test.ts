import { expect, it } from "vitest";
import { strengthOf } from "./strength.ts";

it.each([
	["short", 0],
	["1234567", 0],
	["12345678", 1],
	["aaaaaaaaaaaa", 1],
	["abcdefghijkl", 1],
	["password1!", 1],
	["Qwertz123!", 1],
	["robinvale99", 1],
	["tgkmwpzr", 1],
	["tgk4mWp2", 2],
	["plum kite ocean", 3],
	["correct horse battery", 3],
	["xV7#qLm2!tRz", 3],
])("%s is of strength %i", (password, level) => {
	expect(strengthOf(password, ["Robin Vale", "robin@vale.example"]).level).toBe(level);
});
