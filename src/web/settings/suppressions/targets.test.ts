import { expect, test } from "vitest";
import { looksLikeTarget, targetsIn } from "./targets.ts";

test.each([
	["one per line", "ada@example.com\r\n\r\n example.org \nada@example.com", ["ada@example.com", "example.org"]],
	[
		"a list as a mail program copies it",
		"Ada <ada@a.example>; Bob <bob@b.example>",
		["ada@a.example", "bob@b.example"],
	],
	["a CSV file", '\ufeffEmail,Name\n"ada@a.example","Lovelace, Ada"\n', ["ada@a.example"]],
	["a CSV file of domains", "domain\nexample.org\n@example.net", ["example.org", "@example.net"]],
	["what is no address stays visible", "ada@a.example\nnot an address", ["ada@a.example", "not an address"]],
	["nothing", " \n", []],
])("%s", (_, text, targets) => {
	expect(targetsIn(text)).toEqual(targets);
});

test("a line that is neither an address nor a domain is not counted", () => {
	const lines = ["ada@example.com", "@example.net", "*.example.org", "bücher.example", "not an address", "ada@", "ada"];
	expect(lines.filter(looksLikeTarget)).toEqual(lines.slice(0, 4));
});
