import { skeletonOf } from "./skeleton.ts";

/** Letters of a sender's name that hide what it is, from filters or from the reader. */

const MAX_NAME_LENGTH = 200;

/** Scripts that need no characters that are not displayed; in others, joiners and marks of direction are spelling. */
const PLAIN = "[\\p{sc=Latin}\\p{sc=Cyrillic}\\p{sc=Greek}\\d]";
/** Between their letters. */
const UNSEEN = new RegExp(
	`(?<=${PLAIN})[\\u00ad\\u034f\\u061c\\u115f\\u1160\\u180e\\u200b-\\u200f\\u202a-\\u202c\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\u{e0000}-\\u{e0fff}]+${PLAIN}`,
	"u",
);
/** They turn letters around, whatever the script. */
const OVERRIDE = /[\u202d\u202e]/;

/** Whether a name has characters that no one sees inside its words. */
export function hasHiddenLetters(name: string): boolean {
	const start = name.slice(0, MAX_NAME_LENGTH);
	return OVERRIDE.test(start) || UNSEEN.test(start);
}

const LATIN = /\p{sc=Latin}/u;
const FOREIGN = /[^\p{sc=Latin}\p{sc=Common}\p{sc=Inherited}]/u;

/** The first word in which letters of another script stand for Latin ones that look the same; null: none. */
export function wordWithForeignLetters(name: string): string | null {
	const words = name.slice(0, MAX_NAME_LENGTH).split(/[^\p{L}\p{M}\p{N}]+/u);
	return words.find((word) => LATIN.test(word) && FOREIGN.test(word) && /^[a-z\d]+$/.test(skeletonOf(word))) ?? null;
}
