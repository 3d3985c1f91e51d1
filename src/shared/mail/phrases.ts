/** Letters that have no mark to take off. */
const PLAIN: Readonly<Record<string, string>> = { ı: "i", ł: "l", ø: "o", đ: "d", ß: "ss", æ: "ae", œ: "oe", ς: "σ" };
const INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;
/** Words between two parts of a phrase. */
const GAP = String.raw`(?: [^ \n]{1,40}){0,6}`;

/** Text in which spellings of one word are equal: lower case, without accents, invisible letters and runs of spaces. */
export function fold(text: string): string {
	return unmarked(text.replace(INVISIBLE, "").toLowerCase())
		.replace(/[\u2018\u2019\u02bc\u00b4`]/g, "'")
		.replace(/[^\S\n]+/g, " ");
}

function unmarked(text: string): string {
	return text
		.normalize("NFKD")
		.replace(/\p{M}/gu, "")
		.normalize("NFKC")
		.replace(/[ıłøđßæœς]/g, (letter) => PLAIN[letter] ?? letter);
}

/**
 * Recognizes any of these phrases as whole words of folded text. In them `~` is the rest of a word, `…` up to six words.
 * Scripts without spaces between words: see `anywhere`.
 */
export function phrases(...alternatives: readonly string[]): RegExp {
	return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${sourceOf(alternatives)})(?![\p{L}\p{N}])`, "iu");
}

/** Like `phrases`, also within words. */
export function anywhere(...alternatives: readonly string[]): RegExp {
	return new RegExp(`(?:${sourceOf(alternatives)})`, "iu");
}

/** The source of a pattern for folded text. */
export function sourceOf(alternatives: readonly string[]): string {
	return alternatives
		.map((one) => unmarked(one.split("…").join(GAP)).split("~").join(String.raw`\p{L}{0,30}`))
		.join("|");
}
