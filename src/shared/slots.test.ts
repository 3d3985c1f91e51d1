import { expect, it } from "vitest";
import { slot, slotsIn, slotsOfMessage } from "./slots.ts";

it.each([
	[
		"Dear Anna, [what you want to say about the deck]. See you [date].",
		["what you want to say about the deck", "date"],
	],
	["[was Sie schreiben möchten] und [Datum]", ["was Sie schreiben möchten", "Datum"]],
	["See [1], [EXTERNAL], [image: logo], [sic] and [the plan](https://a.example).", []],
	["a [b", []],
])("finds the slots of %s", (text, slots) => expect(slotsIn(text)).toEqual(slots));

it("makes a slot that it finds", () => {
	expect(slotsIn(slot("what [you] want\nto say"))).toEqual(["what you want to say"]);
});

it.each([
	["Re: [Museum Tech] Labels", "Seen from here.", []],
	["[talk] Fwd: [Museum Tech] Labels", "> as in [the old plan]", []],
	["Offer for [name]", "Dear [name],", ["name", "name"]],
])("finds what its writer left open in %s", (subject, text, slots) =>
	expect(slotsOfMessage({ subject, text })).toEqual(slots),
);
