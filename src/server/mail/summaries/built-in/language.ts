/** Languages that the built-in engine knows. */
export type Language = "en" | "de" | "fr" | "es";

/** Frequent words that the other languages do not have. */
const WORDS: Readonly<Record<Language, ReadonlySet<string>>> = {
	en: new Set("the and of to is that for you with this have are not be we will your on it".split(" ")),
	de: new Set("der die das und ist nicht ich sie wir mit für auf ein eine den zu es bitte haben".split(" ")),
	fr: new Set("le les et est que pour vous avec nous des une dans pas je sur merci bonjour votre".split(" ")),
	es: new Set("el los y es que para usted con nosotros una por gracias hola su las del se como".split(" ")),
};

/** The language of a text, by its frequent words; English when it is none of the others. */
export function languageOf(text: string): Language {
	const words =
		text
			.slice(0, 4_000)
			.toLowerCase()
			.match(/\p{L}+/gu) ?? [];
	const counts = (Object.keys(WORDS) as Language[]).map((language) => ({
		language,
		count: words.filter((word) => WORDS[language].has(word)).length,
	}));
	const [best] = counts.toSorted((a, b) => b.count - a.count);
	return best === undefined || best.count === 0 ? "en" : best.language;
}
