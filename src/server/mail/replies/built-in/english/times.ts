/** Days and hours as English sentences name them. */

const DAY = "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day";
const MONTH =
	"(?:January|February|March|April|May|June|July|August|September|October|November|December|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\\b\\.?)";
const ORDINAL = "\\d{1,2}(?:st|nd|rd|th)";
const DATE = `(?:(?:the )?\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${MONTH}|${MONTH} \\d{1,2}(?:st|nd|rd|th)?)(?:,? 20\\d\\d)?`;
const PART = "(?: (?:morning|afternoon|evening|lunchtime|night))?";
const CLOCK = "(?:\\d{1,2}(?:[:.]\\d\\d)?(?: ?[ap]\\.?m\\b\\.?)?(?: o'clock)?|noon|midday)";
const EXACT = "(?:\\d{1,2}:\\d\\d(?: ?[ap]\\.?m\\b\\.?)?|\\d{1,2}(?:[:.]\\d\\d)? ?[ap]\\.?m\\b\\.?|noon)";
const HOURS = `(?:between ${CLOCK} and ${CLOCK}|from ${CLOCK} (?:to|until|till) ${CLOCK}|${CLOCK} ?[-–] ?${EXACT}|(?:at|around|after|about) (?:around |about )?${CLOCK}|${EXACT})`;
const NAMED_DAY = `(?:(?:next |this |the coming )?${DAY}(?:(?:,? (?:the )?)(?:${DATE}|${ORDINAL}))?|${DATE}|the ${ORDINAL}|today|tomorrow|tonight)${PART}`;

/** "Thursday at 3", "3 pm on 5 May": a day, with an hour where one is named. */
const TIME = `(?:${NAMED_DAY}(?:,? ${HOURS})?|(?:at )?${EXACT}(?: on|,)? ${NAMED_DAY})`;
/** The place right after it: "at the museum", "in Leeds". */
const PLACE =
	"(?: (?:at|in) (?:the (?:\\p{Ll}+ ?){1,3}|(?:the )?\\p{Lu}\\p{L}+(?: \\p{Lu}\\p{L}+){0,2})(?=\\s*(?:[?.,!]|$| (?:or|to|for|and|work|suit|okay|ok)\\b)))?";
// oxlint-disable-next-line regexp/no-super-linear-backtracking -- a sentence has at most 800 characters
const TIMES = new RegExp(`(?<![\\p{L}\\d])(${TIME}${PLACE})(?![\\p{L}\\d]|'s)`, "gu");
/** Before a time that is a limit, or past. */
const NOT_AT =
	/(?:\b(?:by|before|until|till|since|from|than|of|not|last|past|after|every|instead of|except|besides|unlike)|n't)(?: on)? $/i;

/** Times that a sentence names for something to take place, in its words. `null`: one of them is a limit, or left. */
export function timesIn(sentence: string): string[] | null {
	const found: string[] = [];
	for (const match of sentence.matchAll(TIMES)) {
		const before = sentence.slice(Math.max(0, match.index - 14), match.index);
		// "Move it from Tuesday to Thursday": Tuesday is over.
		if (/\bfrom $/i.test(before) && /^ to /.test(sentence.slice(match.index + match[0].length))) continue;
		if (NOT_AT.test(before)) return null;
		found.push((match[1] ?? "").trim().replace(/^at (?=\d)/, ""));
	}
	return found;
}

/** Whether a sentence names a day or an hour. */
export function namesTime(sentence: string): boolean {
	return sentence.search(TIMES) >= 0;
}

/** A date until which something is wanted: "by Friday", "before 5 March". */
export const LIMIT = new RegExp(
	`\\b(?:by|before|until|no later than) (?:the end of |close of |end of )?(?:${TIME}|${EXACT}|the week|the month|the day|business|next week)`,
	"u",
);
