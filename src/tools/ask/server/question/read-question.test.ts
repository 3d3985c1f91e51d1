import { expect, it } from "vitest";
import { parseQuery } from "#shared/search/query.ts";
import { writeQuery } from "#shared/search/write.ts";
import { cpuTime } from "#shared/testing/linear-time.ts";
import { numberOf, queryOf, readQuestion } from "./read-question.ts";

/** A Wednesday. */
const today = Date.UTC(2026, 10, 25);
const known = new Set(["ada", "brandt", "lena", "meyer", "orange", "carlos"]);
const read = (question: string) => readQuestion(question, { today, isKnown: (word) => known.has(word) });
const search = (question: string) => writeQuery(queryOf(read(question)));

it.each([
	["What did Ada write about the launch?", "from:Ada launch"],
	["emails from ada brandt about the budget", 'from:"ada brandt" budget'],
	["invoices from Ada Brandt last month", 'from:"Ada Brandt" after:2026-10-01 before:2026-11-01 invoice'],
	["unanswered emails from Ada", "from:Ada -is:answered in:inbox -is:list"],
	["Which emails haven't I answered this week?", "-is:answered in:inbox -is:list after:2026-11-23 before:2026-11-30"],
	["Show unread mail with attachments since March 3", "is:unread has:attachment after:2026-03-03"],
	[
		"contract PDF from bob@example.org in 2025",
		'from:"<bob@example.org>" filename:pdf after:2025-01-01 before:2026-01-01 contract',
	],
	["What did I send to Ada in the last 2 weeks?", "to:Ada in:sent after:2026-11-11"],
	["conversation with Ada about hiring yesterday", "(from:Ada OR to:Ada) after:2026-11-24 before:2026-11-25 hiring"],
	["emails larger than 5 MB before 2024-03-31", "larger:5000000 before:2024-03-31"],
	["newsletters about cycling", "is:list cycling"],
	["How much was the hotel in Lisbon?", "hotel lisbon"],
	["when is the board meeting in December", "after:2025-12-01 before:2026-01-01 board meeting"],
	['emails about "annual report" 3 days ago', '"annual report" after:2026-11-22 before:2026-11-23'],
	["May I see the plan?", "plan"],
	["Was hat Lena über den Vertrag geschrieben?", "from:Lena vertrag"],
	["Rechnungen von Meyer im letzten Monat", "from:Meyer after:2026-10-01 before:2026-11-01 rechnung"],
	["ungelesene Nachrichten mit Anhang seit gestern", "is:unread has:attachment after:2026-11-24"],
	[
		"unbeantwortete Mails von Lena diese Woche",
		"from:Lena -is:answered in:inbox -is:list after:2026-11-23 before:2026-11-30",
	],
	["Wann ist das Treffen am 3. Dezember 2026?", "after:2026-12-03 before:2026-12-04 treff"],
	["Combien coûte la facture d'Orange le mois dernier ?", "from:Orange after:2026-10-01 before:2026-11-01 facture"],
	["messages non lus avec une pièce jointe depuis le 3 mars", "is:unread has:attachment after:2026-03-03"],
	["Quand est la réunion avec Lena ?", "(from:Lena OR to:Lena) réunion"],
	[
		"correos sin responder de Carlos la semana pasada",
		"from:Carlos -is:answered in:inbox -is:list after:2026-11-16 before:2026-11-23",
	],
	["¿Cuánto cuesta el hotel en marzo de 2026?", "after:2026-03-01 before:2026-04-01 hotel"],
	["facturas con adjuntos de los últimos 3 meses", "has:attachment after:2026-08-25 factura"],
])("%s", (question, wanted) => {
	expect(search(question)).toBe(wanted);
	expect(() => parseQuery(wanted)).not.toThrow();
});

it("knows what is asked for", () => {
	expect(read("How many emails did Ada send?").wanted).toBe("count");
	expect(read("How much do I owe for the flat?").wanted).toBe("amount");
	expect(read("Wann ist die Abgabe?").wanted).toBe("date");
	expect(read("invoices over €1,200 from Ada").amount).toEqual({ than: "over", value: 1200 });
	expect(read("Rechnungen unter 99,50 Euro").amount).toEqual({ than: "under", value: 99.5 });
	expect(writeQuery(queryOf(read("hotel flight lisbon"), true))).toBe("hotel OR flight OR lisbon");
});

it.each([
	["1,200.50", 1200.5],
	["1.200,50", 1200.5],
	["1'200", 1200],
	["99", 99],
	["1,200", 1200],
	["..", null],
])("reads %s as a number", (text, value) => expect(numberOf(text)).toBe(value));

it("reads any text in time, and writes searches that can be parsed", () => {
	const started = cpuTime();
	for (const text of [
		"from ".repeat(120),
		'" '.repeat(300),
		"in March ".repeat(70),
		"(((".repeat(200),
		"-from:x OR ".repeat(50),
		"ich ".repeat(150),
	]) {
		const q = search(text);
		expect(() => parseQuery(q)).not.toThrow();
	}
	expect(cpuTime() - started).toBeLessThan(2_000);
});
