import type { Query } from "#shared/search/query.ts";
import { queryOf, type Reading } from "./read-question.ts";

/** Each term is a lookup; the parser of searches takes 30. */
const MOST_TERMS = 28;

const text = (word: string): Query => ({ kind: "text", field: "any", text: word, phrase: word.includes(" ") });
const anyOf = (words: readonly string[]): Query => ({ kind: "or", parts: words.map(text) });

/** A search for a question, narrower ones first. */
interface Search {
	query: Query;
	/** Some of the words are enough. */
	isWide: boolean;
}

/**
 * The searches that may find what a question asks for: its words; the same in other languages; with people and dates anywhere in
 * the email; some of the words.
 */
export function searchesOf(reading: Reading): Search[] {
	const { conditions, words, topics, isDateTold } = reading;
	const own: Search = { query: queryOf(reading), isWide: false };
	if (words.length === 0 && !isDateTold) return [own];
	const kept = conditions.filter((one) => !isPerson(one) && !(isDateTold && one.kind === "date"));
	const isPersonFixed = topics.some(({ role }) => role === "sender" || role === "recipient");
	const fixed = isPersonFixed ? [...conditions.filter(isPerson), ...kept] : kept;
	const share = Math.max(1, Math.floor(MOST_TERMS / Math.max(1, topics.length)));
	const groups = topics
		.filter(({ role }) => role === undefined || !isPersonFixed)
		.map(({ concept }) => [...new Set([searchWord(concept.word), ...concept.terms])].slice(0, share));
	const and = (parts: Query[]): Query => (parts.length === 1 ? (parts[0] as Query) : { kind: "and", parts });
	const translated = and([...fixed, ...groups.map(anyOf)]);
	const all = [...new Set(groups.flat())];
	return [
		own,
		...(groups.some((group) => group.length > 1) || fixed.length < conditions.length
			? [{ query: translated, isWide: false }]
			: []),
		...(words.length > 1 ? [{ query: queryOf({ conditions: fixed, words }, true), isWide: true }] : []),
		...(all.length > 1 ? [{ query: and([...fixed, anyOf(all)]), isWide: true }] : []),
	];
}

/** Words are found by their beginning: long ones by most of it, so that other forms are found. */
function searchWord(word: string): string {
	return word.length < 7 || /[\d\s]/.test(word) ? word : word.slice(0, Math.ceil(word.length * 0.75));
}

function isPerson(query: Query): boolean {
	if (query.kind === "or") return query.parts.every(isPerson);
	return query.kind === "address" || (query.kind === "text" && (query.field === "from" || query.field === "to"));
}
