import { expect, test } from "vitest";
import { namedColleague } from "./named-colleague.ts";

const known = ["ann@ink.example", "me@work.example"];

test.each([
	["Please write to Marta Ruiz <marta@ink.example>.", "marta@ink.example", "Marta Ruiz"],
	["My colleague Marta Ruiz (marta.ruiz@ink.example) handles this.", "marta.ruiz@ink.example", "Marta Ruiz"],
	["Ask Jörg: j.haas@ink.example", "j.haas@ink.example", ""],
	["That would be José at jose@ink.example.", "jose@ink.example", "José"],
	["Try purchasing@ink.example instead.", "purchasing@ink.example", ""],
	["It's bea.roe@ink.example, not me.", "bea.roe@ink.example", "Bea Roe"],
	["I am Ann@ink.example, and you are me@work.example; Cy <cy@ink.example> decides.", "cy@ink.example", "Cy"],
])("%s", (text, email, name) => {
	expect(namedColleague(text, known)).toEqual({ email, name });
});

test("of a reply without another address there is none", () => {
	expect(namedColleague("Please ask Marta. ann@ink.example", known)).toBeNull();
});
