import type { Query } from "#shared/search/query.ts";
import { foldText, MAX_TOKEN_LENGTH } from "#shared/search/tokens.ts";
import { writeQuery } from "#shared/search/write.ts";
import type { Database } from "../../db/database.ts";
import { accountsOf } from "../store/accounts.ts";
import type { ListOptions } from "../store/read/list.ts";
import { textIndexOf } from "../store/text-index-of.ts";
import { lexemesFor } from "../text-index/words.ts";
import { searchEmails } from "./search.ts";
import { readQuery } from "./select.ts";

/** Corrections of words that no message has, from the words that the mailboxes have. */

/** Shorter words are one letter away from too many others. */
const MIN_LENGTH = 4;
/** Words of a search that are corrected. */
const MOST_WORDS = 4;
/** How common a word is does not matter beyond this number of messages. */
const MOST_COUNTED = 200;
/** Letters that a missing or wrong one is replaced by, for each script. */
const ALPHABETS: [script: RegExp, letters: string][] = [
	[/^\p{Script=Latin}+$/u, "abcdefghijklmnopqrstuvwxyz"],
	[/^\p{Script=Greek}+$/u, "αβγδεζηθικλμνξοπρστυφχψω"],
	[/^\p{Script=Cyrillic}+$/u, "абвгдежзийклмнопрстуфхцчшщъыьэюяіїєґ"],
];

type Text = Query & { kind: "text" };

/**
 * The search with words corrected that no message has: to the most frequent words of the mailboxes that are one letter,
 * or two swapped letters, away. Null: there are none, or the corrected search finds nothing either.
 * @param options of a search that found nothing
 * @throws AppError 400 `bad-query`
 */
export async function didYouMean(
	database: Database,
	ownerId: string,
	options: Pick<ListOptions, "accountId" | "folder"> & { query: string; now: number },
): Promise<string | null> {
	const query = readQuery(options.query);
	const accountIds = await accountsOf(database, ownerId, options.accountId);
	const corrections = new Map<Text, string>();
	for (const term of wordTerms(query).slice(0, MOST_WORDS)) {
		const word = await correctionOf(database, ownerId, accountIds, term);
		if (word !== null) corrections.set(term, word);
	}
	if (corrections.size === 0) return null;
	const corrected = writeQuery(replaced(query, corrections));
	const page = await searchEmails(database, ownerId, { ...options, query: corrected, limit: 1, cursor: undefined });
	return page.items.length > 0 ? corrected : null;
}

/** Single words that a match must or may have. */
function wordTerms(query: Query): Text[] {
	if (query.kind === "and" || query.kind === "or") return query.parts.flatMap(wordTerms);
	if (query.kind !== "text" || query.phrase || query.field === "filename") return [];
	const word = foldText(query.text);
	return word.length >= MIN_LENGTH && word.length < MAX_TOKEN_LENGTH && alphabetOf(word) !== null ? [query] : [];
}

async function correctionOf(
	database: Database,
	ownerId: string,
	accountIds: readonly string[],
	term: Text,
): Promise<string | null> {
	const index = textIndexOf(database);
	const word = foldText(term.text);
	const lexemeOf = (text: string): string => lexemesFor({ ...term, text, phrase: true })[0]?.lexeme ?? "";
	if (await index.hasBeginning(ownerId, accountIds, lexemeOf(word))) return null;
	const near = nearWords(word);
	const counts = await index.countEach(ownerId, accountIds, near.map(lexemeOf), MOST_COUNTED);
	const most = Math.max(...counts);
	return most > 0 ? (near[counts.indexOf(most)] ?? null) : null;
}

/**
 * Words one edit away, the most likely mistakes first: two letters swapped, a letter too many, a letter missing, a wrong
 * letter.
 */
export function nearWords(word: string): string[] {
	const letters = Array.from(word);
	const alphabet = Array.from(alphabetOf(word) ?? "");
	const edited = (at: number, count: number, by: readonly string[]): string =>
		letters.toSpliced(at, count, ...by).join("");
	const near = new Set<string>();
	for (let at = 0; at + 1 < letters.length; at++)
		near.add(edited(at, 2, [letters[at + 1] as string, letters[at] as string]));
	for (let at = 0; at < letters.length; at++) near.add(edited(at, 1, []));
	for (let at = 0; at <= letters.length; at++) for (const letter of alphabet) near.add(edited(at, 0, [letter]));
	for (let at = 0; at < letters.length; at++) for (const letter of alphabet) near.add(edited(at, 1, [letter]));
	near.delete(word);
	return [...near];
}

/** Null: it is no word of one of these scripts. */
function alphabetOf(word: string): string | null {
	return ALPHABETS.find(([script]) => script.test(word))?.[1] ?? null;
}

function replaced(query: Query, corrections: ReadonlyMap<Text, string>): Query {
	if (query.kind === "and" || query.kind === "or")
		return { ...query, parts: query.parts.map((part) => replaced(part, corrections)) };
	if (query.kind !== "text") return query;
	return { ...query, text: corrections.get(query) ?? query.text };
}
