import { type Part, type Reader, readBrief } from "./read-brief.ts";

const ES_TO =
	"(?:a (?:\\p{Lu}\\p{L}+(?: \\p{Lu}\\p{L}+)?|mi \\p{L}+|nuestr[oa] \\p{L}+|la \\p{L}+|los \\p{L}+)|al \\p{L}+)";
const es = (text: string, say: (text: string) => string): Part =>
	/(?<!\p{L})(?:él|ella|ellos|ellas)(?!\p{L})/iu.test(text) ? { unclear: "" } : say(text);
const SPANISH: readonly Reader[] = [
	[
		new RegExp(`^(?:y )?(?:pregúntale|pregunta)(?: ${ES_TO})? si (.+)$`, "iu"),
		(text) => es(text, (said) => `¿${said}?`),
	],
	[
		new RegExp(`^(?:y )?(?:pregúntale|pregunta)(?: ${ES_TO})? (cuándo|dónde|cómo|cuánto|qué|quién) (.+)$`, "iu"),
		(how, text) => es(text, (said) => `¿${how.charAt(0).toUpperCase()}${how.slice(1)} ${said}?`),
	],
	[
		new RegExp(`^(?:y )?(?:dale las gracias|agradécele)(?: ${ES_TO})?(?: por)? (.+)$`, "iu"),
		(text) => es(text, (said) => `muchas gracias por ${said}`),
	],
	[
		/^(?:y )?(?:discúlpate|pide perdón|pide disculpas) por (.+)$/iu,
		(text) => es(text, (said) => `le pido disculpas por ${said}`),
	],
	[
		new RegExp(
			`^(?:dile|diles|escribe|escríbele|informa|avisa|avísale|recuérdale|responde|respóndele)(?: ${ES_TO})?(?: de)? que (.+)$`,
			"iu",
		),
		(text) => es(text, (said) => said),
	],
	[/^(?:y )?que (.+)$/iu, (text) => es(text, (said) => said)],
];

/** A Spanish brief as sentences to its recipient, in order. */
export function saidInSpanish(brief: string): Part[] {
	const split =
		/,? y (?=(?:que |pregúntale|pregunta |dale |dile |discúlpate|agradécele))|[;.] +|, (?=pregúntale|dale|dile|que )/iu;
	return readBrief(brief, { split, readers: SPANISH, otherwise: spanishStatement });
}

function spanishStatement(part: string): Part | null {
	if (/^(?:sé|sea|con tono|en tono|de forma) |^(?:breve|educado|amable|cortés)$/iu.test(part)) return null;
	return /(?<!\p{L})(?:es|son|está|están|hemos|ha|han|he|tenemos|podemos|somos|será|seremos|vamos|pagamos|necesitamos|queremos)(?!\p{L})/iu.test(
		part,
	)
		? es(part, (said) => said)
		: { unclear: part };
}
