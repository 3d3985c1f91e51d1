import type { Language } from "#kernel/summaries.ts";

/** A message that no one has answered. */
export interface Unanswered {
	/** How the recipient is called; null: unknown, or several people. */
	name: string | null;
	/** Without prefixes of replies; empty: none. */
	subject: string;
	/** The day it was sent, in the language's own words. */
	day: string;
	/** What it asked; null: nothing that can be quoted. */
	question: string | null;
}

interface Phrases {
	greeting(name: string | null): string;
	about(day: string, subject: string): string;
	question(question: string): string;
	ask: string;
	close: string;
}

const en: Phrases = {
	greeting: (name) => (name === null ? "Hello," : `Hello ${name},`),
	about: (day, subject) => `I'm following up on my email of ${day}${subject === "" ? "" : ` about “${subject}”`}.`,
	question: (question) => `I wrote: “${question}”`,
	ask: "Have you had a chance to look at it? A short reply is enough.",
	close: "Best regards",
};

const de: Phrases = {
	greeting: (name) => (name === null ? "Guten Tag," : `Hallo ${name},`),
	about: (day, subject) => `ich komme auf meine E-Mail vom ${day}${subject === "" ? "" : ` zu „${subject}“`} zurück.`,
	question: (question) => `Ich schrieb: „${question}“`,
	ask: "Hatten Sie schon Gelegenheit, sie anzusehen? Eine kurze Antwort genügt.",
	close: "Viele Grüße",
};

const fr: Phrases = {
	greeting: (name) => (name === null ? "Bonjour," : `Bonjour ${name},`),
	about: (day, subject) =>
		`Je me permets de revenir sur mon email du ${day}${subject === "" ? "" : ` au sujet de « ${subject} »`}.`,
	question: (question) => `J'écrivais : « ${question} »`,
	ask: "Avez-vous eu le temps de le lire ? Une courte réponse suffit.",
	close: "Cordialement",
};

const es: Phrases = {
	greeting: (name) => (name === null ? "Hola:" : `Hola, ${name}:`),
	about: (day, subject) => `Le escribo de nuevo sobre mi correo del ${day}${subject === "" ? "" : `, «${subject}»`}.`,
	question: (question) => `Le escribía: «${question}»`,
	ask: "¿Ha tenido ocasión de verlo? Basta una breve respuesta.",
	close: "Un saludo",
};

const phrases: Readonly<Record<Language, Phrases>> = { en, de, fr, es };

/** A short reminder from phrases and the message's own words. */
export function nudgeOf({ name, subject, day, question }: Unanswered, language: Language): string {
	const say = phrases[language];
	const opening = [say.about(day, subject), ...(question === null ? [] : [say.question(question)])].join(" ");
	return [say.greeting(name), opening, say.ask, say.close].join("\n\n");
}
