import type { Address } from "../rules.ts";

const UNCERTAIN =
	/(?<![\p{L}])(?:yo|nosotros|usted|ustedes|tú|él|ella|ellos|ellas|me|nos|te|os|se|que|qué|si|cuando|cuándo|donde|dónde|como|cómo|quien|quién|cual|cuál|porque|esto|eso|este|esta|estos|estas|ese|esa|o|no|sus|vuestr\p{L}+|nuestr\p{L}+)(?![\p{L}])/iu;
/** A comma before more of the same clause. */
const JOINED = /, (?=(?:con|sin|y|en|para|antes)(?!\p{L}))/giu;
const MARKS = /[?¿!¡;:,()"“”«»[\]<>|…]|\.\s|--|https?/;

/** The words as the other person says them; null: there is doubt. */
export function turned(words: string, address: Address): string | null {
	if (UNCERTAIN.test(words) || MARKS.test(words.replaceAll(JOINED, " ")) || words.length > 140) return null;
	const table: Readonly<Record<string, string>> =
		address === "familiar"
			? { mi: "tu", mis: "tus", tu: "mi", tus: "mis" }
			: { mi: "su", mis: "sus", su: "mi", tu: "mi", tus: "mis" };
	// "Su" may be of a third person where the writer says "tú".
	if (address === "familiar" && /(?<!\p{L})su(?!\p{L})/iu.test(words)) return null;
	return words.replaceAll(/(?<!\p{L})(?:mis?|tus?|su)(?!\p{L})/giu, (word) => table[word.toLowerCase()] ?? word);
}
