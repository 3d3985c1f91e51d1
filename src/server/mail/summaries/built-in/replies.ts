import { type ReplyTone, replyTones, type SuggestedReply } from "#shared/contracts/summaries.ts";
import { type Language, languageOf } from "./language.ts";

/** Sentences of replies: what to say to a request or question, and to news. */
interface Phrases {
	greeting(name: string, tone: ReplyTone): string;
	yes: string;
	no: string;
	later: string;
	thanks: string;
	close: Record<ReplyTone, string>;
}

const phrases: Readonly<Record<Language, Phrases>> = {
	en: {
		greeting: (name, tone) => (tone === "professional" ? `Hello ${name},` : `Hi ${name},`),
		yes: "Yes, that works for me.",
		no: "Unfortunately I can't do that.",
		later: "Thanks for your email. I'll look into it and get back to you.",
		thanks: "Thank you for letting me know.",
		close: { professional: "Best regards", friendly: "Thanks", brief: "" },
	},
	de: {
		greeting: (name, tone) => (tone === "professional" ? `Guten Tag ${name},` : `Hallo ${name},`),
		yes: "ja, das passt mir.",
		no: "das ist mir leider nicht möglich.",
		later: "vielen Dank für die E-Mail. Ich kümmere mich darum und melde mich.",
		thanks: "vielen Dank für die Information.",
		close: { professional: "Mit freundlichen Grüßen", friendly: "Viele Grüße", brief: "" },
	},
	fr: {
		greeting: (name) => `Bonjour ${name},`,
		yes: "Oui, cela me convient.",
		no: "Malheureusement, cela ne m'est pas possible.",
		later: "Merci pour votre message. Je regarde cela et je reviens vers vous.",
		thanks: "Merci pour l'information.",
		close: { professional: "Cordialement", friendly: "Bien à vous", brief: "" },
	},
	es: {
		greeting: (name) => `Hola, ${name}:`,
		yes: "Sí, me parece bien.",
		no: "Lamentablemente no me es posible.",
		later: "Gracias por su correo. Lo reviso y le respondo.",
		thanks: "Gracias por la información.",
		close: { professional: "Un saludo", friendly: "Saludos", brief: "" },
	},
};

/** Three replies from phrases, in the language of the message: the wanted tone first. */
export function suggestReplies(text: string, senderName: string, wanted: ReplyTone): SuggestedReply[] {
	const say = phrases[languageOf(text)];
	const tones = [wanted, ...replyTones.filter((tone) => tone !== wanted)];
	const contents = text.includes("?") ? [say.yes, say.later, say.no] : [say.thanks, say.later, say.yes];
	const name = givenName(senderName);
	return contents.map((content, index) => {
		const tone = tones[index] ?? wanted;
		const capitalized = content.charAt(0).toUpperCase() + content.slice(1);
		if (tone === "brief") return { tone, text: capitalized };
		const greeting = name === null ? [] : [say.greeting(name, tone)];
		return { tone, text: [...greeting, name === null ? capitalized : content, say.close[tone]].join("\n\n") };
	});
}

/** How people are called; null for addresses and organizations. */
export function givenName(senderName: string): string | null {
	const name = senderName.includes(",") ? (senderName.split(",")[1] ?? "") : senderName;
	const [first = "", ...rest] = name.trim().split(/\s+/);
	return rest.length > 0 && rest.length < 4 && /^\p{Lu}[\p{L}'-]+$/u.test(first) ? first : null;
}
