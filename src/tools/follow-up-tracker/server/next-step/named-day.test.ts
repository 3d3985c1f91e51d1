import { expect, test } from "vitest";
import { namedDay } from "./named-day.ts";

// A Tuesday.
const SENT = Date.parse("2026-12-01T10:00:00Z");

test.each([
	["Not before September, please.", "2027-09-01"],
	["Try me again in March.", "2027-03-01"],
	["Mid March would be better.", "2027-03-15"],
	["We decide after August.", "2027-09-01"],
	["Please come back at the end of January.", "2027-02-01"],
	["In six months maybe.", "2027-06-01"],
	["Not now, ask me in a couple of weeks.", "2026-12-15"],
	["Maybe in a few months.", "2027-03-01"],
	["Next quarter, when the budget is there.", "2027-01-01"],
	["Reach out in Q2.", "2027-04-01"],
	["Perhaps next year.", "2027-01-07"],
	["Touch base after the summer.", "2027-09-01"],
	["Contact me in spring.", "2027-03-01"],
	["Call me on 12 January.", "2027-01-12"],
	["Let's talk on March 3.", "2027-03-03"],
	["Melden Sie sich nächstes Jahr.", "2027-01-07"],
	["Frühestens im März.", "2027-03-01"],
	["Nach dem Sommer gerne.", "2027-09-01"],
	["In drei Monaten passt es besser.", "2027-03-01"],
	["Pas avant septembre.", "2027-09-01"],
	["Recontactez-moi dans deux mois.", "2027-02-01"],
	["L'année prochaine peut-être.", "2027-01-07"],
	["El año que viene.", "2027-01-07"],
	["Escríbame en dos meses.", "2027-02-01"],
	["Mejor en febrero.", "2027-02-01"],
	["Mi ricontatti tra tre mesi.", "2027-03-01"],
	["Dopo l'estate.", "2027-09-01"],
	["Me chama ano que vem.", "2027-01-07"],
	["Só em setembro.", "2027-09-01"],
	["Probeer het na de zomer nog eens.", "2027-09-01"],
	["Over twee maanden graag.", "2027-02-01"],
	["Not at the moment.", null],
	["We may come back to you.", null],
])("%s", (text, day) => {
	expect(namedDay(text, SENT)).toBe(day);
});
