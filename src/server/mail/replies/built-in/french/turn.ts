import type { Address } from "../rules.ts";

const UNCERTAIN =
	/(?<![\p{L}'-])(?:je|j'|nous|vous|tu|il|elle|ils|elles|on|lui|leur|leurs|qui|que|qu'|si|quand|où|comment|dont|pourquoi|combien|quels?|quelles?|ce|cet|cette|ces|cela|ça|celui|celle|ceux|y|ne|pas|ou|votre)(?![\p{L}])/iu;
/** A comma before more of the same clause. */
const JOINED = /, (?=(?:avec|sans|et|en|pour|avant|au nom)(?!\p{L}))/giu;
const MARKS = /[?!;:,()"“”«»[\]<>|…]|\.\s|--|https?/;
const FAMILIAR: Readonly<Record<string, string>> = {
	mon: "ton",
	ma: "ta",
	mes: "tes",
	notre: "votre",
	nos: "vos",
	ton: "mon",
	ta: "ma",
	tes: "mes",
	vos: "mes",
};
const FORMAL: Readonly<Record<string, string>> = {
	mon: "votre",
	ma: "votre",
	mes: "vos",
	notre: "votre",
	nos: "vos",
	vos: "mes",
	ton: "mon",
	ta: "ma",
	tes: "mes",
};

/** The words as the other person says them; null: there is doubt. */
export function turned(words: string, address: Address): string | null {
	if (UNCERTAIN.test(words) || MARKS.test(words.replaceAll(JOINED, " ")) || words.length > 140) return null;
	const table = address === "familiar" ? FAMILIAR : FORMAL;
	return words.replaceAll(
		/(?<!\p{L})(?:mon|ma|mes|notre|nos|ton|ta|tes|vos)(?!\p{L})/giu,
		(word) => table[word.toLowerCase()] ?? word,
	);
}
