import { monthNumbers } from "#shared/month-numbers.ts";

/** Reading automatic replies: whether somebody is away, and until when. */

const DAY_MS = 86_400_000;
/** Dates further away are misread, or no absence to wait for. */
const MAX_DAYS = 180;

const AWAY =
	/\b(?:out[ -]of[ -](?:the[ -])?office|away|vacation|holiday|on leave|parental leave|annual leave|travell?ing|not in the office|abwesen\w*|urlaub|nicht im (?:büro|haus)|absente?|congés?|vacances|ausente|vacaciones|afwezig|ferie|fuori ufficio)\b/iu;

/** What precedes the day of return, or the last day away. */
const BEFORE =
	/\b(?:until|till|through|back(?: in the office)?(?: again)?(?: on| by| from)?|return(?:ing)?(?: to the office)?(?: on)?|bis(?: einschließlich| zum)?|ab(?: dem)?|wieder(?: ab| am)?|jusqu['’]?au|de retour le|hasta(?: el)?|vuelvo el|tot(?: en met)?|fino al|to|-|–)\s*/giu;

/** Whether an automatic reply says that somebody is away. */
export function isAway(text: string): boolean {
	return AWAY.test(text);
}

/**
 * The last date that the text names as the end of an absence.
 * @returns midnight UTC of that day; null: none is named, or none in the next 180 days
 */
export function returnDate(text: string, now: number): number | null {
	const today = Math.floor(now / DAY_MS) * DAY_MS;
	let latest: number | null = null;
	for (const match of text.matchAll(BEFORE)) {
		const date = dateAt(text.slice(match.index + match[0].length, match.index + match[0].length + 60), today);
		if (date === null || date < today || date > today + MAX_DAYS * DAY_MS) continue;
		latest = Math.max(latest ?? 0, date);
	}
	return latest;
}

/** A date at the beginning of the text, in the order that its form says. */
function dateAt(text: string, today: number): number | null {
	const rest = text.replace(/^(?:\p{L}+,?\s+)?(?:the\s+|den\s+|le\s+|el\s+)?/iu, (words) =>
		monthOf(words) === null ? "" : words,
	);
	const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})\b/.exec(rest);
	if (iso) return dayOf(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]), today);
	const dotted = /^(\d{1,2})\.\s?(\d{1,2})\.(?:\s?(\d{4}|\d{2}))?(?!\d)/.exec(rest);
	if (dotted) return dayOf(yearOf(dotted[3]), Number(dotted[2]) - 1, Number(dotted[1]), today);
	const slashed = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?(?!\d)/.exec(rest);
	if (slashed) return slashedDay(slashed, today);
	const dayFirst = /^(\d{1,2})(?:st|nd|rd|th|\.|er)?\s+(?:of\s+|de\s+)?(\p{L}+)\.?,?(?:\s+(?:de\s+)?(\d{4}))?/iu.exec(
		rest,
	);
	if (dayFirst) return named(dayFirst[2], Number(dayFirst[1]), dayFirst[3], today);
	const monthFirst = /^(\p{L}+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?:,?\s+(\d{4}))?/iu.exec(rest);
	if (monthFirst) return named(monthFirst[1], Number(monthFirst[2]), monthFirst[3], today);
	return null;
}

/** Month first, unless that cannot be; of two possible days the later one, so that nobody is written to too early. */
function slashedDay([, one = "", two = "", year]: RegExpExecArray, today: number): number | null {
	const [a, b] = [Number(one), Number(two)];
	const found = [dayOf(yearOf(year), a - 1, b, today), dayOf(yearOf(year), b - 1, a, today)].filter(
		(day) => day !== null,
	);
	const near = found.filter((day) => day >= today && day <= today + MAX_DAYS * DAY_MS);
	return near.length === 0 ? null : Math.max(...near);
}

function named(month = "", day: number, year: string | undefined, today: number): number | null {
	const index = monthOf(month);
	return index === null ? null : dayOf(yearOf(year), index, day, today);
}

function monthOf(word: string): number | null {
	return monthNumbers.get(word.trim().toLowerCase().replace(/[.,]/g, "")) ?? null;
}

function yearOf(text: string | undefined): number | null {
	if (text === undefined) return null;
	return text.length === 2 ? 2_000 + Number(text) : Number(text);
}

/** @param year null: the next time that this day comes */
function dayOf(year: number | null, month: number, day: number, today: number): number | null {
	if (month < 0 || month > 11 || day < 1 || day > 31) return null;
	const thisYear = new Date(today).getUTCFullYear();
	const date = Date.UTC(year ?? thisYear, month, day);
	if (new Date(date).getUTCMonth() !== month) return null;
	return year === null && date < today ? Date.UTC(thisYear + 1, month, day) : date;
}
