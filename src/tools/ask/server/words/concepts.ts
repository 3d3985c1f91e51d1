import type { Language } from "#kernel/summaries.ts";
import { fold } from "#shared/mail/phrases.ts";
import { memoize } from "#shared/memoize.ts";
import { ACTIONS } from "./actions.ts";
import { OBJECT_ACTIONS } from "./actions-objects.ts";
import { PEOPLE_ACTIONS } from "./actions-people.ts";
import { type Entry, isForm, readEntry } from "./entry.ts";
import { sharesStem } from "./stems.ts";
import { THINGS } from "./things.ts";
import { HOME_THINGS } from "./things-home.ts";
import { MONEY_THINGS } from "./things-money.ts";
import { PEOPLE_THINGS } from "./things-people.ts";
import { TECHNOLOGY_THINGS } from "./things-technology.ts";
import { TRAVEL_THINGS } from "./things-travel.ts";
import { WORK_THINGS } from "./things-work.ts";
import { TIMES } from "./times.ts";

/** What one word of a question means, and how texts in any language say it. */
export interface Concept {
	/** The word, folded. */
	word: string;
	kind: "thing" | "action" | "time" | "name" | "unknown";
	/** Whether folded text says it. */
	isIn: (folded: string) => boolean;
	/** Words that a search can look for instead, in the four languages; the word itself is none of them. */
	terms: readonly string[];
}

const LANGUAGES: readonly Language[] = ["en", "de", "fr", "es"];

interface Meaning {
	kind: "thing" | "action" | "time";
	/** By language, as `THINGS` has them. */
	columns: readonly (readonly Entry[])[];
}

/** The table, by kind. */
export const ALL_THINGS: readonly string[] = [
	...THINGS,
	...HOME_THINGS,
	...WORK_THINGS,
	...TECHNOLOGY_THINGS,
	...TRAVEL_THINGS,
	...MONEY_THINGS,
	...PEOPLE_THINGS,
];
export const ALL_ACTIONS: readonly string[] = [...ACTIONS, ...OBJECT_ACTIONS, ...PEOPLE_ACTIONS];

const read =
	(kind: Meaning["kind"]) =>
	(line: string): Meaning => ({
		kind,
		columns: line.split("|").map((part) => part.split(",").map((one) => readEntry(one.trim(), kind === "time"))),
	});
const meanings: readonly Meaning[] = [
	...ALL_THINGS.map(read("thing")),
	...ALL_ACTIONS.map(read("action")),
	...TIMES.map(read("time")),
];

const tokensOf = memoize(500, (folded) => [...new Set(folded.match(/[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*/gu))]);
/** Also the parts of words with hyphens. */
const wordsIn = memoize(500, (folded) => [
	...new Set(tokensOf(folded).flatMap((token) => [token, ...token.split(/['-]/)])),
]);

/** What the table says that a word means, in a language, else in any. */
function meaningsOf(word: string, language: Language): Meaning[] {
	const own = LANGUAGES.indexOf(language);
	const has = (entries: readonly Entry[] | undefined): boolean => entries?.some((one) => isForm(word, one)) === true;
	const inOwn = meanings.filter(({ kind, columns }) => has(kind === "time" ? columns.flat() : columns[own]));
	return inOwn.length > 0 ? inOwn : meanings.filter(({ columns }) => columns.some(has));
}

/** What a text says in several words of the table: "notice period", "fällt das VPN aus", each with its words. */
export function severalWords(text: string, language: Language): { words: string[]; concept: Concept }[] {
	const folded = fold(text);
	const column = LANGUAGES.indexOf(language);
	return meanings.flatMap((meaning) => {
		const entry = meaning.columns[column]?.find(({ phrase }) => phrase?.test(folded) === true);
		if (entry === undefined) return [];
		const words = entry.text.split(/[… ]+/);
		return [{ words, concept: conceptOf(words.join(" "), [meaning]) }];
	});
}

/** Whether the table has a word, so that it is no name. */
export function isBusinessWord(word: string, language: Language): boolean {
	return meaningsOf(fold(word), language).length > 0;
}

/** What a word of a question means; two things for a German compound that the table does not have. */
export function conceptsOf(word: string, language: Language): Concept[] {
	const folded = fold(word);
	const found = meaningsOf(folded, language);
	if (found.length > 0) return [conceptOf(folded, found)];
	for (let at = 4; language === "de" && at <= folded.length - 3; at++) {
		const [left, right] = [folded.slice(0, at), folded.slice(at)];
		const [first, second] = [meaningsOf(left.replace(/(?<=.{4})s$/, ""), "de"), meaningsOf(right, "de")];
		if (first.length > 0 && second.length > 0) return [conceptOf(left, first), conceptOf(right, second)];
	}
	return [{ word: folded, kind: "unknown", terms: [], isIn: (text) => hasStem(text, folded) }];
}

/** A name, a number or a code: texts have it as it is. */
export function nameConcept(text: string): Concept {
	const word = fold(text);
	const parts = word.split(/[^\p{L}\p{N}.]+/u).filter((part) => part !== "");
	const patterns = parts.map(
		(part) => new RegExp(`(?<![\\p{L}\\p{N}])${part.replaceAll(".", "\\.")}(?:s|'s)?(?![\\p{L}\\p{N}]|\\.\\d)`, "u"),
	);
	return { word, kind: "name", terms: [], isIn: (folded) => patterns.every((pattern) => pattern.test(folded)) };
}

function conceptOf(word: string, found: readonly Meaning[]): Concept {
	const kinds = found.map(({ kind }) => kind);
	const entries = found.flatMap(({ columns }) => columns.flat());
	// First words of each language are the most usual ones.
	const usual = found.flatMap(({ columns }) =>
		[0, 1, 2].flatMap((rank) => columns.flatMap((column) => column[rank] ?? [])),
	);
	const terms = usual.filter(({ text }) => text.length > 2 && text !== word && !text.includes("…"));
	return {
		...{ word, kind: kinds.includes("time") ? "time" : kinds.includes("thing") ? "thing" : "action" },
		terms: [...new Set(terms.map(({ text }) => text))],
		isIn: (folded) => says(folded, entries) || hasStem(folded, word),
	};
}

function says(folded: string, entries: readonly Entry[]): boolean {
	const words = wordsIn(folded);
	return entries.some((entry) =>
		entry.phrase === null ? words.some((one) => isForm(one, entry)) : entry.phrase.test(folded),
	);
}

function hasStem(folded: string, word: string): boolean {
	return wordsIn(folded).some((one) => sharesStem(word, one));
}
