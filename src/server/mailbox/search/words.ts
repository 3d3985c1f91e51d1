import type { Query, TextField } from "#shared/search/query.ts";
import { foldText, queryTokens, type TokenField } from "#shared/search/tokens.ts";
import { wordsOf } from "#shared/search/words.ts";

/** The part of a query that is about words, as a tsquery over the lexemes of `src/shared/search/tokens.ts`. */

const FIELDS: Record<TextField, TokenField | undefined> = {
	any: undefined,
	from: "f",
	to: "t",
	subject: "s",
	filename: "a",
};

/** Shorter beginnings match too much to be meant. */
const SHORTEST_PREFIX = 3;
const PAIRED =
	/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

type Text = Query & { kind: "text" };

/** The lexemes that a message must hold; those marked may be the beginning of a longer one. Empty: nothing to look for. */
export function lexemesFor({ text, field, phrase }: Text): { lexeme: string; isPrefix: boolean }[] {
	const clean = text.replaceAll("\0", "").toWellFormed();
	if (phrase) {
		const lexemes = new Set(
			wordsOf(clean)
				.split(" ")
				.flatMap((word) => queryTokens(word, FIELDS[field])),
		);
		return [...lexemes].map((lexeme) => ({ lexeme, isPrefix: false }));
	}
	const folded = foldText(clean);
	const start = FIELDS[field] === undefined ? 0 : 2;
	return queryTokens(clean, FIELDS[field]).map((lexeme) => {
		const word = lexeme.slice(start);
		const isLong = word.length >= SHORTEST_PREFIX || (word.length === 1 && PAIRED.test(word));
		return { lexeme, isPrefix: isLong && folded.endsWith(word) };
	});
}

/** Without the parts that have nothing to look for, such as `!!`; null when nothing is left. */
export function withoutEmpty(query: Query): Query | null {
	if (query.kind === "text") return lexemesFor(query).length === 0 ? null : query;
	if (query.kind === "not") {
		const part = withoutEmpty(query.part);
		return part === null ? null : { kind: "not", part };
	}
	if (query.kind !== "and" && query.kind !== "or") return query;
	const parts = query.parts.map(withoutEmpty).filter((part) => part !== null);
	if (query.kind === "or" && parts.length === 0) return null;
	return { kind: query.kind, parts };
}

/** Only about words, and told by lexemes, phrases' order aside; a phrase behind a minus is not. */
export function isAboutWords(query: Query): boolean {
	if (query.kind === "text") return true;
	if (query.kind === "not") return isAboutWords(query.part) && !hasOrder(query.part);
	if (query.kind === "and" || query.kind === "or") return query.parts.length > 0 && query.parts.every(isAboutWords);
	return false;
}

/** Speaks of what a message holds behind its header. */
export function needsBody(query: Query): boolean {
	if (query.kind === "text" || query.kind === "attachment" || query.kind === "auth") return true;
	if (query.kind === "address") return query.field === "to";
	if (query.kind === "not") return needsBody(query.part);
	if (query.kind === "and" || query.kind === "or") return query.parts.some(needsBody);
	return false;
}

/** Asks for a list, which nobody may have looked for yet. */
export function namesLists(query: Query): boolean {
	if (query.kind === "list") return true;
	if (query.kind === "not") return namesLists(query.part);
	if (query.kind === "and" || query.kind === "or") return query.parts.some(namesLists);
	return false;
}

/** A match holds at least one of the words, so that the index can find it. */
export function isFindable(query: Query): boolean {
	if (query.kind === "text") return true;
	if (query.kind === "and") return query.parts.some(isFindable);
	if (query.kind === "or") return query.parts.every(isFindable);
	return false;
}

/** Holds a phrase whose words have to be looked up in the text, because lexemes know no order. */
export function hasOrder(query: Query): boolean {
	if (query.kind === "text") return orderedWords(query) !== null;
	if (query.kind === "not") return hasOrder(query.part);
	if (query.kind === "and" || query.kind === "or") return query.parts.some(hasOrder);
	return false;
}

/**
 * What a phrase looks like in `email_search.body_words`, with the blanks around its words; null when lexemes say it all:
 * a single word, or a field whose order is not kept.
 */
export function orderedWords({ text, field, phrase }: Text): string | null {
	if (!phrase || (field !== "any" && field !== "subject")) return null;
	const words = wordsOf(text.replaceAll("\0", "").toWellFormed());
	const begins = PAIRED.test(words);
	const ends = PAIRED.test(Array.from(words).at(-1) ?? "");
	if (!words.includes(" ") && !begins && !ends) return null;
	// Scripts without blanks: the phrase may lie within a longer run.
	return `${begins ? "" : " "}${words}${ends ? "" : " "}`;
}

/** A tsquery of a query that `isAboutWords`. Phrases count as all of their words. */
export function tsqueryOf(query: Query): string {
	switch (query.kind) {
		case "text":
			return `(${lexemesFor(query)
				.map(({ lexeme, isPrefix }) => quoted(lexeme) + (isPrefix ? ":*" : ""))
				.join(" & ")})`;
		case "not":
			return `!${tsqueryOf(query.part)}`;
		case "and":
			return `(${query.parts.map(tsqueryOf).join(" & ")})`;
		case "or":
			return `(${query.parts.map(tsqueryOf).join(" | ")})`;
		default:
			throw new Error(`${query.kind} is not about words`);
	}
}

function quoted(lexeme: string): string {
	return `'${lexeme.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}
