import { monthNumbers } from "#shared/month-numbers.ts";

/** Days (UTC midnight, epoch milliseconds): `from` inclusive, `until` exclusive; absent: open. */
export interface Days {
	from?: number;
	until?: number;
}

/** A date in words, and its position in the question. */
export interface FoundDays extends Days {
	/** A day or month that emails may tell: "on 12 March", unlike "since March" and "last week". */
	isTold: boolean;
	index: number;
	length: number;
}

const DAY = 86_400_000;

type Unit = "day" | "week" | "month" | "quarter" | "year";

const UNITS: Readonly<Record<Unit, string>> = {
	day: "days?|tag(?:e|en)?|jours?|d[ií]as?",
	week: "weeks?|wochen?|semaines?|semanas?",
	month: "months?|monat(?:e|en|s)?|mois|mes(?:es)?",
	quarter: "quarters?|quartal(?:e|s)?|trimestres?",
	year: "years?|jahr(?:e|en|es)?|ans?|années?|años?",
};
const UNIT = `(?:${Object.values(UNITS).join("|")})`;
const LAST = "last|past|previous|letzte[nrsm]?|vorige[nrsm]?|vergangene[nrsm]?";
const LAST_AFTER = "derniers?|dernières?|passée?s?|pasad[oa]s?|últim[oa]s?";
const THIS = "this|the current|diese[nrsm]?|ce|cette|cet|est[ea]";
const MONTH = [...monthNumbers.keys()].toSorted((a, b) => b.length - a.length).join("|");
const YEAR = "(?:19|20)\\d\\d";
/** One date: its groups are those of `spanOf`. */
const DATE = [
	"(?<iso>\\d{4}-\\d\\d-\\d\\d)",
	`(?<day>\\d{1,2})(?:st|nd|rd|th|er|\\.)?(?: of| de)? (?<month>${MONTH})\\.?(?:,?(?: de)? (?<year>${YEAR}))?`,
	`(?<month2>${MONTH})\\.? (?<day2>\\d{1,2})(?:st|nd|rd|th)?(?!\\d)(?:,? (?<year2>${YEAR}))?`,
	`(?<month3>${MONTH})(?: de)? (?<year3>${YEAR})`,
	`(?<month4>${MONTH})`,
	`(?<year5>${YEAR})`,
].join("|");
const SINCE = "since|from|seit|ab|depuis|desde|starting";
const BEFORE = "before|until|till|vor|bis|avant|jusqu'(?:à|en|au)|antes del?|hasta";
const AFTER = "after|nach|après|después del?";
const IN = "in|on|of|during|im|am|aus|vom|en|au|du|le|el|de|del|por";

/** Dates relative to a day, and named ones, in English, German, French and Spanish. The longest forms come first. */
const forms: readonly { pattern: RegExp; read: (match: RegExpExecArray, today: number) => Days | null }[] = [
	{
		pattern: rule(`(?:between|zwischen|entre) (?<a>${plain(DATE)}) (?:and|und|et|y) (?<b>${plain(DATE)})`),
		read: ({ groups }, today) => {
			const [first, second] = [spanIn(groups?.a, today), spanIn(groups?.b, today)];
			return first && second ? { from: first.from, until: second.until } : null;
		},
	},
	{
		pattern: rule(
			`(?:(?:in|within|over|during|for|durant|pendant|en|durante) )?(?:(?:the|den|les|ces|los|las|der) )?(?:(?:${LAST}|últim[oa]s|pasad[oa]s) )?(?<count>\\d{1,3}) (?:(?:${LAST_AFTER}|${LAST}) )?(?<unit>${UNIT})(?<tail> (?:ago|pasad[oa]s))?`,
		),
		read: ({ 0: text, groups }, today) => {
			const isAgo = groups?.tail === " ago";
			const from = before(today, Number(groups?.count), unitOf(groups?.unit));
			if (isAgo) return { from, until: from + DAY };
			return new RegExp(`(?<!\\p{L})(?:${LAST}|${LAST_AFTER}|within)(?!\\p{L})`, "iu").test(text) ? { from } : null;
		},
	},
	{
		pattern: rule(`(?:vor|il y a|hace) (?<count>\\d{1,3}) (?<unit>${UNIT})`),
		read: ({ groups }, today) => {
			const from = before(today, Number(groups?.count), unitOf(groups?.unit));
			return { from, until: from + DAY };
		},
	},
	{
		pattern: rule("(?:the day before yesterday|vorgestern|avant-hier|anteayer)"),
		read: (_, today) => dayAt(today - 2 * DAY),
	},
	{
		pattern: rule("(?:since |from |seit |de |desde )?(?:yesterday|gestern|hier|ayer)"),
		read: ({ 0: text }, today) => (/^(?:since|seit|desde)/i.test(text) ? { from: today - DAY } : dayAt(today - DAY)),
	},
	{ pattern: rule("(?:today|heute|aujourd'hui|hoy)"), read: (_, today) => dayAt(today) },
	{
		pattern: rule(
			`(?:(?:in|im|en|since|seit|depuis|desde) )?(?:(?:the|der|den|la|le|l'|el) ?)?(?:${LAST}) (?<unit>${UNIT})`,
		),
		read: ({ groups }, today) => periodAt(unitOf(groups?.unit), today, 1),
	},
	{
		pattern: rule(`(?:(?:en|depuis|desde|durant|durante) )?(?:(?:la|le|l'|el) ?)(?<unit>${UNIT}) (?:${LAST_AFTER})`),
		read: ({ groups }, today) => periodAt(unitOf(groups?.unit), today, 1),
	},
	{
		pattern: rule(`(?:(?:in|en) )?(?:${THIS}) (?<unit>${UNIT})`),
		read: ({ groups }, today) => periodAt(unitOf(groups?.unit), today, 0),
	},
	{
		pattern: rule(
			`(?:(?<since>${SINCE})|(?<before>${BEFORE})|(?<after>${AFTER})) (?:the |dem |den |le |el |l')?(?:${DATE})`,
		),
		read: ({ groups }, today) => {
			const span = spanOf(groups, today);
			if (span === null) return null;
			if (groups?.since !== undefined) return { from: span.from };
			return groups?.before === undefined ? { from: span.until } : { until: span.from };
		},
	},
	{
		pattern: rule(`(?:(?<preposition>${IN}) )?(?:the |dem |den |le |el )?(?:${DATE})`),
		read: ({ 0: text, index, groups }, today) => {
			// "May I", "mars" are also other words, and a number alone need not be a year.
			const isBare = groups?.preposition === undefined;
			if (isBare && groups?.month4 !== undefined && (index === 0 || !/\p{Lu}/u.test(text))) return null;
			if (isBare && groups?.year5 !== undefined && Number(groups.year5) > new Date(today).getUTCFullYear()) return null;
			return spanOf(groups, today);
		},
	},
];

/**
 * The dates that a question names.
 * @param today midnight (UTC) of the user's day, epoch milliseconds
 */
export function daysIn(question: string, today: number): FoundDays | null {
	for (const { pattern, read } of forms) {
		for (const match of question.matchAll(pattern)) {
			const days = read(match, today);
			if (days !== null) {
				const isTold = pattern === forms.at(-1)?.pattern;
				return { ...days, isTold, index: match.index, length: match[0].length };
			}
		}
	}
	return null;
}

function rule(source: string): RegExp {
	return new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, "giu");
}

/** The pattern without the names of its groups, which may occur once. */
function plain(source: string): string {
	return source.replaceAll(/\(\?<\w+>/g, "(?:");
}

function unitOf(word = ""): Unit {
	const found = (Object.keys(UNITS) as Unit[]).find((unit) => new RegExp(`^(?:${UNITS[unit]})$`, "iu").test(word));
	return found ?? "day";
}

const dayAt = (day: number): Days => ({ from: day, until: day + DAY });

/** The day so many units before. */
function before(today: number, count: number, unit: Unit): number {
	if (unit === "day") return today - count * DAY;
	if (unit === "week") return today - count * 7 * DAY;
	const date = new Date(today);
	const months = count * (unit === "year" ? 12 : unit === "quarter" ? 3 : 1);
	const first = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, 1));
	const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
	return Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), Math.min(date.getUTCDate(), last));
}

/** The calendar unit of a day, or one before it. Weeks begin on Monday. */
function periodAt(unit: Unit, today: number, back: 0 | 1): Days {
	const date = new Date(today);
	const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
	switch (unit) {
		case "day":
			return dayAt(today - back * DAY);
		case "week": {
			const from = today - ((date.getUTCDay() + 6) % 7) * DAY - back * 7 * DAY;
			return { from, until: from + 7 * DAY };
		}
		case "month":
			return { from: Date.UTC(year, month - back, 1), until: Date.UTC(year, month - back + 1, 1) };
		case "quarter": {
			const first = month - (month % 3) - 3 * back;
			return { from: Date.UTC(year, first, 1), until: Date.UTC(year, first + 3, 1) };
		}
		case "year":
			return { from: Date.UTC(year - back, 0, 1), until: Date.UTC(year - back + 1, 0, 1) };
	}
}

type Span = Required<Days>;

function spanIn(text: string | undefined, today: number): Span | null {
	const match = text === undefined ? null : new RegExp(`^(?:${DATE})$`, "iu").exec(text);
	return match === null ? null : spanOf(match.groups, today);
}

/** The day, month or year that the groups of `DATE` name. Without a year it is the latest one that has begun. */
function spanOf(groups: Record<string, string | undefined> | undefined, today: number): Span | null {
	const { iso, day, day2, month, month2, month3, month4, year, year2, year3, year5 } = groups ?? {};
	if (iso !== undefined) {
		const at = Date.parse(`${iso}T00:00:00Z`);
		return Number.isNaN(at) ? null : { from: at, until: at + DAY };
	}
	if (year5 !== undefined) return { from: Date.UTC(Number(year5), 0, 1), until: Date.UTC(Number(year5) + 1, 0, 1) };
	const number = monthNumbers.get((month ?? month2 ?? month3 ?? month4 ?? "").toLowerCase());
	if (number === undefined) return null;
	const written = year ?? year2 ?? year3;
	const dayText = day ?? day2;
	const at = (inYear: number): Span => {
		if (dayText === undefined) return { from: Date.UTC(inYear, number, 1), until: Date.UTC(inYear, number + 1, 1) };
		const from = Date.UTC(inYear, number, Number(dayText));
		return { from, until: from + DAY };
	};
	if (written !== undefined) return at(Number(written));
	const thisYear = new Date(today).getUTCFullYear();
	return at(thisYear).from <= today ? at(thisYear) : at(thisYear - 1);
}
