import { expect, it } from "vitest";
import { completed, personTerm, suggestionsFor, typedTerm } from "./suggestions.ts";

const ann = { name: "Ann Vale", addresses: ["ann@vale.example", "ann@old.example"] };

it("completes the last term, not what is quoted or finished", () => {
	expect(typedTerm("rail from:an")).toBe("from:an");
	expect(typedTerm("rail ")).toBe("");
	expect(typedTerm('subject:"spring me')).toBe("");
	expect(completed("rail from:an", "from:ann@vale.example")).toBe("rail from:ann@vale.example ");
	expect(completed("", "is:unread")).toBe("is:unread ");
});

it("looks up people for words and for from: and to:, also excluded ones", () => {
	expect(personTerm("an")).toEqual({ operator: "from:", name: "an" });
	expect(personTerm("-to:Ann")).toEqual({ operator: "-to:", name: "Ann" });
	expect(personTerm("subject:ann")).toBeNull();
	expect(personTerm("a")).toBeNull();
});

it("offers people by their main address, then operators that begin so", () => {
	expect(suggestionsFor("to:an", [ann])).toEqual([{ term: "to:ann@vale.example", means: "Ann Vale" }]);
	const terms = ["is:unread", "is:starred", "is:suspicious", "is:list"];
	expect(suggestionsFor("is:", []).map(({ term }) => term)).toEqual(terms);
	expect(suggestionsFor("is:unread", [])).toEqual([]);
	expect(suggestionsFor("", [ann])).toEqual([]);
});
