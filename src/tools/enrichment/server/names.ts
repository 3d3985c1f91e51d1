import { trimEndOf } from "#shared/trim.ts";

/** Names of people: as mail programs write them, and their parts. */

const HONORIFIC = /^(?:(?:dr|prof|mr|mrs|ms|sir|herr|frau|dipl\.?-?ing|ing|mag)\b\.? )+/i;
const AFTER_NAME = /^(?:ph\.?d|m\.?d|mba|m\.?sc|b\.?sc|esq|cpa|p\.?e|pmp|cissp)\.?$/i;
const MAX_LENGTH = 80;
/** Names that are written without a space: Chinese, Japanese, Korean. */
const EAST_ASIAN_NAME = /^(?:[\p{sc=Han}々][\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}々ー]{1,5}|\p{sc=Hangul}{2,4})$/u;

/**
 * A person's name from a display name: without quotes, titles, remarks in parentheses and what a list adds; null if it
 * does not look like a name.
 */
export function personName(displayName: string): string | null {
	if (displayName.length > 200) return null;
	const plain = displayName
		.replace(/["“”„]|^'|'$/g, "")
		.split(/[([{]| via /i, 1)
		.join("")
		.replace(/\s+/g, " ")
		.trim();
	const turned = /^([\p{L}'’ -]{2,40}), ([\p{L}.'’ -]{1,40})$/u.exec(withoutDegrees(plain));
	const ordered = turned === null ? plain : `${turned[2]} ${turned[1]}`;
	const name = withoutUnit(withoutDegrees(ordered.replace(HONORIFIC, "")));
	if (name.length > MAX_LENGTH || /[@\d/\\_:;!?<>|=+*#~,]|\.\p{L}{2}/u.test(name)) return null;
	if (EAST_ASIAN_NAME.test(name)) return name;
	const words = name.split(" ");
	if (words.length < 2 || words.length > 5) return null;
	if (!words.every((word) => /^\p{L}[\p{L}\p{M}'’.-]*$/u.test(word))) return null;
	return isShouted(name) ? capitalized(name) : name;
}

/** `Ann Lee OS` and `Ann Lee HCL` have a unit or company after the name: words in capitals where the others are not. */
function withoutUnit(name: string): string {
	const words = name.split(" ");
	while (words.length > 2 && /^\p{Lu}{2,5}$/u.test(words.at(-1) ?? "") && words.slice(0, 2).every(isMixed)) words.pop();
	return words.join(" ");
}

/** A capital with small letters after it. */
const isMixed = (word: string): boolean => /^\p{Lu}.*\p{Ll}/u.test(word);

/** Without the degrees that follow a name. */
function withoutDegrees(name: string): string {
	const words = name.split(" ");
	while (words.length > 1 && AFTER_NAME.test(trimEndOf(words.at(-1) ?? "", ","))) words.pop();
	return trimEndOf(words.join(" "), ",");
}

/** Lower-case words of at least two letters. */
export function nameWords(text: string): string[] {
	return (
		text
			.normalize("NFKD")
			.replace(/\p{M}/gu, "")
			.toLowerCase()
			.match(/\p{L}{2,}/gu) ?? []
	);
}

const isShouted = (name: string): boolean => name === name.toUpperCase() || name === name.toLowerCase();

function capitalized(name: string): string {
	return name
		.split(" ")
		.map((word) =>
			// Initials have no vowels: `JP`, `HCL`.
			/^[B-DF-HJ-NP-TV-Z]{2,4}$/.test(word)
				? word
				: word.toLowerCase().replace(/(?<![\p{L}'’])\p{L}/gu, (letter) => letter.toUpperCase()),
		)
		.join(" ");
}
