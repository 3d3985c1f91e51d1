import { createHash } from "node:crypto";

/** Footers of mailing lists and mail servers have this many words at most. */
const MAX_FOOTER_LENGTH = 60;

/** A number, date, amount, or an identifier with digits. */
export function hasNumber(word: string): boolean {
	return /\p{N}/u.test(word);
}

/** Hashes by which texts are compared without their words. */
export interface TextHashes {
	/** Of all words. */
	full: number;
	/** Of the text without each possible footer, and of all words. */
	withoutFooter: ReadonlySet<number>;
}

export function textHashes(words: readonly string[]): TextHashes {
	const lastNumber = words.findLastIndex(hasNumber);
	const shortest = Math.max(1, words.length - MAX_FOOTER_LENGTH, lastNumber + 1);
	const hash = createHash("sha1");
	const withoutFooter = new Set<number>();
	let full = 0;
	for (const [index, word] of words.entries()) {
		hash.update(`${word} `);
		if (index + 1 < shortest) continue;
		full = hash.copy().digest().readUIntBE(0, 6);
		withoutFooter.add(full);
	}
	return { full, withoutFooter };
}

/**
 * Whether two texts are the same mail: the same words in the same order, except for a footer that one of them has. A
 * replaced word may be a name, an inserted one the answer above a quote: those are different mails.
 */
export function isSameMail(one: TextHashes, other: TextHashes): boolean {
	return one.withoutFooter.has(other.full) || other.withoutFooter.has(one.full);
}
