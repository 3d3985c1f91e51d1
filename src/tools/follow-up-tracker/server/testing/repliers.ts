import type { ReplyTone } from "../../states.ts";
import type { Person } from "./people.ts";

/** People who answer the first message in seven languages, and what a reader would say of it. */

const SAID: Readonly<Record<string, Readonly<Record<ReplyTone | "opt_out", string>>>> = {
	en: {
		interested: "Yes, I'd be interested. Can you send me more details?",
		not_now: "Sounds interesting, but not right now. Please try again in spring.",
		refused: "Thanks, but we're not interested.",
		wrong_person: "I'm not the right person, please write to my colleague Ann <ann@ink.example>.",
		question: "What would this cost for a team of five?",
		opt_out: "Please take me off your list.",
	},
	de: {
		interested: "Das klingt gut, gerne nächste Woche.",
		not_now: "Wir haben im Moment keine Kapazität, melden Sie sich nächstes Jahr.",
		refused: "Vielen Dank, wir haben keinen Bedarf.",
		wrong_person: "Ich bin dafür nicht mehr zuständig.",
		question: "Was soll das kosten?",
		opt_out: "Bitte schreiben Sie mir keine E-Mails mehr.",
	},
	fr: {
		interested: "Cela m'intéresse, pouvez-vous m'appeler ?",
		not_now: "Pas pour le moment, merci.",
		refused: "Merci, mais nous ne sommes pas intéressés.",
		wrong_person: "Je ne suis pas la bonne personne pour cela.",
		question: "Quel est le prix ?",
		opt_out: "Merci de me désinscrire de votre liste.",
	},
	es: {
		interested: "Me interesa, ¿podemos hablar mañana?",
		not_now: "Ahora no, quizá más adelante.",
		refused: "No estoy interesado en absoluto.",
		wrong_person: "Ya no trabajo en esa empresa.",
		question: "¿Cuánto cuesta?",
		opt_out: "Por favor, no me envíe más correos.",
	},
	it: {
		interested: "Saremmo interessati a una dimostrazione.",
		not_now: "Non abbiamo budget quest'anno.",
		refused: "Grazie, ma non ci interessa.",
		wrong_person: "Ha sbagliato indirizzo.",
		question: "Quanto costa?",
		opt_out: "Per favore, cancellatemi dalla vostra lista.",
	},
	pt: {
		interested: "Tenho interesse, podemos falar amanhã?",
		not_now: "Agora não, talvez no próximo ano.",
		refused: "Obrigado, mas não estou interessado.",
		wrong_person: "Quem trata disso é a minha colega Marta.",
		question: "Qual é o valor?",
		opt_out: "Por favor, remova-me da sua lista.",
	},
	nl: {
		interested: "Dat klinkt interessant, kunnen we volgende week bellen?",
		not_now: "Heel druk nu, probeer het na de zomer nog eens.",
		refused: "Geen interesse, dank u.",
		wrong_person: "U bent bij mij aan het verkeerde adres.",
		question: "Wat kost dat?",
		opt_out: "Stuur mij alstublieft geen e-mails meer.",
	},
};

const says =
	(body: string): NonNullable<Person["react"]> =>
	(mail) => [{ head: [`From: ${mail.to}`, `Subject: Re: ${mail.subject}`, `In-Reply-To: <${mail.messageId}>`], body }];

/** By kind: `says-de-not_now`. */
export const repliers: Readonly<Record<string, Person>> = Object.fromEntries(
	Object.entries(SAID).flatMap(([language, texts]) =>
		Object.entries(texts).map(([tone, text]): [string, Person] => [
			`says-${language}-${tone}`,
			tone === "opt_out"
				? { ends: "unsubscribed", messages: 1, react: says(text) }
				: { ends: "replied", messages: 1, tone: tone as ReplyTone, react: says(text) },
		]),
	),
);
