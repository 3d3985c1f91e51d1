import { fold, phrases } from "#shared/mail/phrases.ts";

/** Endings of words that are written without `~`. */
const ENDINGS: ReadonlySet<string> = new Set(["", "s", "es", "e", "n", "en", "er", "x"]);

/** A word of the table, compiled. */
export interface Entry {
	/** Folded, without marks. */
	text: string;
	/** Several words; what they match is asked of the whole text. */
	phrase: RegExp | null;
	/** Words may begin, or go on, in another way. */
	isEnd: boolean;
	isBeginning: boolean;
	/** It has no other endings: names of days and months. */
	isFixed: boolean;
}

/** Compiles a word of the table: `~` is the rest of a word, `*` its beginning, `…` up to six words. */
export function readEntry(written: string, isFixed: boolean): Entry {
	const isPhrase = /[ …]/.test(written);
	return {
		text: fold(written.replaceAll(/[*~]/g, "")),
		phrase: isPhrase ? phrases(written) : null,
		isEnd: written.startsWith("*"),
		isBeginning: written.endsWith("~"),
		isFixed,
	};
}

/** Whether a folded word is a form of the entry. */
export function isForm(token: string, { text, phrase, isEnd, isBeginning, isFixed }: Entry): boolean {
	if (phrase !== null) return false;
	// "battery", "batteries"
	if (text.endsWith("y") && token.endsWith("ies") && token.slice(0, -3) === text.slice(0, -1)) return true;
	const at = isEnd ? token.lastIndexOf(text) : token.startsWith(text) ? 0 : -1;
	if (at < 0) return false;
	return isBeginning || (isFixed ? at + text.length === token.length : ENDINGS.has(token.slice(at + text.length)));
}
