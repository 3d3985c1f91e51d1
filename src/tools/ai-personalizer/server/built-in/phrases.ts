import type { DraftTone, Language } from "../../options.ts";

/** Sentences of the built-in engine. Parts that are not known are left out, never invented. */
export interface Phrases {
	greeting: Record<DraftTone, (firstName: string, fullName: string) => string>;
	greetingWithout: Record<DraftTone, string>;
	/** About the last email from the recipient. */
	lastEmail(subject: string): string;
	/** About where the recipient works. */
	work(position: string | null, company: string): string;
	goal: Record<DraftTone, (goal: string) => string>;
	offer(offer: string): string;
	proof(proof: string): string;
	more: string;
	question: Record<DraftTone, string>;
	optOut: string;
	close: Record<DraftTone, string>;
	subjects(goal: string, company: string | null, firstName: string | null): string[];
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
		professional: (goal) => `The reason for my email: ${sentence(goal)}`,
		friendly: (goal) => `Here is what I have in mind: ${sentence(goal)}`,
		direct: (goal) => sentence(goal),
		formal: (goal) => `I would like to raise the following matter with you: ${sentence(goal)}`,
	},
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
	subjects: (goal, company, first) => [
		goal,
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
		professional: (goal) => `Der Grund meiner E-Mail: ${sentence(goal)}`,
		friendly: (goal) => `Darum geht es mir: ${sentence(goal)}`,
		direct: (goal) => sentence(goal),
		formal: (goal) => `Gern möchte ich folgendes Anliegen an Sie richten: ${sentence(goal)}`,
	},
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
	subjects: (goal, company) => [
		goal,
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
		professional: (goal) => `L'objet de mon message : ${sentence(goal)}`,
		friendly: (goal) => `Voici mon idée : ${sentence(goal)}`,
		direct: (goal) => sentence(goal),
		formal: (goal) => `Je me permets de vous contacter à ce sujet : ${sentence(goal)}`,
	},
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
	subjects: (goal, company) => [
		goal,
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
		professional: (goal) => `El motivo de mi correo: ${sentence(goal)}`,
		friendly: (goal) => `Esto es lo que tengo en mente: ${sentence(goal)}`,
		direct: (goal) => sentence(goal),
		formal: (goal) => `Me permito plantearle el siguiente asunto: ${sentence(goal)}`,
	},
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
	subjects: (goal, company) => [goal, ...(company === null ? [] : [`${company}: una pregunta`]), "Una breve pregunta"],
};

export const phrases: Readonly<Record<Language, Phrases>> = { en, de, fr, es };
