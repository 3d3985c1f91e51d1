import { dueDateOf } from "#kernel/summaries.ts";
import { sentencesOf } from "#shared/mail/absence.ts";
import { fold } from "#shared/mail/phrases.ts";
import { monthNumbers } from "#shared/month-numbers.ts";

/** The day that a "not now" names: when to write again. */

const DAY_MS = 86_400_000;
/** Text that is read: who names a time says it at the top. */
const MAX_TEXT = 800;

/** Months from 0 by their folded names. */
const MONTHS: ReadonlyMap<string, number> = new Map([...monthNumbers].map(([name, month]) => [fold(name), month]));
/** Short names are words of their own in some language: "may", "mar", "set". */
const LEAST_NAME = 4;

/** First months, from 0. */
const SEASONS: readonly (readonly [RegExp, number])[] = [
	[/\b(?:spring|fruhjahr|fruhling|printemps|primavera|voorjaar|lente)\b/, 2],
	[/\b(?:summer|sommer|ete|verano|estate|verao|zomer)\b/, 5],
	[/\b(?:autumn|the fall|herbst|automne|otono|autunno|outono|najaar|herfst)\b/, 8],
	[/\b(?:winter|hiver|invierno|inverno)\b/, 11],
];
const AFTER =
	/\b(?:after|once|past|nach|apres|despues de|tras|pasad[oa]|passad[oa]|dopo|depois d[aeo]|apos|na)\b[^.!?]{0,20}$/;
const LATE = /\b(?:end of|late|ende|fin(?: de)?|finales de|fine|final de|fim de|eind)\s+$/;
const MIDDLE = /\b(?:mid|mitte|mi|mediados de|meta|meados de|half)[ -]$/;

const COUNTS: readonly (readonly string[])[] = [
	["a", "one", "einem", "einer", "un", "une", "una", "um", "uma", "een"],
	["two", "a couple of", "couple of", "zwei", "deux", "dos", "due", "dois", "duas", "twee"],
	[
		"three",
		"a few",
		"few",
		"several",
		"drei",
		"ein paar",
		"einigen",
		"trois",
		"quelques",
		"tres",
		"unos",
		"tre",
		"qualche",
		"alcuni",
		"alguns",
		"drie",
		"enkele",
		"een paar",
	],
	["four", "vier", "quatre", "cuatro", "quattro", "quatro"],
	["five", "funf", "cinq", "cinco", "cinque", "vijf"],
	["six", "sechs", "seis", "sei", "zes"],
	["seven", "sieben", "sept", "siete", "sette", "sete", "zeven"],
	["eight", "acht", "huit", "ocho", "otto", "oito"],
	["nine", "neun", "neuf", "nueve", "nove", "negen"],
	["ten", "zehn", "dix", "diez", "dieci", "dez", "tien"],
];
const countOf: ReadonlyMap<string, number> = new Map(
	COUNTS.flatMap((words, index) => words.map((word) => [word, index + 1] as const)),
);
const NUMBER = `(\\d{1,2}|${[...countOf.keys()].sort((a, b) => b.length - a.length).join("|")})`;
const UNIT =
	"(weeks?|wochen?|semaines?|semanas?|settiman[ae]|weken|months?|mths|monat(?:en?)?|mois|mes(?:es)?|mes[ei]|maand(?:en)?|years?|jahr(?:en?)?|ans?|anos?|ann[io]|jaar)";
const SPAN = new RegExp(
	`\\b(?:in|dans|en|dentro de|tra|fra|em|over|after|nach)(?: the next| another| about| etwa| ongeveer)? ${NUMBER} ${UNIT}\\b`,
);
const HALF_YEAR = /\b(?:half a year|six months|einem halben jahr|halben jahr|medio ano|meio ano|half jaar)\b/;

const NEXT =
	"(?:next|nachste[nrs]?|kommende[nrs]?|prochaine?|proxim[oa]|prossim[oa]|volgende?|que viene|que vem|komende?)";
const nextOf = (unit: string): RegExp =>
	new RegExp(
		`\\b(?:${NEXT} (?:\\p{L}+ )?${unit}|${unit} (?:\\p{L}+ )?${NEXT}|new (?:\\p{L}+ )?${unit}|neuen ${unit})\\b`,
		"u",
	);
const NEXT_YEAR = nextOf("(?:year|yr|jahr|annee|ano|anno|jaar)");
const NEXT_QUARTER = nextOf("(?:quarter|quartal|trimestre|kwartaal)");
const NEXT_MONTH = nextOf("(?:month|monat|mois|mes|mese|maand)");
const NEW_YEAR =
	/\b(?:the new year|after (?:the holidays|christmas|new year)|nach (?:weihnachten|den feiertagen|neujahr)|apres (?:les fetes|noel)|despues de (?:las fiestas|navidad|reyes)|dopo (?:le feste|natale)|depois (?:das festas|do natal)|na (?:de feestdagen|kerst))\b/;
const QUARTER = /\b(?:q([1-4])|([1-4])(?:\.|st|nd|rd|th|er|e|o)? (?:quarter|quartal|trimestre|kwartaal))\b/;
const HALF =
	/\b(?:h2|second half|zweite[ns]? (?:halbjahr|jahreshalfte)|second semestre|segundo semestre|secondo semestre|tweede helft)\b/;

/**
 * The first day after `sentAt` at which to write again, on a weekday, in seven languages.
 * @param text what the sender wrote
 * @param sentAt epoch milliseconds
 * @returns `2027-03-01`; null: no day, month or season is named
 */
export function namedDay(text: string, sentAt: number): string | null {
	for (const sentence of sentencesOf(text.slice(0, MAX_TEXT))) {
		const day = vagueDay(sentence, new Date(sentAt)) ?? exactDay(sentence, sentAt);
		if (day !== null && day > sentAt + DAY_MS) return onWeekday(day);
	}
	return null;
}

function exactDay(sentence: string, sentAt: number): number | null {
	const date = dueDateOf(sentence, sentAt);
	return date === null ? null : Date.parse(date);
}

/** What names no day: the first of the time that is meant. */
function vagueDay(sentence: string, sent: Date): number | null {
	const [year, month] = [sent.getUTCFullYear(), sent.getUTCMonth()];
	const span = SPAN.exec(sentence);
	if (span !== null) return after(sent, countOf.get(span[1] ?? "") ?? Number(span[1]), span[2] ?? "");
	if (HALF_YEAR.test(sentence)) return after(sent, 6, "months");
	const named = monthIn(sentence, sent);
	if (named !== null) return named;
	const quarter = QUARTER.exec(sentence);
	if (quarter !== null) return firstOf(3 * (Number(quarter[1] ?? quarter[2]) - 1), sent);
	if (HALF.test(sentence)) return firstOf(6, sent);
	for (const [season, first] of SEASONS) {
		const found = season.exec(sentence);
		if (found !== null) return firstOf((first + (AFTER.test(sentence.slice(0, found.index)) ? 3 : 0)) % 12, sent);
	}
	if (NEW_YEAR.test(sentence)) return Date.UTC(year + 1, 0, 7);
	if (NEXT_YEAR.test(sentence)) return Date.UTC(year + 1, 0, 7);
	if (NEXT_QUARTER.test(sentence)) return Date.UTC(year, 3 * Math.floor(month / 3) + 3, 1);
	return NEXT_MONTH.test(sentence) ? Date.UTC(year, month + 1, 1) : null;
}

/** A month without a day: "not before September", "mid March", "after May". */
function monthIn(sentence: string, sent: Date): number | null {
	for (const { 0: word, index } of sentence.matchAll(/\p{L}+/gu)) {
		const month = MONTHS.get(word);
		if (month === undefined || word.length < LEAST_NAME) continue;
		const [before, behind] = [sentence.slice(0, index), sentence.slice(index + word.length)];
		// With a day it is a date.
		if (/\d\.? (?:de |of )?$/.test(before) || /^\.? \d{1,2}(?!\d)/.test(behind)) return null;
		const named = Number(/^,? (?:de )?(20\d\d)\b/.exec(behind)?.[1]);
		const first = Number.isNaN(named) ? firstOf(month, sent) : Date.UTC(named, month, 1);
		const start = new Date(first);
		if (MIDDLE.test(before)) return Date.UTC(start.getUTCFullYear(), month, 15);
		const isOver = LATE.test(before) || AFTER.test(before);
		return isOver ? Date.UTC(start.getUTCFullYear(), month + 1, 1) : first;
	}
	return null;
}

/** The first of the next such month. */
function firstOf(month: number, sent: Date): number {
	const year = sent.getUTCFullYear() + (month <= sent.getUTCMonth() ? 1 : 0);
	return Date.UTC(year, month, 1);
}

function after(sent: Date, count: number, unit: string): number {
	const [year, month, day] = [sent.getUTCFullYear(), sent.getUTCMonth(), sent.getUTCDate()];
	if (/^(?:w|se[mt])/.test(unit)) return Date.UTC(year, month, day + 7 * count);
	if (/^m/.test(unit)) return Date.UTC(year, month + count, day);
	return Date.UTC(year + count, month, day);
}

/** Saturday and Sunday become Monday. */
function onWeekday(at: number): string {
	const weekday = new Date(at).getUTCDay();
	const later = weekday === 6 ? 2 : weekday === 0 ? 1 : 0;
	return new Date(at + later * DAY_MS).toISOString().slice(0, 10);
}
