import { languageOf } from "#kernel/summaries.ts";
import { capitalize } from "#shared/capitalize.ts";
import { slot } from "#shared/slots.ts";
import { trimEndOf } from "#shared/trim.ts";
import type { Language } from "../../options.ts";
import { saidInEnglish } from "./brief-english.ts";
import { saidInFrench } from "./brief-french.ts";
import { saidInGerman } from "./brief-german.ts";
import { saidInSpanish } from "./brief-spanish.ts";
import type { Part } from "./read-brief.ts";

/** "Tell Anna that we move the meeting": an instruction for an assistant. */
const BRIEF: Readonly<Record<Language, RegExp>> = {
	en: /^(?:please )?(?:in (?:german|french|spanish|english)(?! \p{L}))|^(?:please |can you |could you |kindly )*(?:(?:tell|inform|remind|thank|ask) (?:him|her|them|(?:my|our|the) \p{Ll}+|(?!if|for|to|about|whether)\p{L}+ (?:that|if|whether|to|for|when|how))|let (?:him|her|them|(?:my|our|the) \p{Ll}+|\p{Lu}\p{L}+) know|(?:write|e-?mail|say)(?: to)? (?:him|her|them|(?:my|our|the) \p{Ll}+|\p{Lu}\p{L}+)(?: \p{Lu}\p{L}+)? that|(?:congratulate|invite|warn|wish|welcome) (?:him|her|them|(?:my|our|the) \p{Ll}+|\p{Lu}\p{L}+)|say (?:that|thanks|sorry)|apologi[sz]e|decline|turn down)(?!\p{L})/iu,
	de: /^(?:bitte )?auf (?:englisch|französisch|spanisch|deutsch)(?!\p{L})|^(?:bitte )?(?:sag|sage|schreib|schreibe|frag|frage|teile?|informiere?|bitte|bedank|bedanke|danke|erinnere?) (?:ihm|ihr|ihn|sie|ihnen|dich|der|dem|den|herrn?|frau|meine[rmn]?|unsere[rmn]?|\p{Lu}\p{L}+)(?!\p{L})|^(?:absage|zusage) an(?!\p{L})|^entschuldige dich(?!\p{L})/iu,
	fr: /^(?:dis|dites|écris|écrivez|demande|demandez|réponds|répondez|informe|informez|préviens|rappelle|remercie|remerciez)(?:-(?:lui|leur|le|la|les))?(?: (?:à|au|aux|que|pour|si|mme|m\.)|-| \p{Lu})|^relance/iu,
	es: /^(?:dile|diles|escribe|escríbele|pregunta|pregúntale|pídele|pide|responde|respóndele|informa|avisa|avísale|recuérdale|agradécele|dale las gracias)(?!\p{L})/iu,
};

/** The name for a place that the user fills. */
const FILL: Readonly<Record<Language, (topic: string | null) => string>> = {
	en: (topic) => (topic === null ? "what you want to say" : `what you want to say about ${topic}`),
	de: (topic) => (topic === null ? "was Sie schreiben möchten" : `was Sie schreiben möchten zu: ${topic}`),
	fr: (topic) => (topic === null ? "ce que vous voulez dire" : `ce que vous voulez dire au sujet de : ${topic}`),
	es: (topic) => (topic === null ? "lo que quiere decir" : `lo que quiere decir sobre: ${topic}`),
};

/** Speaks about the recipient: such words are not shown, even in a slot. */
const SECOND_HAND: Readonly<Record<Language, RegExp>> = {
	en: /\b(?:he|she|they|him|her|them|his|their)\b/i,
	de: /(?<!\p{L})(?:er|ihn|ihm|sein(?:e[nmrs]?)?)(?!\p{L})/iu,
	fr: /(?<!\p{L})(?:il|elle|lui|leur|leurs)(?!\p{L})/iu,
	es: /(?<!\p{L})(?:él|ella|ellos|ellas)(?!\p{L})/iu,
};

/** Whether a goal tells the assistant what to write to one person, and is not what a cold email is for. */
export function isBrief(goal: string, language: Language): boolean {
	return BRIEF[languageOf(goal) ?? language].test(goal.trim());
}

/** A place for the user's own words. @param topic shown in it; null: nothing of the goal can be */
export function fillIn(language: Language, topic: string | null): string {
	const words = topic === null ? null : trimEndOf(topic.trim(), ".,;:!?");
	const isShown =
		words !== null &&
		words.length > 2 &&
		words.length <= 60 &&
		!SECOND_HAND[language].test(words) &&
		!BRIEF[language].test(words);
	return slot(FILL[language](isShown ? words : null));
}

const readers: Readonly<Record<Language, (brief: string) => Part[]>> = {
	en: saidInEnglish,
	de: saidInGerman,
	fr: saidInFrench,
	es: saidInSpanish,
};

/** A brief as sentences to its recipient; where one is not certain, a slot. */
export function sentencesOfBrief(brief: string, language: Language): string[] {
	const own = languageOf(brief);
	if (own !== null && own !== language) return [`${capitalize(fillIn(language, null))}.`];
	const parts = readers[language](brief.replaceAll("’", "'").replaceAll(/\s+/g, " ").trim());
	const said = parts.map((part) =>
		typeof part === "string" ? ended(part) : capitalize(fillIn(language, part.unclear)).concat("."),
	);
	return said.length === 0 ? [`${fillIn(language, null)}.`] : [...new Set(said)];
}

function ended(text: string): string {
	if (text.startsWith("¿")) return `¿${capitalize(text.slice(1))}`;
	return capitalize(/[.!?…]$/.test(text) ? text : `${text}.`);
}
