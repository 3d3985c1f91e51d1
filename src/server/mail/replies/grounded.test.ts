import { expect, it } from "vitest";
import { isGrounded } from "./grounded.ts";

it.each([
	["Thursday at 3 works.", "Can we meet Thursday at 3?", true],
	["Tuesday at 3 works.", "Can we meet Thursday at 3?", false],
	["Thursday at 4 works.", "Can we meet Thursday at 3?", false],
	["Jeudi à 15 h me convient.", "Êtes-vous libre jeudi à 15 h ?", true],
	["Will do.", "Please send it.", true],
])("compares numbers and days of %s with the message", (reply, message, is) => {
	expect(isGrounded(reply, message)).toBe(is);
});
