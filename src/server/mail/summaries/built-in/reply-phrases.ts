import type { ReplyTone } from "#shared/contracts/summaries.ts";
import type { Language } from "./language.ts";

/** What a message wants of its reader. */
export type Wish = "proposal" | "yes_or_no" | "question" | "request" | "thanks" | "news";

/** Sentences of replies. */
interface Phrases {
	/** @param name null: how the sender is called is unknown */
	greeting(name: string | null, tone: ReplyTone): string;
	/** Three answers, the most likely one first. */
	answers: Record<Wish, readonly [string, string, string]>;
	close: Record<ReplyTone, string>;
}

/** Of the languages that the built-in engine knows. */
export const replyPhrases: Readonly<Record<Language, Phrases>> = {
	en: {
		greeting: (name, tone) => [tone === "professional" ? "Hello" : "Hi", name].filter(Boolean).join(" ").concat(","),
		answers: {
			proposal: [
				"Yes, that works for me.",
				"Let me check, and I'll get back to you.",
				"Unfortunately that doesn't work for me.",
			],
			yes_or_no: [
				"The short answer is yes.",
				"I'm not sure. Let me check, and I'll get back to you.",
				"I'm afraid the answer is no.",
			],
			question: [
				"Thanks for asking. Let me check, and I'll get back to you.",
				"I'm not sure. Could you tell me a bit more?",
				"I'm sorry, I don't know.",
			],
			request: [
				"Sure, I'll take care of it.",
				"Thanks for your email. I'll look into it and get back to you.",
				"Unfortunately I can't do that.",
			],
			thanks: ["You're welcome!", "Glad I could help.", "Any time."],
			news: ["Thank you for letting me know.", "Got it, thanks.", "Thanks for the update. I'll get back to you."],
		},
		close: { professional: "Best regards", friendly: "Thanks", brief: "" },
	},
	de: {
		greeting: (name, tone) =>
			[tone === "professional" ? "Guten Tag" : "Hallo", name].filter(Boolean).join(" ").concat(","),
		answers: {
			proposal: ["ja, das passt mir.", "ich sehe nach und melde mich.", "das passt mir leider nicht."],
			yes_or_no: [
				"die kurze Antwort ist ja.",
				"ich bin nicht sicher. Ich sehe nach und melde mich.",
				"die Antwort ist leider nein.",
			],
			question: [
				"danke für die Frage. Ich sehe nach und melde mich.",
				"ich bin nicht sicher. Können Sie mir etwas mehr dazu sagen?",
				"das weiß ich leider nicht.",
			],
			request: [
				"gern, ich kümmere mich darum.",
				"vielen Dank für die E-Mail. Ich sehe es mir an und melde mich.",
				"das ist mir leider nicht möglich.",
			],
			thanks: ["gern geschehen!", "freut mich, dass ich helfen konnte.", "jederzeit gern."],
			news: [
				"vielen Dank für die Information.",
				"danke, ich habe es gelesen.",
				"danke für die Nachricht. Ich melde mich.",
			],
		},
		close: { professional: "Mit freundlichen Grüßen", friendly: "Viele Grüße", brief: "" },
	},
	fr: {
		greeting: (name) => ["Bonjour", name].filter(Boolean).join(" ").concat(","),
		answers: {
			proposal: [
				"Oui, cela me convient.",
				"Je vérifie et je reviens vers vous.",
				"Malheureusement, cela ne me convient pas.",
			],
			yes_or_no: [
				"La réponse est oui.",
				"Il faut que je vérifie. Je reviens vers vous.",
				"Malheureusement, la réponse est non.",
			],
			question: [
				"Merci pour votre question. Je vérifie et je reviens vers vous.",
				"Pourriez-vous m'en dire un peu plus ?",
				"Désolé, je ne sais pas.",
			],
			request: [
				"Bien sûr, je m'en occupe.",
				"Merci pour votre message. Je regarde cela et je reviens vers vous.",
				"Malheureusement, cela ne m'est pas possible.",
			],
			thanks: ["Je vous en prie !", "C'était un plaisir de vous aider.", "Avec plaisir."],
			news: ["Merci pour l'information.", "C'est noté, merci.", "Merci pour ces nouvelles. Je reviens vers vous."],
		},
		close: { professional: "Cordialement", friendly: "Bien à vous", brief: "" },
	},
	es: {
		greeting: (name) => (name === null ? "Hola:" : `Hola, ${name}:`),
		answers: {
			proposal: ["Sí, me parece bien.", "Lo miro y le respondo.", "Lamentablemente no me viene bien."],
			yes_or_no: [
				"La respuesta es sí.",
				"Tengo que comprobarlo. Lo miro y le respondo.",
				"Lamentablemente la respuesta es no.",
			],
			question: [
				"Gracias por preguntar. Lo miro y le respondo.",
				"¿Podría contarme un poco más?",
				"Lo siento, no lo sé.",
			],
			request: [
				"Claro, me encargo.",
				"Gracias por su correo. Lo reviso y le respondo.",
				"Lamentablemente no me es posible.",
			],
			thanks: ["¡De nada!", "Me alegra haber podido ayudar.", "Con mucho gusto."],
			news: ["Gracias por la información.", "Entendido, gracias.", "Gracias por avisarme. Le respondo pronto."],
		},
		close: { professional: "Un saludo", friendly: "Saludos", brief: "" },
	},
};
