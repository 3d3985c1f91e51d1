import { expect, it } from "vitest";
import { isAway, returnDate } from "./return-date.ts";

const now = Date.parse("2026-11-23T10:00:00Z");

it.each([
	["I am out of the office until December 4, 2026 with limited access to email.", "2026-12-04"],
	["I'm away from 1 December to 11 December and will be back on Monday, 14 December.", "2026-12-14"],
	["I will return on Dec 3rd.", "2026-12-03"],
	["Ich bin bis zum 30.11.2026 nicht im Büro.", "2026-11-30"],
	["Ich bin ab dem 7. Dezember wieder erreichbar.", "2026-12-07"],
	["Je suis absent jusqu'au 2 décembre.", "2026-12-02"],
	["Estoy de vacaciones hasta el 9 de diciembre de 2026.", "2026-12-09"],
	["On vacation, back 2026-12-01.", "2026-12-01"],
	["Out of office until 12/18.", "2026-12-18"],
	["On parental leave until January 5.", "2027-01-05"],
])("%s", (text, day) => {
	expect(new Date(returnDate(text, now) ?? 0).toISOString().slice(0, 10)).toBe(day);
});

it.each([
	"I am out of the office. For urgent matters call 555-1234.",
	"I was away until November 3, 2026.",
	"We received your request and will answer within 2 days.",
	"I am away until 45.99.2026.",
])("finds no date in: %s", (text) => {
	expect(returnDate(text, now)).toBeNull();
});

it.each([
	"I am out of the office with limited access to email.",
	"On parental leave.",
	"Ich bin nicht im Büro.",
	"Je suis absent cette semaine.",
	"Estoy de vacaciones.",
])("recognizes an absence: %s", (text) => {
	expect(isAway(text)).toBe(true);
});

it("does not take an acknowledgment for an absence", () => {
	expect(isAway("Thank you for your message. Your ticket is #1204.")).toBe(false);
});
