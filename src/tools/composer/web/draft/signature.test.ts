import { expect, test } from "vitest";
import { replaceInText } from "./signature.ts";

test.each([
	["at the end", "Hello\n\n-- \nDr One", "Hello\n\n-- \nMiss Two"],
	["without an empty line before it", "Hello\n-- \nDr One", "Hello\n-- \nMiss Two"],
	["where words stand below it", "Hello\n\n-- \nDr One\n\nPS: later", "Hello\n\n-- \nMiss Two\n\nPS: later"],
	["of a message without words", "-- \nDr One", "-- \nMiss Two"],
	["once", "-- \nDr One\n\n-- \nDr One", "-- \nDr One\n\n-- \nMiss Two"],
])("replaces the signature in plain text: %s", (_, text, expected) => {
	expect(replaceInText(text, "Dr One", "Miss Two")).toBe(expected);
});

test("removes it, and adds one where there is none", () => {
	expect(replaceInText("Hello\n\n-- \nDr One\nPS", "Dr One", "")).toBe("Hello\nPS");
	expect(replaceInText("Hello", "", "Miss Two")).toBe("Hello\n\n-- \nMiss Two");
	expect(replaceInText("Hello", "", "")).toBe("Hello");
});

test.each(["Hello\n\n-- \nDr One of Delft", "Hello\n\n-- \nDoctor One", "Hello -- \nDr One"])(
	"leaves one that the user has changed: %j",
	(text) => expect(replaceInText(text, "Dr One", "Miss Two")).toBeNull(),
);
