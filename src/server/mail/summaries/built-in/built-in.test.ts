import { describe, expect, it } from "vitest";
import { dueDateOf } from "./due-date.ts";
import { languageOf } from "./language.ts";
import { givenName } from "./sender-name.ts";
import { summarize } from "./summarize.ts";

/** A Wednesday. */
const sentAt = Date.UTC(2026, 2, 4, 10);

describe("summaries from sentences of the text", () => {
	const text = [
		"Hi Ben,",
		"",
		"I hope you had a good weekend. The launch of the new booking page is moved to 17 March because the payment tests failed. ",
		"Please review the test report by Friday. Could you also ask Mara to update the launch checklist? ",
		"If you have any questions, feel free to call. The weather here is fine.",
		"",
		"Best regards",
	].join("\n");
	const found = summarize({
		subject: "Launch of the booking page",
		text,
		sentAt,
		people: ["Mara Lindqvist", "Ben Okafor"],
	});

	it("keep the main sentence", () => {
		expect(found.short).toBe(
			"The launch of the new booking page is moved to 17 March because the payment tests failed.",
		);
		expect(found.long).toContain("Please review the test report");
		expect(found.long).not.toMatch(/Hi Ben|Best regards/);
	});

	it.each([
		[
			"Der Vertrag endet zum 31. Dezember. Die Schlüssel senden wir Ihnen danach zurück.",
			"Liftservice Behr e.K., Amtsgericht Lübeck HRA 4412, USt-IdNr. DE811155500\nDiese E-Mail enthält vertrauliche Informationen. Wenn Sie nicht der richtige Adressat sind, vernichten Sie diese Mail.",
		],
		[
			"Le contrat prend fin le 31 décembre. Nous renvoyons les clés ensuite.",
			"Ce message est confidentiel. Si vous n'êtes pas le destinataire, veuillez le supprimer.",
		],
		[
			"El contrato termina el 31 de diciembre. Después devolvemos las llaves.",
			"Este mensaje es confidencial. Si no es el destinatario, bórrelo.",
		],
	])("leave out confidentiality notices: %s", (said, added) => {
		const { long, actions } = summarize({ subject: "Contract", text: `${said}\n\n${added}`, sentAt, people: [] });
		expect(long).toBe(said);
		expect(actions).toEqual([]);
	});

	it("leave out code between backticks", () => {
		const text =
			"The pool of connections is too small:\n\n```\npool.max=50\nPool-1 - Connection is not available\n```\n\nI want to repeat the whole test on Monday.";
		const { long } = summarize({ subject: "Test", text, sentAt, people: [] });
		expect(long).toContain("repeat the whole test");
		expect(long).not.toContain("not available");
	});

	it("do not take what somebody had to do for a request", () => {
		const other =
			"I had to do some edits by hand. That has nothing to do with your problem. Please correct me if I am wrong.";
		expect(summarize({ subject: "Patch", text: other, sentAt, people: [] }).actions).toEqual([]);
	});

	it("list what is asked, with dates and people, and no politeness", () => {
		expect(found.actions).toEqual([
			{ text: "Please review the test report by Friday.", due: "2026-03-06", people: [] },
			{ text: "Could you also ask Mara to update the launch checklist?", due: null, people: ["Mara Lindqvist"] },
		]);
	});

	it.each([
		"Also, take note of the second argument.",
		"Upload them to the audit folder.",
		"Everyone on the list must sign the form.",
		"I still need two numbers from you.",
		"Schicken Sie mir die Unterlagen.",
		"Schau mal in den Ordner.",
		"Nous vous demandons de remplir le formulaire.",
		"Envoyez le formulaire au secrétariat.",
		"Tienen que renovar la contraseña.",
		"Firme el contrato adjunto.",
		"Comments are due to the office by 5:00 p.m. on Friday.",
		"Any statement must be received no later than Friday, March 6.",
		"We need your input before Monday.",
		"I need it by noon tomorrow.",
		"The board will need our answer by Monday.",
		"Your response by this Friday will be helpful.",
		"If you could send the slides by Friday, it would be greatly appreciated.",
		"The signed forms should be returned to me by March 20.",
		"I would like to have your comments by Thursday.",
		"The deadline for the application is March 20.",
		"We should aim to finish the draft by Tuesday.",
		"Can you guys make sure that someone listens to the call?",
		"Bis Freitag wird Ihre Rückmeldung benötigt.",
		"Die Rechnung ist am 20. März fällig.",
		"Le formulaire doit être remis avant le 20 mars.",
		"Nous avons besoin de votre réponse avant lundi.",
		"El formulario debe ser enviado antes del 20 de marzo.",
		"Necesitamos su respuesta antes del lunes.",
	])("take for a request: %s", (text) => {
		expect(summarize({ subject: "", text, sentAt, people: [] }).actions).toHaveLength(1);
	});

	it.each([
		"How can you build it without the driver?",
		"Test results are in the folder.",
		"Let me know if you have further questions.",
		"Wenn Sie nichts tun, verlängert sich der Vertrag.",
		"Veuillez agréer, Madame, nos salutations distinguées.",
		"Merci de votre réponse rapide.",
		"No es necesario que haga nada más.",
		"Each part must be tested by the maker.",
		"Deadline: Friday, March 6",
		"Due date: March 6",
		"COMMENTS DUE COB MONDAY",
		"When can you come to the office?",
		"Will you be at the meeting on Friday?",
		"Can you believe that it is Monday?",
		"Would you be interested in the plan?",
		'He said to me: "Please send it by Friday."',
		"The delay is due to the strike on Monday.",
		"The answer is not due until May 4.",
		"The train is due on Friday at noon.",
		"Its brief is due 11/20.",
		"He needs the car by Friday.",
		"register to volunteer",
		"Read the review",
		"You must not have noticed the note of March 6.",
		"Should you have any questions, contact the office by Friday.",
		"Please contact me with questions.",
	])("do not take for a request: %s", (text) => {
		expect(summarize({ subject: "", text, sentAt, people: [] }).actions).toEqual([]);
	});

	it.each([
		["Bitte schicken Sie mir den Vertrag bis Freitag.", "2026-03-06"],
		["Merci de m'envoyer le contrat avant le 12 mars.", "2026-03-12"],
		["Por favor, envíeme el contrato antes del lunes.", "2026-03-09"],
	])("work in other languages: %s", (sentence, due) => {
		expect(summarize({ subject: "", text: sentence, sentAt, people: [] }).actions).toEqual([
			{ text: sentence, due, people: [] },
		]);
	});

	it("are never empty for a text", () => {
		expect(summarize({ subject: "Ok", text: "Ok!", sentAt, people: [] })).toEqual({
			short: "Ok!",
			long: "Ok!",
			actions: [],
		});
	});

	it("take linear time", () => {
		const long = "please send a b c d e f ".repeat(20_000);
		expect(summarize({ subject: long.slice(0, 900), text: long, sentAt, people: ["Ann"] }).short.length).toBeLessThan(
			300,
		);
	});
});

it.each([
	["by 2026-04-01", "2026-04-01"],
	["tomorrow", "2026-03-05"],
	["until the end of the week", "2026-03-06"],
	["next Wednesday", "2026-03-11"],
	["on January 5th", "2027-01-05"],
	["am 31. Dezember 2026", "2026-12-31"],
	["on 31 February", null],
	["on Friday we talked, send it by 20 March", "2026-03-20"],
	["this came today, but answer before Monday", "2026-03-09"],
	["within two weeks", "2026-03-18"],
	["within two weeks of the order", null],
	["by the end of March", "2026-03-31"],
	["before the 20th", "2026-03-20"],
	["bis zum 12.3. um 9 Uhr", "2026-03-12"],
	["install Python 3.8. Then build it", null],
	["am Freitag Morgen", "2026-03-06"],
	["el viernes por la mañana", "2026-03-06"],
	["übermorgen", "2026-03-06"],
	["sous huit jours", "2026-03-12"],
	["it ended June 30, 1994", "1994-06-30"],
	["at 5 pm", null],
	["you may call 12 people", null],
	["by the end of the day on Friday", "2026-03-06"],
	["by the end of the day tomorrow, March 5", "2026-03-05"],
	["by COB Monday", "2026-03-09"],
	["by close of business", "2026-03-04"],
	["no later than noon, August 28th", "2026-08-28"],
	["by 5:00 p.m. PDT on Friday", "2026-03-06"],
	["by 3/13/26", "2026-03-13"],
	["by Friday (3/6)", "2026-03-06"],
	["by 3/6", null],
	["by the end of the month", "2026-03-31"],
	["by the end of next week", "2026-03-13"],
	["within 48 hours", "2026-03-06"],
])("finds the date in %s", (text, date) => {
	expect(dueDateOf(text, sentAt)).toBe(date);
});

it.each([
	["Können wir uns am Montag treffen? Ich habe den Termin für Sie reserviert.", "de"],
	["Could you send the invoice over, Tom?", "en"],
	["¿Puede enviarnos el presupuesto?", "es"],
	["Merci beaucoup pour votre aide", "fr"],
	["Grazie per la tua email, ci vediamo domani", null],
	["Dank je wel voor de mail, tot morgen", null],
	["Olá, você pode me enviar o relatório?", null],
	["Hvordan har du det i dag?", null],
	["Witam, proszę o ofertę na dostawę", null],
	["Привет, как дела?", null],
	["请问明天可以吗", null],
	["Ok!", null],
])("knows the language of “%s”: %s", (text, language) => {
	expect(languageOf(text)).toBe(language);
});

it.each([
	["Mara Lindqvist", "mara@lindqvist.example", "Mara"],
	["Lindqvist, Mara", "ml@gmail.com", "Mara"],
	["Jean-Luc Martin", "jl@beispiel.example", "Jean-Luc"],
	["Deal Alerts", "hello@shop.example", null],
	["Deal Days", "hello@dealdays.example", null],
	["Harbor HQ", "info@harbor.example", null],
	["Team Harbor", "info@harbor.example", null],
	["Booking Support", "help@hotel.example", null],
	["New Town Times", "ntt@nttimes.example", null],
	["Chase Garden", "hello@chase.example", null],
	["Mara", "mara@orchard.example", null],
	["", "mara@orchard.example", null],
])("calls %s <%s> %s", (name, email, given) => {
	expect(givenName({ name, email })).toBe(given);
});
