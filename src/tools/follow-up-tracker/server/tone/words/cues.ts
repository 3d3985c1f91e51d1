import { phrases } from "#shared/mail/phrases.ts";

/**
 * What people of one language write in replies to a campaign: alternatives for `phrases`, compared with a sentence by
 * `matcherOf`. In them `~` is the rest of a word, `…` up to six words, `<` and `>` the beginning and the end of a clause; a space
 * also matches a hyphen, or a comma with a space. Accents, capitals and apostrophes make no difference.
 */
export interface Cues {
	/** Contains words of a tone and says nothing: "no problem", "thank you for your interest". Taken out first. */
	ignored: readonly string[];
	/** Wants no further mail, threatens with the law, or insults. */
	optOut: readonly string[];
	/** Somebody else decides, or the person has left. */
	wrongPerson: readonly string[];
	/** A later time is named, or what stands against it now. */
	notNow: readonly string[];
	refused: readonly string[];
	interested: readonly string[];
	/** Days and hours: who proposes a time wants to meet, unless something else is said. */
	times: readonly string[];
	/** Asks without a question mark. */
	asks: readonly string[];
	/** Has something else already: a refusal, unless the writer asks or wants something. */
	supplied: readonly string[];
	/** Has no time: later, unless the writer asks or wants something. */
	busy: readonly string[];
	/** Turns interest of the same clause around. */
	negations: readonly string[];
	/** What follows decides. */
	but: readonly string[];
}

export interface Language {
	/** Frequent words, folded and without apostrophes, separated by spaces: they tell the language. */
	frequent: string;
	cues: Cues;
}

/** Characters that end a clause; a colon or a period within a number does not. */
const CLAUSE_END = /[.,;:!?)](?:\s|$)|[()–—"…¿¡«»|*]+|\s-+\s/u;
const NO_WORD = /[^\p{L}\p{N}+%]+/gu;

/** @param sentence folded @returns its clauses, without punctuation and apostrophes */
export function clausesOf(sentence: string): string[] {
	return sentence
		.split(CLAUSE_END)
		.map((clause) => clause.replaceAll("'", "").replace(NO_WORD, " ").trim())
		.filter((clause) => clause !== "");
}

/** @returns what recognizes any of these cues in clauses joined by `, ` */
export function matcherOf(cues: readonly string[]): RegExp {
	return phrases(...cues.map(sourceOf));
}

function sourceOf(cue: string): string {
	return cue
		.replaceAll("'", "")
		.replaceAll("-", " ")
		.replaceAll(" ", ",? ")
		.replaceAll("<", "(?<=^|, )")
		.replaceAll(">", "(?=$|,)");
}
