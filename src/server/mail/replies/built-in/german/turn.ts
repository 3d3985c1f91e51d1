import type { Address } from "../rules.ts";

/** Verbs whose person is in the dative: "uns schicken". */
const GIVES =
	/(?:schicken|senden|geben|sagen|teilen|zeigen|nennen|leiten|helfen|antworten|liefern|bringen|bestätigen|besorgen|reservieren|erstellen|machen|stellen|lassen)$/;
const UNCERTAIN =
	/(?<![\p{L}])(?:ich|wir|du|er|es|man|ihr|ihm|ihn|euch|sich|dass|ob|wenn|falls|wann|wie|was|wer|wo|warum|weil|damit|welche[rsnm]?|dies\p{L}*|jemand\p{L}*|etwas|noch mal)(?!\p{L})|(?<!\p{L})(?:Sie|sie|Ihnen|ihnen)(?!\p{L})/u;
/** A comma before more of the same clause. */
const JOINED = /, (?=(?:mit|ohne|und|inklusive|bis)(?!\p{L}))/giu;
const MARKS = /[?!;:,()"“”„[\]<>|…]|\.\s(?!\p{Lu}\p{Ll}+|\d)|--|https?/u;

const OF_UNSER: Readonly<Record<string, string>> = {
	...{ unser: "euer", unsere: "eure", unseren: "euren", unserem: "eurem", unserer: "eurer", unseres: "eures" },
};

/** The words as the other person says them; null: there is doubt. @param verb the infinitive that they belong to */
export function turned(words: string, verb: string, address: Address): string | null {
	if (UNCERTAIN.test(words) || MARKS.test(words.replaceAll(JOINED, " ")) || words.length > 140) return null;
	const isFamiliar = address === "familiar";
	// "Uns" is "Ihnen" or "Sie", as the verb wants it.
	if (/(?<!\p{L})uns(?!\p{L})/u.test(words) && !GIVES.test(verb)) return null;
	return words.replaceAll(/(?<!\p{L})(mir|uns|mich|(?:mein|unser|dein|Ihr)(?:e[nmrs]?)?)(?!\p{L})/gu, (word) => {
		if (word === "mir" || word === "uns") return isFamiliar ? "dir" : "Ihnen";
		if (word === "mich") return isFamiliar ? "dich" : "Sie";
		if (word.startsWith("mein")) return (isFamiliar ? "dein" : "Ihr") + word.slice(4);
		if (word.startsWith("unser")) return isFamiliar ? (OF_UNSER[word] ?? word) : `Ihr${word.slice(5)}`;
		return `mein${word.slice(word.startsWith("dein") ? 4 : 3)}`;
	});
}
