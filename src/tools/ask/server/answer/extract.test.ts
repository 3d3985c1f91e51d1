import { expect, it } from "vitest";
import type { EmailItem } from "#shared/contracts/emails.ts";
import { readQuestion } from "../question/read-question.ts";
import { extractAnswer } from "./extract.ts";
import type { ReadEmail } from "./find.ts";

const now = Date.parse("2026-03-10T09:00:00Z");
const known = new Set(["mara", "lindqvist", "ben", "okafor", "aurora"]);
const isKnown = (word: string): boolean => known.has(word);

/** An email of March 2026. */
function email(day: number, sender: string, subject: string, text: string, signature = ""): ReadEmail {
	const address = `${sender.split(" ")[0]?.toLowerCase()}@${sender.split(" ").at(-1)?.toLowerCase()}.example`;
	const item = { id: `${day}-${subject}`, subject, senderName: sender, senderEmail: address, threadId: subject };
	const receivedAt = new Date(Date.UTC(2026, 2, day, 8)).toISOString();
	return {
		item: { ...item, receivedAt, folder: "inbox", preview: "" } as unknown as EmailItem,
		...{ text, signature, recipients: "Ada Vale ada@vale.example", event: null },
	};
}

const mail: ReadEmail[] = [
	email(
		2,
		"Mara Lindqvist",
		"Rahmenvertrag",
		"Bitte schick uns den unterschriebenen Vertrag bis Freitag.",
		"Mara Lindqvist\nTel. +49 30 5550 123",
	),
	email(
		3,
		"Ben Okafor",
		"Pallets",
		"We deliver the pallets on 20 March. Our order number is PO-7731.\n\nI spoke to Mara.",
	),
	email(
		4,
		"Hôtel Aurora",
		"Votre séjour à Lyon",
		"Votre chambre est réservée. Le montant total est de 236 € ; le parking coûte 18 €.",
	),
	email(5, "Ben Okafor", "Pallets", "Bad news: the truck broke down. The new delivery date is 27 March."),
	email(
		6,
		"Carla Soto",
		"Reunión del proyecto",
		"La próxima reunión del proyecto es el jueves 12 de marzo a las 10:00 en la sala Norte.",
	),
	email(1, "Carla Soto", "Reunión anterior", "La reunión del proyecto es el 3 de marzo."),
];

function answer(question: string, emails = mail): string[] {
	const reading = readQuestion(question, { today: Date.UTC(2026, 2, 10), isKnown });
	return extractAnswer(emails, reading, { now, zone: "Europe/Berlin", isKnown }).map(({ text }) => text);
}

it.each([
	[
		"Who wants the signed contract by Friday?",
		"Mara Lindqvist: Bitte schick uns den unterschriebenen Vertrag bis Freitag.",
	],
	["¿Cuál es el teléfono de Mara Lindqvist?", "Tel. +49 30 5550 123"],
	["Wann werden die Paletten geliefert?", "The new delivery date is 27 March."],
	["Quel est le numéro de commande des palettes ?", "Our order number is PO-7731."],
	["How much is the hotel in Lyon?", "Le montant total est de 236 €"],
	["Was kostet der Parkplatz beim Hotel in Lyon?", "le parking coûte 18 €."],
	[
		"When is the next project meeting?",
		"La próxima reunión del proyecto es el jueves 12 de marzo a las 10:00 en la sala Norte.",
	],
	[
		"Où a lieu la réunion du projet ?",
		"La próxima reunión del proyecto es el jueves 12 de marzo a las 10:00 en la sala Norte.",
	],
])("answers in the language of the email: %s", (question, sentence) => {
	expect(answer(question)[0]).toBe(sentence);
});

it.each([
	"What is Ben Okafor's phone number?",
	"When is the hotel in Madrid booked?",
	"Wie lautet die Rechnungsnummer von Ben Okafor?",
	"Combien coûtent les palettes ?",
	"Who is the director of the hotel?",
	"What is the wifi password?",
])("says nothing where no sentence has subject and kind: %s", (question) => {
	expect(answer(question)).toEqual([]);
});

it("answers with the event of an invitation, in the user's time zone", () => {
	const invited = email(7, "Ben Okafor", "Invitation", "Please join.");
	const time = (at: string) => ({ at, isDate: false, isFloating: false });
	const event: ReadEmail["event"] = {
		...{ method: "request", uid: "1", sequence: 0, summary: "Budget review", location: "Room 4", recurrence: null },
		...{ start: time("2026-03-16T09:00:00Z"), end: time("2026-03-16T10:00:00Z") },
		...{ organizer: { name: "Ben Okafor", email: "ben@okafor.example" }, attendees: [], answered: [], timeZones: [] },
	};
	expect(answer("Wann ist die Budgetbesprechung?", [{ ...invited, event }])).toEqual([
		"Budget review: Monday, 16 March 2026, 10:00–11:00 · Room 4 · Ben Okafor",
	]);
});
