import { TEXT_LIMIT } from "#shared/mail/message.ts";
import type { Query, TextField } from "#shared/search/query.ts";
import { isSymbolToken } from "#shared/search/symbols.ts";
import { foldText, queryTokens, type TokenField } from "#shared/search/tokens.ts";
import { wordsOf } from "#shared/search/words.ts";
import type { IndexedMessage } from "./text-index.ts";

/** The word terms of a query, as a tsquery over the lexemes of `src/shared/search/tokens.ts`. */

const FIELDS: Record<TextField, TokenField | undefined> = {
	any: undefined,
	from: "f",
	to: "t",
	subject: "s",
	filename: "a",
};

/** Shorter prefixes match too much to be useful. */
const MIN_PREFIX_LENGTH = 3;
const PAIRED =
	/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

type Text = Query & { kind: "text" };

/**
 * Lexemes that a message must contain; those with `isPrefix` may be the beginning of a longer one. Empty: nothing to
 * search for.
 */
export function lexemesFor({ text, field, phrase }: Text): { lexeme: string; isPrefix: boolean }[] {
	const clean = text.replaceAll("\0", "").toWellFormed();
	if (phrase) {
		const words = wordsOf(clean)
			.split(" ")
			.flatMap((word) => queryTokens(word, FIELDS[field]));
		// Symbols are not part of the order that phrases are checked in.
		const lexemes = new Set([...words, ...queryTokens(clean, FIELDS[field]).filter(isSymbolToken)]);
		return [...lexemes].map((lexeme) => ({ lexeme, isPrefix: false }));
	}
	const folded = foldText(clean);
	const start = FIELDS[field] === undefined ? 0 : 2;
	const lexemes = queryTokens(clean, FIELDS[field]).map((lexeme) => {
		const word = lexeme.slice(start);
		const isLong = word.length >= MIN_PREFIX_LENGTH || (word.length === 1 && PAIRED.test(word));
		return { lexeme, word, isPrefix: isLong && folded.endsWith(word) };
	});
	const [whole] = lexemes
		.flatMap(({ word, isPrefix }) => (isPrefix && /[.@]/.test(word) ? [word] : []))
		.sort((a, b) => b.length - a.length);
	if (whole === undefined) return lexemes.map(({ lexeme, isPrefix }) => ({ lexeme, isPrefix }));
	const before = new Set(queryTokens(folded.slice(0, -whole.length), FIELDS[field]));
	return lexemes
		.filter(({ lexeme, word }) => !isEndOf(whole, word) || before.has(lexeme))
		.map(({ lexeme, isPrefix }) => ({ lexeme, isPrefix }));
}

/**
 * Whether a word is the end of an address or host, as `example.org` and `org` are of `ann@example.org`. While an address
 * is being typed, the whole is searched for as the beginning of a longer one: its ends may go on, too, and the index
 * would merge all that begins with `org`.
 */
function isEndOf(whole: string, word: string): boolean {
	return whole.endsWith(`.${word}`) || whole.endsWith(`@${word}`);
}

/** Matches everything, and matches nothing. */
const EVERYTHING: Query = { kind: "and", parts: [] };
const NOTHING: Query = { kind: "or", parts: [] };

/** A term without anything that the index contains, such as `%` or `***`. */
function isUnsearchable(query: Query): boolean {
	return query.kind === "text" && lexemesFor(query).length === 0;
}

/** Terms that cannot be searched for, as the user wrote them, without duplicates. */
export function unsearchableTerms(query: Query): string[] {
	const found = new Set<string>();
	const visit = (part: Query): void => {
		if (part.kind === "not") visit(part.part);
		else if (part.kind === "and" || part.kind === "or") part.parts.forEach(visit);
		else if (part.kind === "text" && isUnsearchable(part)) found.add(termText(part));
	};
	visit(query);
	return [...found];
}

function termText({ text, field, phrase }: Text): string {
	const value = phrase ? `"${text}"` : text;
	return field === "any" ? value : `${field}:${value}`;
}

/**
 * The query with its unsearchable terms resolved: no message matches one, and negating one does not make messages
 * match. Constant parts are folded; an empty `and` matches everything, an empty `or` nothing.
 */
export function withoutUnsearchable(query: Query, isNegated = false): Query {
	switch (query.kind) {
		case "text":
			if (!isUnsearchable(query)) return query;
			return isNegated ? EVERYTHING : NOTHING;
		case "not": {
			const part = withoutUnsearchable(query.part, !isNegated);
			if (isConstant(part)) return part.kind === "and" ? NOTHING : EVERYTHING;
			return { kind: "not", part };
		}
		case "and":
		case "or": {
			const decisive = query.kind === "and" ? "or" : "and";
			const parts: Query[] = [];
			for (const one of query.parts) {
				const part = withoutUnsearchable(one, isNegated);
				if (!isConstant(part)) parts.push(part);
				else if (part.kind === decisive) return part;
			}
			return { kind: query.kind, parts };
		}
		default:
			return query;
	}
}

function isConstant(query: Query): query is Query & { kind: "and" | "or" } {
	return (query.kind === "and" || query.kind === "or") && query.parts.length === 0;
}

/**
 * Consists of word terms only and can be decided by lexemes, apart from the order in phrases; false for a negated
 * phrase.
 */
export function isAboutWords(query: Query): boolean {
	if (query.kind === "text") return true;
	if (query.kind === "not") return isAboutWords(query.part) && !hasOrder(query.part);
	if (query.kind === "and" || query.kind === "or") return query.parts.length > 0 && query.parts.every(isAboutWords);
	return false;
}

/** Excludes words. */
export function hasExclusion(query: Query): boolean {
	return query.kind === "not" || ((query.kind === "and" || query.kind === "or") && query.parts.some(hasExclusion));
}

/** Depends on the message's content beyond its header. */
export function needsBody(query: Query): boolean {
	if (query.kind === "text" || query.kind === "attachment") return true;
	if (query.kind === "auth" || query.kind === "suspicious") return true;
	if (query.kind === "address") return query.field === "to";
	if (query.kind === "not") return needsBody(query.part);
	if (query.kind === "and" || query.kind === "or") return query.parts.some(needsBody);
	return false;
}

/** Asks for a list, which may not be determined yet. */
export function namesLists(query: Query): boolean {
	if (query.kind === "list") return true;
	if (query.kind === "not") return namesLists(query.part);
	if (query.kind === "and" || query.kind === "or") return query.parts.some(namesLists);
	return false;
}

/** A match contains at least one of the words, so the index can find it. */
export function isFindable(query: Query): boolean {
	if (query.kind === "text") return true;
	if (query.kind === "and") return query.parts.some(isFindable);
	if (query.kind === "or") return query.parts.every(isFindable);
	return false;
}

/** Contains a phrase whose word order must be checked in the text, because lexemes have no order. */
export function hasOrder(query: Query): boolean {
	if (query.kind === "text") return orderedWords(query) !== null;
	if (query.kind === "not") return hasOrder(query.part);
	if (query.kind === "and" || query.kind === "or") return query.parts.some(hasOrder);
	return false;
}

/** Contains a word that also matches longer words. */
export function hasPrefix(query: Query): boolean {
	if (query.kind === "text") return lexemesFor(query).some(({ isPrefix }) => isPrefix);
	if (query.kind === "not") return hasPrefix(query.part);
	if (query.kind === "and" || query.kind === "or") return query.parts.some(hasPrefix);
	return false;
}

/**
 * A phrase as it occurs in `searchWordsOf`, including the spaces around its words; null when lexemes suffice:
 * a single word, or a field whose order is not stored.
 */
export function orderedWords({ text, field, phrase }: Text): string | null {
	if (!phrase || (field !== "any" && field !== "subject")) return null;
	const words = wordsOf(text.replaceAll("\0", "").toWellFormed());
	const begins = PAIRED.test(words);
	const ends = PAIRED.test(Array.from(words).at(-1) ?? "");
	if (!words.includes(" ") && !begins && !ends) return null;
	// Scripts without spaces: the phrase may be part of a longer run.
	return `${begins ? "" : " "}${words}${ends ? "" : " "}`;
}

/** The tsquery of a query for which `isAboutWords` holds. Phrases count as all of their words. */
export function tsqueryOf(query: Query): string {
	switch (query.kind) {
		case "text":
			return `(${lexemesFor(query)
				.map(({ lexeme, isPrefix }) => tsqueryLexeme(lexeme) + (isPrefix ? ":*" : ""))
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

/** A lexeme as a word of a tsquery. */
export function tsqueryLexeme(lexeme: string): string {
	return `'${lexeme.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}

/**
 * Text that phrases are matched in: one line with the subject's words, one with the body's, and one with those of
 * attachments where there are some, each word surrounded by spaces.
 */
export function searchWordsOf({
	subject,
	text,
	attachmentText,
}: Pick<IndexedMessage, "subject" | "text" | "attachmentText">): string {
	const words = ` ${wordsOf(subject)} \n ${wordsOf(text.slice(0, TEXT_LIMIT))} `;
	return attachmentText === undefined ? words : `${words}\n ${wordsOf(attachmentText)} `;
}

/** Whether the words of a message have a line for attachments. */
export function hasAttachmentWords(words: string): boolean {
	return words.indexOf("\n", words.indexOf("\n") + 1) >= 0;
}

/** The words of a message without those of attachments. */
export function withoutAttachmentWords(words: string): string {
	return hasAttachmentWords(words) ? words.slice(0, words.lastIndexOf("\n")) : words;
}
