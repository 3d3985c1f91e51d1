import { describe, expect, it } from "vitest";
import { queryTokens } from "#shared/search/tokens.ts";
import { lexemesFor } from "./words.ts";

const written = (text: string): string[] =>
	lexemesFor({ kind: "text", field: "from", text, phrase: false }).map(
		({ lexeme, isPrefix }) => `${lexeme}${isPrefix ? "*" : ""}`,
	);

/** Whether mail of this sender has all that is searched for. */
function finds(text: string, sender: string): boolean {
	const stored = queryTokens(sender, "f");
	return lexemesFor({ kind: "text", field: "from", text, phrase: false }).every(({ lexeme, isPrefix }) =>
		stored.some((one) => (isPrefix ? one.startsWith(lexeme) : one === lexeme)),
	);
}

describe("the lexemes of an address", () => {
	it("are its parts, and the whole as the beginning of a longer one, without the ends of that", () => {
		expect(written("ann@mail.example.org")).toEqual(["f:ann", "f:mail", "f:example", "f:ann@mail.example.org*"]);
		expect(written("mail.example.org")).toEqual(["f:mail", "f:example", "f:mail.example.org*"]);
		expect(written("Ann ann@example.org")).toEqual(["f:ann", "f:example", "f:ann@example.org*"]);
		expect(written("ann lee")).toEqual(["f:ann", "f:lee*"]);
		expect(written("or example.or")).toEqual(["f:or", "f:example", "f:example.or*"]);
	});

	it.each([
		"ann@mail.example.org",
		"ann@mail.example.or",
		"ann@mail.exa",
		"mail.example.org",
		"example.org",
		"example.o",
		"ann.m.lee",
		"ann.m",
	])("find the sender while %s is typed", (text) => {
		expect(finds(text, "ann.m.lee@mail.example.org")).toBe(!text.startsWith("ann@"));
		expect(finds(text, "ann@mail.example.org")).toBe(!text.startsWith("ann.m"));
	});

	it("find no other address", () => {
		expect(finds("ann@mail.example.org", "ann@example.org")).toBe(false);
		expect(finds("ann@example.org", "ann@mail.example.org")).toBe(false);
		expect(finds("example.org", "ann@example.com")).toBe(false);
		expect(finds("xample.org", "ann@example.org")).toBe(false);
	});
});
