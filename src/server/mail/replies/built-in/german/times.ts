/** Days and hours as German sentences name them. */

const DAY =
	"(?:(?:Mon|Diens|Donners|Frei|Sams|Sonn)tag|Mittwoch|Sonnabend)(?:morgen|vormittag|mittag|nachmittag|abend)?";
const MONTH = "(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)";
const DATE = `\\d{1,2}\\.(?: ?${MONTH}| ?\\d{1,2}\\.)(?: ?20\\d\\d)?`;
const CLOCK = "\\d{1,2}(?:[:.]\\d\\d)?(?: Uhr)?";
const HOURS = `(?:zwischen ${CLOCK} und ${CLOCK}|(?:um|gegen|ab) ${CLOCK}|\\d{1,2}(?:[:.]\\d\\d)? Uhr)`;
const NAMED_DAY = `(?:(?:am |diesen |nächsten |kommenden |am kommenden |am nächsten )?${DAY}(?:,? (?:den |dem |der )?(?:${DATE}|\\d{1,2}\\.(?! ?\\d)))?|am ${DATE}|(?:heute|morgen|übermorgen)(?: (?:früh|vormittag|mittag|nachmittag|abend|Vormittag|Mittag|Nachmittag|Abend))?)`;
const TIMES = new RegExp(`(?<![\\p{L}\\d])(${NAMED_DAY}(?:,? ${HOURS})?)(?![\\p{L}\\d])`, "gu");
const NOT_AT =
	/(?:^|\s)(?:bis|vor|nach|seit|ab|von|vom|statt|nicht|spätestens|letzten|vergangenen|jeden|außer)(?: zum| dem| am| zu)? $/i;

/** Times that a sentence names for something to take place, in its words. `null`: one of them is a limit, or left. */
export function timesIn(sentence: string): string[] | null {
	const found: string[] = [];
	for (const match of sentence.matchAll(TIMES)) {
		if (NOT_AT.test(sentence.slice(Math.max(0, match.index - 16), match.index))) return null;
		found.push((match[1] ?? "").trim());
	}
	return found;
}

/** A date until which something is wanted. */
export const LIMIT =
	/(?<!\p{L})(?:bis|spätestens|vor)(?: (?:zum|am|spätestens|Ende|kommenden|nächsten))* (?:\p{Lu}|\d|morgen|heute|übermorgen)/u;
