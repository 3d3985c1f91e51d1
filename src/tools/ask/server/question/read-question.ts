import { type Language, languageOf } from "#kernel/summaries.ts";
import { parseQuery, type Query, QueryError } from "#shared/search/query.ts";
import { trimEndOf } from "#shared/trim.ts";
import { daysIn } from "./dates.ts";
import { filters } from "./filters.ts";
import { type IsKnown, peopleIn } from "./people.ts";
import { readTopics, type Topic } from "./topics.ts";
import { isSingle, orderOf, type Wanted, wantedOf } from "./wanted.ts";
import { contentWords, languageOfQuestion, stemOf } from "./words.ts";

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
	/** What an answer must be about: its names and words, with what they mean. */
	topics: Topic[];
	/** Of several events: the next one to come, or the latest. */
	order: "next" | "last" | null;
	/** One sentence answers. */
	isSingle: boolean;
	/** Its date may be one that emails tell, instead of when they were received: its words are topics. */
	isDateTold: boolean;
}

const MOST_WORDS = 8;

const MONEY = "(?:[€$£¥]|euros?|eur|usd|dollars?|dólares|gbp|pounds?|chf|francs?|franken)";
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
	const asked = wantedOf(rest);
	const order = orderOf(rest);
	const limit = LIMIT.exec(rest);
	const wanted = limit !== null && asked === "any" ? "amount" : asked;
	if (limit !== null) remove(limit.index, limit[0].length);
	for (const { pattern, query } of filters) {
		const match = [...rest.matchAll(pattern)][0];
		if (match === undefined) continue;
		for (const one of query(match)) if (!conditions.some((known) => isEqual(known, one))) conditions.push(one);
		remove(match.index, match[0].length);
	}
	const days = daysIn(rest, today);
	const dateText = days?.isTold === true ? rest.slice(days.index, days.index + days.length) : "";
	if (days !== null) {
		if (days.from !== undefined) conditions.push({ kind: "date", than: "after", at: days.from });
		if (days.until !== undefined) conditions.push({ kind: "date", than: "before", at: days.until });
		remove(days.index, days.length);
	}
	const isSent = conditions.some((one) => one.kind === "in" && one.folder === "sent");
	const people = peopleIn(rest, language, { isKnown, isSent });
	for (const { query, index, length } of people) {
		conditions.unshift(query);
		remove(index, length);
	}
	return {
		...{ conditions, words: wordsOf(rest, language), wanted, amount: amountOf(limit), language, order },
		topics: readTopics(rest, { people, dateText, language, wanted }),
		...{ isSingle: asked !== "any" || (limit === null && isSingle(question)), isDateTold: dateText !== "" },
	};
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
	const { wanted, amount, order, isSingle: single } = readQuestion(question, { today: 0, isKnown: () => false });
	const language = languageOf(question) ?? "en";
	const topics = readTopics(words.join(" "), { people: [], dateText: "", language, wanted });
	return {
		...{ query, conditions: [query], words, wanted, amount, language, order, topics },
		...{ isSingle: single, isDateTold: false },
	};
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
	const kept = contentWords(text, language)
		.filter(({ word }) => word !== "or")
		.map(({ word }) => stemOf(word, language));
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
