import { describe, expect, it } from "vitest";
import type { Language } from "#kernel/summaries.ts";
import { fold } from "#shared/mail/phrases.ts";
import { ALL_ACTIONS, ALL_THINGS, conceptsOf } from "./concepts.ts";

const columnsOf = (line: string): string[][] => line.split("|").map((part) => part.split(",").map((one) => one.trim()));

describe.each([
	["things", ALL_THINGS],
	["actions", ALL_ACTIONS],
])("the table of %s", (_, lines) => {
	it("has four languages in each line, and no empty word", () => {
		expect(lines.filter((line) => columnsOf(line).length !== 4)).toEqual([]);
		expect(lines.filter((line) => columnsOf(line).flat().includes(""))).toEqual([]);
	});

	it("has no part of a word that is too short to tell words apart", () => {
		const words = lines.flatMap((line) => columnsOf(line).flat());
		expect(words.filter((word) => /[*~]/.test(word) && word.replaceAll(/[^\p{L}]/gu, "").length < 3)).toEqual([]);
	});

	it("marks no beginning of a phrase as open", () => {
		const words = lines.flatMap((line) => columnsOf(line).flat());
		expect(words.filter((word) => word.includes("*") && word.includes(" ") && !word.includes("…"))).toEqual([]);
	});

	it("has each meaning once", () => {
		const first = lines.map((line) => columnsOf(line)[0]?.[0]?.replace("~", ""));
		expect(first.filter((word, at) => first.indexOf(word) !== at)).toEqual([]);
	});
});

it.each<[string, Language, string]>([
	["boiler", "en", "Die Therme wird am Montag gewartet."],
	["Grifo", "es", "The faucet in the kitchen drips."],
	["batteries", "en", "Les piles sont livrées séparément."],
	["Gerüst", "de", "L'échafaudage sera monté lundi."],
	["échafaudage", "fr", "Das Fassadengerüst kommt weg."],
	["albarán", "es", "Der Lieferschein liegt bei."],
	["firmware", "en", "Das Firmwareupdate ist da."],
	["Durchmesser", "de", "El diámetro es de 30 mm."],
	["embarquement", "fr", "Boarding is at 9:40."],
	["Koffer", "de", "Puede llevar una maleta."],
	["allergies", "en", "Gibt es Unverträglichkeiten?"],
	["caution", "fr", "Die Kaution beträgt 900 Euro."],
	["crèche", "fr", "Die Kita ist am Freitag zu."],
	["abgestellt", "de", "Cortarán el agua de 9 a 11."],
	["embauche", "fr", "Wir stellen im Mai zwei Leute ein."],
	["unplugged", "en", "Bitte ausstecken und warten."],
	["vaccinated", "en", "Der Hund wird im Mai geimpft."],
])("finds %s (%s) in: %s", (word, language, sentence) => {
	expect(conceptsOf(word, language).some(({ isIn }) => isIn(fold(sentence)))).toBe(true);
});

it.each<[string, Language, string]>([
	["mast", "en", "The main menu has pasta and bread."],
	["Kran", "de", "My brother is sick and stays at home."],
	["valve", "en", "The price of the seat is paid."],
])("does not find %s (%s) in: %s", (word, language, sentence) => {
	expect(conceptsOf(word, language).some(({ isIn }) => isIn(fold(sentence)))).toBe(false);
});
