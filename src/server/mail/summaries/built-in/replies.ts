import { capitalize } from "#shared/capitalize.ts";
import { type ReplyTone, replyTones, type SuggestedReply } from "#shared/contracts/summaries.ts";
import { sentencesOf } from "#shared/sentences.ts";
import type { Language } from "./language.ts";
import { replyPhrases, type Wish } from "./reply-phrases.ts";
import { isRequest } from "./requests.ts";

/** Questions that "yes" or "no" does not answer, from their first words, in all languages that the engine knows. */
const OPEN =
	/(?:^|[,;:–-]|\b(?:and|but|so|or|und|aber|oder|et|mais|y|pero)(?=\s)|¿)\s*(?:(?:in|at|on|for|from|by|to|about|until|since|bis|seit|ab|für|mit|von|à|de|pour|par|avec|en|con|para|a|hasta|desde)\s+)?(?:what(?!\s+about)|whats|when|where|which|who|whom|whose|why|how(?!\s+about)|was|wann|wo|woher|wohin|womit|wofür|welche[rsnm]?|wer|wen|wem|warum|wieso|weshalb|wie(?!\s+wäre)|que|qu'est-ce|quel(?:le)?s?|quand|où|qui|pourquoi|comment|combien|qué|cuándo|dónde|cuál(?:es)?|quién(?:es)?|por qué|cómo|cuánt[oa]s?)(?!\p{L})/iu;
/** Questions for a date, a meeting or agreement. */
const PROPOSAL =
	/(?<!\p{L})(?:shall we|should we|could we|can we|may we|how about|what about|would you like|do you want|are you (?:free|available|in|coming)|(?:can|could|will|would) you (?:come|join|meet|make it)|(?:okay|ok|alright|good)\?|work for you|suits? you|join us|okay for you|ok with you|sollen wir|wollen wir|können wir|könnten wir|wie wäre|hättest du|hätten sie|hast du .{0,20}zeit|haben sie .{0,20}zeit|passt|pouvons-nous|pourrions-nous|on se voit|seriez-vous|êtes-vous (?:libre|disponible)|vous convient|te convient|ça te va|podemos|podríamos|quedamos|le viene bien|te viene bien|le parece|te parece|está (?:libre|disponible))(?!\p{L})/iu;
const THANKS =
	/^(?:(?:hi|hello|hallo|bonjour|hola)\b.{0,30}[,!:]\s*)?(?:(?:many|vielen|muchas) )?(?:thank|thanks|danke|dank|merci|gracias)(?!\p{L})/iu;

/** Three replies from phrases, in the language of the message: the wanted tone first. @param name how the sender is called */
export function suggestReplies(
	text: string,
	{ name, tone: wanted, language }: { name: string | null; tone: ReplyTone; language: Language },
): SuggestedReply[] {
	const say = replyPhrases[language];
	const tones = [wanted, ...replyTones.filter((tone) => tone !== wanted)];
	return say.answers[wishOf(text)].map((answer, index) => {
		const tone = tones[index] ?? wanted;
		// German continues the greeting in lower case.
		if (tone === "brief") return { tone, text: capitalize(answer) };
		return { tone, text: [say.greeting(name, tone), answer, say.close[tone]].join("\n\n") };
	});
}

/** The last question decides, then a request. */
function wishOf(text: string): Wish {
	const sentences = sentencesOf(text).map((one) => one.text.replaceAll("’", "'"));
	const question = sentences.findLast((one) => one.endsWith("?") && !isPoliteness(one));
	if (question !== undefined) {
		if (PROPOSAL.test(question)) return "proposal";
		if (OPEN.test(question)) return "question";
		return isRequest(question) ? "request" : "yes_or_no";
	}
	if (sentences.some(isRequest)) return "request";
	return text.length < 400 && sentences.slice(0, 2).some((one) => THANKS.test(one)) ? "thanks" : "news";
}

function isPoliteness(question: string): boolean {
	return /^(?:(?:also|and|so),? )?(?:any )?(?:questions|thoughts|how are you|how's it going|wie geht|comment (?:ça va|allez|vas)|cómo est)/iu.test(
		question.replace(/^¿/, ""),
	);
}
