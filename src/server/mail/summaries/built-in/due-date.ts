import { monthNumbers } from "#shared/month-numbers.ts";

const DAY_MS = 86_400_000;

/** Days of the week from Sunday, in English, German, French and Spanish. */
const WEEKDAYS = [
	["sunday", "sonntag", "dimanche", "domingo"],
	["monday", "montag", "lundi", "lunes"],
	["tuesday", "dienstag", "mardi", "martes"],
	["wednesday", "mittwoch", "mercredi", "miércoles"],
	["thursday", "donnerstag", "jeudi", "jueves"],
	["friday", "freitag", "vendredi", "viernes"],
	["saturday", "samstag", "samedi", "sábado"],
];
const weekdayOf: ReadonlyMap<string, number> = new Map(
	WEEKDAYS.flatMap((words, index) => words.map((word) => [word, index] as const)),
);

const iso = (time: number): string => new Date(time).toISOString().slice(0, 10);

/**
 * The date that a sentence names, `2026-03-05`; null: none.
 * @param sentAt epoch milliseconds; "Friday" is the next one after it
 */
export function dueDateOf(sentence: string, sentAt: number): string | null {
	const text = sentence.toLowerCase();
	const [, year, month, day] = /\b(20\d\d)-(\d\d)-(\d\d)\b/.exec(text) ?? [];
	if (year !== undefined) return valid(Number(year), Number(month) - 1, Number(day));
	const start = Math.floor(sentAt / DAY_MS) * DAY_MS;
	if (/\b(?:today|tonight|heute|aujourd'hui|hoy|eod|end of (?:the )?day)\b/.test(text)) return iso(start);
	if (/\b(?:tomorrow|morgen|demain|mañana)\b/.test(text)) return iso(start + DAY_MS);
	const named = namedDate(text, sentAt);
	if (named !== null) return named;
	const weekday = (text.match(/\p{L}+/gu) ?? []).map((word) => weekdayOf.get(word)).find((one) => one !== undefined);
	if (weekday !== undefined) return iso(start + untilWeekday(sentAt, weekday) * DAY_MS);
	if (/\b(?:end of (?:the |this )?week|ende der woche|fin de semaine|fin de la semaine)\b/.test(text))
		return iso(start + untilWeekday(sentAt, 5) * DAY_MS);
	return null;
}

/** A date that exists, `2026-03-05`; null for anything else, such as February 30. */
export function existingDate(text: string | null): string | null {
	const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text ?? "") ?? [];
	return year === undefined ? null : valid(Number(year), Number(month) - 1, Number(day));
}

/** Days until the next such day; today is a week away. */
function untilWeekday(sentAt: number, weekday: number): number {
	return ((weekday - new Date(sentAt).getUTCDay() + 6) % 7) + 1;
}

/** "March 5", "5th of March", "5. März 2027". Without a year it is the next such day. */
function namedDate(text: string, sentAt: number): string | null {
	for (const match of text.matchAll(
		/(\d{1,2})(?:st|nd|rd|th|\.|er)? (?:of |de )?(\p{L}{3,12})\.?(?:,? (?:de )?(20\d\d))?/gu,
	)) {
		const found = resolve(match[2], match[1], match[3], sentAt);
		if (found !== null) return found;
	}
	for (const match of text.matchAll(/(\p{L}{3,12})\.? (\d{1,2})(?:st|nd|rd|th)?(?!\d|:)(?:,? (20\d\d))?/gu)) {
		const found = resolve(match[1], match[2], match[3], sentAt);
		if (found !== null) return found;
	}
	return null;
}

function resolve(name = "", day = "", year: string | undefined, sentAt: number): string | null {
	const month = monthNumbers.get(name);
	if (month === undefined) return null;
	if (year !== undefined) return valid(Number(year), month, Number(day));
	const sent = new Date(sentAt);
	const found = valid(sent.getUTCFullYear(), month, Number(day));
	// A month ago is meant as a date of the past; longer ago is next year.
	if (found === null || Date.parse(found) > sentAt - 31 * DAY_MS) return found;
	return valid(sent.getUTCFullYear() + 1, month, Number(day));
}

function valid(year: number, month: number, day: number): string | null {
	const time = Date.UTC(year, month, day);
	const date = new Date(time);
	return date.getUTCMonth() === month && date.getUTCDate() === day ? iso(time) : null;
}
