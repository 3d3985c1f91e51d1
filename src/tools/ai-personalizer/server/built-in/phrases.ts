import type { DraftTone, Language } from "../../options.ts";
import type { Goal } from "./goal.ts";

/** Sentences of the built-in engine. Parts that are not known are left out, never invented. */
export interface Phrases {
	greeting: Record<DraftTone, (firstName: string, fullName: string) => string>;
	greetingWithout: Record<DraftTone, string>;
	/** About the last email from the recipient. */
	lastEmail(subject: string): string;
	/** About where the recipient works. */
	work(position: string | null, company: string): string;
	/** Around a goal that is no sentence yet. `also`: after another wish. */
	goal: Record<DraftTone, Record<Exclude<Goal["kind"], "sentence" | "words">, (words: string) => string>>;
	also(wish: string): string;
	offer(offer: string): string;
	proof(proof: string): string;
	more: string;
	question: Record<DraftTone, string>;
	optOut: string;
	close: Record<DraftTone, string>;
	/** @param topic what the email is about; null: unknown */
	subjects(topic: string | null, company: string | null, firstName: string | null): string[];
}

const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

const en: Phrases = {
	greeting: {
		professional: (first) => `Hello ${first},`,
		friendly: (first) => `Hi ${first},`,
		direct: (first) => `${first},`,
		formal: (_, full) => `Dear ${full},`,
	},
	greetingWithout: { professional: "Hello,", friendly: "Hi there,", direct: "Hello,", formal: "Dear Sir or Madam," },
	lastEmail: (subject) => `We last emailed about “${subject}”.`,
	work: (position, company) =>
		position === null ? `I am writing to you at ${company}.` : `I am writing to you as ${position} at ${company}.`,
	goal: {
		professional: {
			wish: (words) => `I would like to ${sentence(words)}`,
			topic: (words) => `I am writing to you about ${sentence(words)}`,
		},
		friendly: {
			wish: (words) => `I'd love to ${sentence(words)}`,
			topic: (words) => `I wanted to write to you about ${sentence(words)}`,
		},
		direct: {
			wish: (words) => `I'd like to ${sentence(words)}`,
			topic: (words) => `This is about ${sentence(words)}`,
		},
		formal: {
			wish: (words) => `I would like to ${sentence(words)}`,
			topic: (words) => `I am writing to you with regard to ${sentence(words)}`,
		},
	},
	also: (wish) => `I would also like to ${sentence(wish)}`,
	offer: (offer) => `What we offer: ${sentence(offer)}`,
	proof: (proof) => sentence(proof),
	more: "I am happy to send details, or to answer your questions by email first.",
	question: {
		professional: "Would a short call next week suit you?",
		friendly: "Do you have 15 minutes next week?",
		direct: "Can we talk next week?",
		formal: "May I suggest a short call in the coming week?",
	},
	optOut: "If you are not interested, a short reply is enough, and I won't write again.",
	close: { professional: "Best regards,", friendly: "Thanks,", direct: "Regards,", formal: "Yours sincerely," },
	subjects: (topic, company, first) => [
		...(topic === null ? [] : [topic]),
		...(company === null ? [] : [`${company}: a short question`]),
		first === null ? "A short question" : `${first}, a short question`,
	],
};

const de: Phrases = {
	greeting: {
		professional: (_, full) => `Guten Tag ${full},`,
		friendly: (first) => `Hallo ${first},`,
		direct: (_, full) => `Guten Tag ${full},`,
		formal: (_, full) => `Sehr geehrte/r ${full},`,
	},
	greetingWithout: {
		...{ professional: "Guten Tag,", friendly: "Hallo,", direct: "Guten Tag," },
		formal: "Sehr geehrte Damen und Herren,",
	},
	lastEmail: (subject) => `Zuletzt haben wir über „${subject}“ geschrieben.`,
	work: (position, company) =>
		position === null ? `Ich schreibe Ihnen zu ${company}.` : `Ich schreibe Ihnen als ${position} bei ${company}.`,
	goal: {
		professional: {
			wish: (words) => `Ich möchte gern ${sentence(words)}`,
			topic: (words) => `Ich schreibe Ihnen zum Thema: ${sentence(words)}`,
		},
		friendly: {
			wish: (words) => `Ich würde gern ${sentence(words)}`,
			topic: (words) => `Es geht mir um das Thema: ${sentence(words)}`,
		},
		direct: {
			wish: (words) => `Ich möchte ${sentence(words)}`,
			topic: (words) => `Mein Thema: ${sentence(words)}`,
		},
		formal: {
			wish: (words) => `Ich möchte gern ${sentence(words)}`,
			topic: (words) => `Ich schreibe Ihnen zum Thema: ${sentence(words)}`,
		},
	},
	also: (wish) => `Außerdem möchte ich ${sentence(wish)}`,
	offer: (offer) => `Das bieten wir: ${sentence(offer)}`,
	proof: (proof) => sentence(proof),
	more: "Gern schicke ich Einzelheiten oder beantworte Fragen vorab per E-Mail.",
	question: {
		professional: "Passt Ihnen ein kurzes Gespräch in der nächsten Woche?",
		friendly: "Haben Sie nächste Woche eine Viertelstunde Zeit?",
		direct: "Können wir nächste Woche sprechen?",
		formal: "Darf ich Ihnen ein kurzes Gespräch in der kommenden Woche vorschlagen?",
	},
	optOut: "Falls kein Interesse besteht, genügt eine kurze Antwort, und ich schreibe nicht wieder.",
	close: {
		...{ professional: "Mit freundlichen Grüßen", friendly: "Viele Grüße", direct: "Beste Grüße" },
		formal: "Mit vorzüglicher Hochachtung",
	},
	subjects: (topic, company) => [
		...(topic === null ? [] : [topic]),
		...(company === null ? [] : [`${company}: eine kurze Frage`]),
		"Eine kurze Frage",
	],
};

const fr: Phrases = {
	greeting: {
		professional: (_, full) => `Bonjour ${full},`,
		friendly: (first) => `Bonjour ${first},`,
		direct: (first) => `Bonjour ${first},`,
		formal: (_, full) => `Madame, Monsieur ${full},`,
	},
	greetingWithout: { professional: "Bonjour,", friendly: "Bonjour,", direct: "Bonjour,", formal: "Madame, Monsieur," },
	lastEmail: (subject) => `Notre dernier échange portait sur « ${subject} ».`,
	work: (position, company) =>
		position === null
			? `Je vous écris au sujet de ${company}.`
			: `Je vous écris en votre qualité de ${position} chez ${company}.`,
	goal: {
		professional: {
			wish: (words) => `Je souhaite ${sentence(words)}`,
			topic: (words) => `L'objet de mon message : ${sentence(words)}`,
		},
		friendly: {
			wish: (words) => `J'aimerais ${sentence(words)}`,
			topic: (words) => `Voici mon idée : ${sentence(words)}`,
		},
		direct: {
			wish: (words) => `Je souhaite ${sentence(words)}`,
			topic: (words) => `Mon sujet : ${sentence(words)}`,
		},
		formal: {
			wish: (words) => `Je souhaiterais ${sentence(words)}`,
			topic: (words) => `Je me permets de vous contacter à ce sujet : ${sentence(words)}`,
		},
	},
	also: (wish) => `Je souhaite aussi ${sentence(wish)}`,
	offer: (offer) => `Ce que nous proposons : ${sentence(offer)}`,
	proof: (proof) => sentence(proof),
	more: "Je peux vous envoyer plus de détails ou répondre d'abord à vos questions par email.",
	question: {
		professional: "Seriez-vous disponible pour un court échange la semaine prochaine ?",
		friendly: "Auriez-vous 15 minutes la semaine prochaine ?",
		direct: "Pouvons-nous en parler la semaine prochaine ?",
		formal: "Puis-je vous proposer un court entretien la semaine prochaine ?",
	},
	optOut: "Si vous n'êtes pas intéressé, une courte réponse suffit et je ne vous écrirai plus.",
	close: {
		...{ professional: "Cordialement,", friendly: "Bien à vous,", direct: "Cordialement," },
		formal: "Veuillez agréer mes salutations distinguées,",
	},
	subjects: (topic, company) => [
		...(topic === null ? [] : [topic]),
		...(company === null ? [] : [`${company} : une question`]),
		"Une courte question",
	],
};

const es: Phrases = {
	greeting: {
		professional: (first) => `Hola, ${first}:`,
		friendly: (first) => `Hola, ${first}:`,
		direct: (first) => `${first}:`,
		formal: (_, full) => `Estimado/a ${full}:`,
	},
	greetingWithout: { professional: "Hola:", friendly: "Hola:", direct: "Hola:", formal: "Estimados señores:" },
	lastEmail: (subject) => `Nuestro último correo trataba de «${subject}».`,
	work: (position, company) =>
		position === null ? `Le escribo en relación con ${company}.` : `Le escribo como ${position} en ${company}.`,
	goal: {
		professional: {
			wish: (words) => `Me gustaría ${sentence(words)}`,
			topic: (words) => `El motivo de mi correo: ${sentence(words)}`,
		},
		friendly: {
			wish: (words) => `Me gustaría ${sentence(words)}`,
			topic: (words) => `Esto es lo que tengo en mente: ${sentence(words)}`,
		},
		direct: {
			wish: (words) => `Quiero ${sentence(words)}`,
			topic: (words) => `Mi asunto: ${sentence(words)}`,
		},
		formal: {
			wish: (words) => `Quisiera ${sentence(words)}`,
			topic: (words) => `Me permito plantearle el siguiente asunto: ${sentence(words)}`,
		},
	},
	also: (wish) => `También me gustaría ${sentence(wish)}`,
	offer: (offer) => `Lo que ofrecemos: ${sentence(offer)}`,
	proof: (proof) => sentence(proof),
	more: "Con gusto le envío más detalles o respondo antes a sus preguntas por correo.",
	question: {
		professional: "¿Le vendría bien una llamada corta la próxima semana?",
		friendly: "¿Tiene 15 minutos la próxima semana?",
		direct: "¿Podemos hablar la próxima semana?",
		formal: "¿Me permite proponerle una breve llamada la próxima semana?",
	},
	optOut: "Si no le interesa, basta una breve respuesta y no volveré a escribirle.",
	close: { professional: "Un saludo,", friendly: "Saludos,", direct: "Un saludo,", formal: "Atentamente," },
	subjects: (topic, company) => [
		...(topic === null ? [] : [topic]),
		...(company === null ? [] : [`${company}: una pregunta`]),
		"Una breve pregunta",
	],
};

export const phrases: Readonly<Record<Language, Phrases>> = { en, de, fr, es };
