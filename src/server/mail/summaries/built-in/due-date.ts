import { monthNumbers } from "#shared/month-numbers.ts";
import { trimEndOf } from "#shared/trim.ts";
import { WEEKDAYS } from "#shared/weekdays.ts";

const DAY_MS = 86_400_000;

const weekdayOf: ReadonlyMap<string, number> = new Map(
	WEEKDAYS.flatMap((words, index) => words.map((word) => [word, index] as const)),
);
const NUMBERS = [
	["one", "einem", "einer", "un", "une", "una"],
	["two", "zwei", "deux", "dos"],
	["three", "drei", "trois", "tres"],
	["four", "vier", "quatre", "cuatro"],
	["five", "fünf", "cinq", "cinco"],
	["six", "sechs", "seis"],
	["seven", "sieben", "sept", "siete"],
	["eight", "acht", "huit", "ocho"],
	["nine", "neun", "neuf", "nueve"],
	["ten", "zehn", "dix", "diez"],
];
const numberOf: ReadonlyMap<string, number> = new Map(
	NUMBERS.flatMap((words, index) => words.map((word) => [word, index + 1] as const)),
);

/** A date in a sentence, from the most to the least explicit: a later one of a more explicit kind says the same. */
interface FoundDate {
	kind: number;
	at: number;
	date: string;
}

/** Words before a date until which something is due, with up to three words or an hour in between: "by 5:00 p.m. next Friday". */
const DEADLINE =
	/(?<!\p{L})(?:by|before|until|till|within|no later than|prior to|due|deadline|bis|vor|spätestens|innerhalb|avant|au plus tard|d'ici|jusqu'(?:à|au)|antes del?|a más tardar|hasta)(?:\s+(?:the )?(?:end of (?:the )?(?:day|business)|close of business|cob|eod|noon|midnight|\d{1,2}(?::\d\d)?(?:\s?[ap]\.?m?\.?)?(?: [a-z]{2,3}t)?),?)?(?:\s+[\p{L}.]+,?){0,3}\s*[(]?$/u;

/**
 * The date until which a sentence asks for something, or else the date that it names, `2026-03-05`; null: none.
 * @param sentAt epoch milliseconds; "Friday" is the next one after it
 */
export function dueDateOf(sentence: string, sentAt: number): string | null {
	const text = sentence.toLowerCase().replaceAll("’", "'");
	const isDeadline = ({ at }: FoundDate): boolean => DEADLINE.test(text.slice(Math.max(0, at - 50), at));
	const found = datesIn(text, sentAt).toSorted((a, b) => a.kind - b.kind || a.at - b.at);
	return (found.find(isDeadline) ?? found[0])?.date ?? null;
}

/** A date that exists, `2026-03-05`; null for anything else, such as February 30. */
export function existingDate(text: string | null): string | null {
	const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text ?? "") ?? [];
	return year === undefined ? null : valid(Number(year), Number(month) - 1, Number(day));
}

const iso = (time: number): string => new Date(time).toISOString().slice(0, 10);

function datesIn(text: string, sentAt: number): FoundDate[] {
	const start = Math.floor(sentAt / DAY_MS) * DAY_MS;
	const found: FoundDate[] = [];
	const find = (kind: number, pattern: RegExp, dateOf: (match: RegExpExecArray) => string | null): void => {
		for (const match of text.matchAll(pattern)) {
			const date = dateOf(match);
			if (date !== null) found.push({ kind, at: match.index, date });
		}
	};
	find(0, /\b(20\d\d)-(\d\d)-(\d\d)\b/g, ([, year, month, day]) => valid(Number(year), Number(month) - 1, Number(day)));
	find(0, /(?<![\d.])(\d{1,2})\.\s?(\d{1,2})\.(20\d\d)(?!\d)/g, ([, day, month, year]) =>
		dayOf(Number(month) - 1, day, year, sentAt),
	);
	// Without a year only after a word for dates: "Python 3.8." is none.
	find(0, /(?<=\b(?:am|bis|zum|vom|den|dem|ab|seit) )(\d{1,2})\.\s?(\d{1,2})\.(?!\d)/g, ([, day, month]) =>
		dayOf(Number(month) - 1, day, undefined, sentAt),
	);
	find(1, /(\d{1,2})(?:st|nd|rd|th|\.|er)? (?:of |de )?(\p{L}{3,12})\.?(?:,? (?:de )?((?:19|20)\d\d))?/gu, (match) =>
		dayOf(monthNumbers.get(match[2] ?? ""), match[1], match[3], sentAt),
	);
	find(1, /(\p{L}{3,12})\.? (\d{1,2})(?:st|nd|rd|th)?(?!\d|:)(?:,? ((?:19|20)\d\d))?/gu, (match) =>
		dayOf(monthNumbers.get(match[1] ?? ""), match[2], match[3], sentAt),
	);
	find(1, /(?<!\p{L})(?:end of|ende|fin|finales de|fin de) (\p{L}{3,12})(?!\p{L})/gu, (match) =>
		endOf(monthNumbers.get(match[1] ?? ""), sentAt),
	);
	find(2, /(?<!\p{L})(?:today|tonight|heute|aujourd'hui|hoy)(?!\p{L})/gu, () => iso(start));
	// "By the end of the day on Thursday" is Thursday.
	find(5, /(?<!\p{L})(?:eod|cob|end of (?:the |business )?day|close of business|end of business)(?!\p{L})/gu, () =>
		iso(start),
	);
	// "2/13/02": only where one of both is no month, or a day of the week tells which one is.
	find(1, /(?<![\d/.])(\d{1,2})\/(\d{1,2})(?:\/((?:20)?\d\d))?(?![\d/])/g, (match) =>
		slashed(match, weekdayBefore(text, match.index), sentAt),
	);
	find(1, /(?<!\p{L})end of (?:the |this )?month(?!\p{L})/gu, () => endOf(new Date(sentAt).getUTCMonth(), sentAt));
	find(2, /(?<!\p{L})(?:within|in) (?:the next )?(24|48|72) hours(?!\p{L})/gu, ([, hours]) =>
		iso(start + Math.floor(Number(hours) / 24) * DAY_MS),
	);
	find(2, /(?<!\p{L})end of next week(?!\p{L})/gu, () => iso(start + (untilWeekday(sentAt, 0) + 5) * DAY_MS));
	find(2, /(?<!\p{L})(?:day after tomorrow|übermorgen|après-demain|pasado mañana)(?!\p{L})/gu, () =>
		iso(start + 2 * DAY_MS),
	);
	find(2, TOMORROW, () => iso(start + DAY_MS));
	find(2, SPAN, ([, number = "", unit = ""]) => iso(start + daysOf(number, unit) * DAY_MS));
	find(3, /\p{L}+/gu, ([word]) => {
		const weekday = weekdayOf.get(word);
		return weekday === undefined ? null : iso(start + untilWeekday(sentAt, weekday) * DAY_MS);
	});
	find(
		3,
		/(?<!\p{L})(?:end of (?:the |this )?week|ende der woche|fin de (?:la )?semaine|final de (?:la )?semana|fin de (?:la )?semana)(?!\p{L})/gu,
		() => iso(start + untilWeekday(sentAt, 5) * DAY_MS),
	);
	find(
		4,
		/(?<!\p{L})the (\d{1,2})(?:st|nd|rd|th)(?!\p{L}| (?:of|floor|century|time|edition|version|anniversary))/gu,
		(match) => nextDay(match[1], sentAt),
	);
	return found;
}

/** "Morgen" and "mañana" are also the morning: "am Freitag Morgen", "por la mañana". */
const TOMORROW =
	/(?<!\p{L})(?:tomorrow|demain|(?<!(?:tag|woch|am|guten|jeden|heute|diesen) )morgen|(?<!(?:la|pasado) )mañana)(?!\p{L})/gu;

const NUMBER = String.raw`(\d{1,2}|${[...numberOf.keys()].join("|")})`;
/** "Within two weeks", but not "within two weeks of the order", whose date is not known here. */
const SPAN = new RegExp(
	`(?<!\\p{L})(?:within|in|innerhalb von|binnen|dans|sous|en|en un plazo de) (?:the next )?${NUMBER} (days?|weeks?|tagen?|wochen?|jours?|semaines?|días?|semanas?)(?!\\p{L})(?! (?:of|from|after|before|nach|vor|après|de|del) (?!your receipt|receipt|now|today|erhalt|réception))`,
	"gu",
);

function daysOf(number: string, unit: string): number {
	const count = numberOf.get(number) ?? Number(number);
	return /^(?:w|s)/.test(unit) ? 7 * count : count;
}

/** Days until the next such day; today is a week away. */
function untilWeekday(sentAt: number, weekday: number): number {
	return ((weekday - new Date(sentAt).getUTCDay() + 6) % 7) + 1;
}

/** The day of the week that is named right before a place in the text. */
function weekdayBefore(text: string, at: number): number | undefined {
	const before = trimEndOf(text.slice(Math.max(0, at - 20), at), ", (\t\n");
	return weekdayOf.get(before.split(/\P{L}/u).at(-1) ?? "");
}

/** "10/30" or "30/10"; null where it could be both. */
function slashed([, a, b, short]: RegExpExecArray, weekday: number | undefined, sentAt: number): string | null {
	const year = short === undefined || short.length === 4 ? short : `20${short}`;
	const found = [dayOf(Number(a) - 1, b, year, sentAt), dayOf(Number(b) - 1, a, year, sentAt)].filter(
		(date, index) => date !== null && Number(index === 0 ? a : b) <= 12,
	);
	const fitting = weekday === undefined ? found : found.filter((date) => new Date(date ?? 0).getUTCDay() === weekday);
	return fitting.length === 1 || fitting[0] === fitting[1] ? (fitting[0] ?? null) : null;
}

/** Without a year it is the next such day; one of the past month is meant as a date of the past. */
function dayOf(month: number | undefined, day = "", year: string | undefined, sentAt: number): string | null {
	if (month === undefined) return null;
	if (year !== undefined) return valid(Number(year), month, Number(day));
	const sent = new Date(sentAt);
	const found = valid(sent.getUTCFullYear(), month, Number(day));
	if (found === null || Date.parse(found) > sentAt - 31 * DAY_MS) return found;
	return valid(sent.getUTCFullYear() + 1, month, Number(day));
}

/** The last day of a month. */
function endOf(month: number | undefined, sentAt: number): string | null {
	if (month === undefined) return null;
	const sent = new Date(sentAt);
	const year = sent.getUTCFullYear() + (month < sent.getUTCMonth() ? 1 : 0);
	return iso(Date.UTC(year, month + 1, 0));
}

/** "The 20th": of this month, or of the next one. */
function nextDay(day = "", sentAt: number): string | null {
	const sent = new Date(sentAt);
	const month = sent.getUTCMonth() + (Number(day) < sent.getUTCDate() ? 1 : 0);
	return valid(sent.getUTCFullYear() + Math.floor(month / 12), month % 12, Number(day));
}

function valid(year: number, month: number, day: number): string | null {
	const time = Date.UTC(year, month, day);
	const date = new Date(time);
	return date.getUTCMonth() === month && date.getUTCDate() === day ? iso(time) : null;
}
