import { type Language, languageOf } from "#kernel/summaries.ts";
import { parseQuery, type Query, QueryError } from "#shared/search/query.ts";
import { trimEndOf } from "#shared/trim.ts";
import { daysIn } from "./dates.ts";
import { filters } from "./filters.ts";
import { type IsKnown, peopleIn } from "./people.ts";
import { languageOfQuestion, STOP_WORDS, stemOf } from "./words.ts";

/** What a question asks for. */
export type Wanted = "count" | "amount" | "date" | "any";

/** A limit of amounts of money, which no search operator has: it decides which sentences answer. */
export interface AmountLimit {
	than: "over" | "under";
	value: number;
}

export interface Reading {
	/** Who, when, and which kind of mail. */
	conditions: Query[];
	/** What it is about. */
	words: string[];
	wanted: Wanted;
	amount: AmountLimit | null;
	language: Language;
}

const MOST_WORDS = 8;

const WANTED: readonly { wanted: Wanted; pattern: RegExp }[] = [
	{
		wanted: "count",
		pattern:
			/\bhow many (?:(?:unread|new|unanswered) )?(?:e-?mails?|messages?|times)\b|\bwie viele (?:\p{L}+ )?(?:e-?mails?|mails?|nachrichten)\b|\bcombien (?:de |d')(?:\p{L}+ )?(?:e-?mails?|mails?|messages?|courriels?)|cuántos (?:correos|mensajes|e-?mails?)/iu,
	},
	{
		wanted: "amount",
		pattern:
			/\bhow much\b|\bwhat (?:is|was|did) .{0,60}\b(?:cost|price|total|amount|pay)\b|\bwie viel\b|\bwieviel\b|\bcombien\b|cuánto\b/iu,
	},
	{
		wanted: "date",
		pattern:
			/\bwhen\b|\bwhat (?:date|day|time)\b|\bwann\b|\bquand\b|\bà quelle (?:date|heure)\b|\bcuándo\b|\bqué día\b|\bdeadline\b/iu,
	},
];

const MONEY = "(?:[€$£¥]|eur|euros?|usd|dollars?|dólares|gbp|pounds?|chf|francs?|franken)";
const LIMIT = new RegExp(
	`(?<![\\p{L}\\p{N}])(?:(?<over>over|above|more than|at least|über|mehr als|mindestens|plus de|au moins|más de|al menos)|(?<under>under|below|less than|unter|weniger als|moins de|menos de)) (?:${MONEY} ?(?<a>\\d[\\d.,']*)|(?<b>\\d[\\d.,']*) ?${MONEY})`,
	"iu",
);

/**
 * Reads a question by rules.
 * @param today midnight (UTC) of the user's day, epoch milliseconds
 */
export function readQuestion(question: string, { today, isKnown }: { today: number; isKnown: IsKnown }): Reading {
	const language = languageOfQuestion(question);
	const conditions: Query[] = [];
	let rest = question.normalize("NFC").replaceAll("’", "'");
	const remove = (index: number, length: number): void => {
		rest = `${rest.slice(0, index)}${" ".repeat(length)}${rest.slice(index + length)}`;
	};
	for (const match of rest.matchAll(/["“„«]([^"”“»]{2,100})["”“»]/g)) {
		conditions.push({ kind: "text", field: "any", text: (match[1] ?? "").trim(), phrase: true });
		remove(match.index, match[0].length);
	}
	const wanted = WANTED.find(({ pattern }) => pattern.test(rest))?.wanted ?? "any";
	const limit = LIMIT.exec(rest);
	if (limit !== null) remove(limit.index, limit[0].length);
	for (const { pattern, query } of filters) {
		const match = [...rest.matchAll(pattern)][0];
		if (match === undefined) continue;
		for (const one of query(match)) if (!conditions.some((known) => isEqual(known, one))) conditions.push(one);
		remove(match.index, match[0].length);
	}
	const days = daysIn(rest, today);
	if (days !== null) {
		if (days.from !== undefined) conditions.push({ kind: "date", than: "after", at: days.from });
		if (days.until !== undefined) conditions.push({ kind: "date", than: "before", at: days.until });
		remove(days.index, days.length);
	}
	const isSent = conditions.some((one) => one.kind === "in" && one.folder === "sent");
	for (const { query, index, length } of peopleIn(rest, language, { isKnown, isSent })) {
		conditions.unshift(query);
		remove(index, length);
	}
	return { conditions, words: wordsOf(rest, language), wanted, amount: amountOf(limit), language };
}

/** A search that the user wrote, as a reading: its words decide which sentences answer. */
export function readSearch(q: string, question: string): Reading & { query: Query } {
	const query = parseQuery(q);
	const words: string[] = [];
	const collect = (part: Query): void => {
		if (part.kind === "and" || part.kind === "or") part.parts.forEach(collect);
		else if (part.kind === "text" && (part.field === "any" || part.field === "subject"))
			words.push(...part.text.toLowerCase().split(/\s+/));
	};
	collect(query);
	const { wanted, amount } = readQuestion(question, { today: 0, isKnown: () => false });
	return { query, conditions: [query], words, wanted, amount, language: languageOf(question) ?? "en" };
}

/** Whether a text is a search that can be run. */
export function isSearch(q: string): boolean {
	try {
		parseQuery(q);
		return true;
	} catch (cause) {
		if (cause instanceof QueryError) return false;
		throw cause;
	}
}

/** The search of a reading. @param isWide any of the words is enough */
export function queryOf({ conditions, words }: Pick<Reading, "conditions" | "words">, isWide = false): Query {
	const texts = words.map((text): Query => ({ kind: "text", field: "any", text, phrase: false }));
	const parts =
		isWide && texts.length > 1 ? [...conditions, { kind: "or" as const, parts: texts }] : [...conditions, ...texts];
	return parts.length === 1 ? (parts[0] as Query) : { kind: "and", parts };
}

function wordsOf(text: string, language: Language): string[] {
	const found = text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}+#%'-]*(?:[.,:/]\p{N}+)*/gu) ?? [];
	const kept = found
		.map((word) =>
			word
				.toLowerCase()
				.replace(/'s$/, "")
				.replace(/^(?:l|d|qu|j|n|s)'/, ""),
		)
		.filter((word) => word.length > 1 && !STOP_WORDS[language].has(word) && word !== "or")
		.map((word) => stemOf(word, language));
	return [...new Set(kept)].slice(0, MOST_WORDS);
}

function amountOf(limit: RegExpExecArray | null): AmountLimit | null {
	if (limit === null) return null;
	const { over, a, b } = limit.groups ?? {};
	const value = numberOf(a ?? b ?? "");
	return value === null ? null : { than: over === undefined ? "under" : "over", value };
}

/** `1,200.50`, `1.200,50` and `1'200` as a number; null for anything else. */
export function numberOf(text: string): number | null {
	const digits = trimEndOf(text, ".,'");
	const decimal = /[.,](\d{1,2})$/.exec(digits)?.[1];
	const whole = (decimal === undefined ? digits : digits.slice(0, -decimal.length - 1)).replaceAll(/[.,']/g, "");
	return /^\d{1,12}$/.test(whole) ? Number(`${whole}.${decimal ?? "0"}`) : null;
}

function isEqual(a: Query, b: Query): boolean {
	return JSON.stringify(a) === JSON.stringify(b);
}
