import { expect, it } from "vitest";
import { returnDate } from "./return-date.ts";

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
	["Jag är på semester till 7 december.", "2026-12-07"],
	["Jeg er på ferie til og med 4. desember.", "2026-12-04"],
	["Olen lomalla 9.12.2026 asti.", "2026-12-09"],
	["Jestem na urlopie do 11 grudnia 2026.", "2026-12-11"],
	["Do 11. prosince jsem na dovolené.", "2026-12-11"],
	["Szabadságon vagyok 2026. december 14-ig.", "2026-12-14"],
	["Sunt în concediu până pe 4 decembrie.", "2026-12-04"],
	["14 Aralık'a kadar izindeyim.", "2026-12-14"],
	["Я в отпуске до 14 декабря.", "2026-12-14"],
	["Я у відпустці до 14 грудня 2026 року.", "2026-12-14"],
	["Είμαι εκτός γραφείου έως 14 Δεκεμβρίου.", "2026-12-14"],
	["אני בחופשה עד 14 בדצמבר.", "2026-12-14"],
	["أنا خارج المكتب حتى 14 ديسمبر.", "2026-12-14"],
	["我正在休假,12月14日返回后回复。", "2026-12-14"],
	["12月14日まで休暇をいただいております。", "2026-12-14"],
	["12월 14일까지 휴가 중입니다.", "2026-12-14"],
	["Fora de l'oficina fins al 14 de desembre.", "2026-12-14"],
	["Sono in ferie fino al 14 dicembre.", "2026-12-14"],
	["Estarei de férias até 14 de dezembro.", "2026-12-14"],
	["Ik ben tot en met 14 december met vakantie.", "2026-12-14"],
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
