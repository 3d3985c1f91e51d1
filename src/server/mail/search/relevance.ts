import { z } from "zod";
import type { EmailItem } from "#shared/contracts/emails.ts";
import type { Query } from "#shared/search/query.ts";
import { MOST_RANKED } from "#shared/search/ranking.ts";
import { foldText } from "#shared/search/tokens.ts";
import { wordsOf } from "#shared/search/words.ts";
import type { Database } from "../../db/database.ts";
import { badCursor } from "../../errors.ts";
import { accountsOf } from "../store/accounts.ts";
import type { EmailPage, ListOptions } from "../store/read/list.ts";
import { textIndexOf } from "../store/text-index-of.ts";
import { lexemesFor, orderedWords } from "../text-index/words.ts";
import { searchEmails } from "./search.ts";
import { readQuery } from "./select.ts";

/**
 * Searches ranked by BM25F (Robertson, Zaragoza, Taylor 2004) over subject, sender and text. The indexes hold each word
 * of a message once, so how often it occurs is counted in the stored text of the newest matches, in the same way on both
 * databases.
 */

const K1 = 1.2;
const B = 0.75;
/** How much an occurrence counts in comparison with one in the text. */
const SUBJECT_WEIGHT = 4;
const SENDER_WEIGHT = 3;
/** Frequencies of words are counted up to here: all of these are common. */
const MOST_COUNTED = 10_001;
/** Beginning of a cursor, which is followed by the number of results before the page. */
const CURSOR = "rank ";

type Text = Query & { kind: "text" };

/** What a search looks for in a text. */
export interface Term {
	/** As it occurs in the stored words: with the spaces around it. */
	words: string;
	isSubjectOnly: boolean;
	lexeme: string;
}

/**
 * Matching messages, the most relevant of the newest first; equally relevant ones newest first. Searches without
 * words keep their order.
 * @param most how many of the newest are found
 * @throws AppError 400 `bad-query`, `bad-cursor`
 */
export async function searchByRelevance(
	database: Database,
	ownerId: string,
	options: ListOptions & { query: string; now: number },
	most = MOST_RANKED,
): Promise<EmailPage> {
	const from = offsetOf(options.cursor);
	const terms = termsOf(readQuery(options.query));
	const page = await searchEmails(database, ownerId, { ...options, limit: most, cursor: undefined });
	const ranked = terms.length === 0 ? page.items : await rank(database, ownerId, options.accountId, page.items, terms);
	const end = from + options.limit;
	return { ...page, items: ranked.slice(from, end), nextCursor: end < ranked.length ? cursorAt(end) : null };
}

async function rank(
	database: Database,
	ownerId: string,
	accountId: string | null,
	items: readonly EmailItem[],
	terms: readonly Term[],
): Promise<EmailItem[]> {
	const accountIds = await accountsOf(database, ownerId, accountId);
	const lexemes = terms.map(({ lexeme }) => lexeme);
	const counts = await textIndexOf(database).countEach(ownerId, accountIds, lexemes, MOST_COUNTED);
	const weights = counts.map((count) => Math.log(1 + MOST_COUNTED / (count + 0.5)));
	const texts = new Map<string, string>();
	for (const [account, own] of Map.groupBy(items, (item) => item.accountId)) {
		const ids = own.map(({ id }) => id);
		const words = await textIndexOf(database).readWords(ownerId, account, ids);
		for (const [id, text] of words) texts.set(id, text);
	}
	const lengths = items.map(({ id }) => texts.get(id)?.length ?? 0);
	const average = Math.max(1, lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, items.length));
	const scores = new Map(
		items.map((item, i) => {
			const text = texts.get(item.id) ?? ` ${wordsOf(item.subject)} \n ${wordsOf(item.preview)} `;
			const scale = 1 - B + (B * (lengths[i] ?? 0)) / average;
			const sum = terms.reduce((total, term, t) => {
				const frequency = frequencyOf(term, item, text) / scale;
				return total + ((weights[t] ?? 0) * frequency * (K1 + 1)) / (frequency + K1);
			}, 0);
			return [item.id, sum];
		}),
	);
	// Stable: the items are in order of date.
	return items.toSorted((a, b) => (scores.get(b.id) ?? 0) - (scores.get(a.id) ?? 0));
}

/** Occurrences of a term, weighted by where they are. */
function frequencyOf({ words, isSubjectOnly }: Term, item: EmailItem, text: string): number {
	const end = text.indexOf("\n");
	const subject = occurrences(text.slice(0, end), words) * SUBJECT_WEIGHT;
	if (isSubjectOnly) return subject;
	const sender = ` ${wordsOf(`${item.senderName} ${item.senderEmail}`)} `;
	return subject + occurrences(text.slice(end + 1), words) + occurrences(sender, words) * SENDER_WEIGHT;
}

function occurrences(text: string, words: string): number {
	let count = 0;
	for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + words.length - 1)) count++;
	return count;
}

/** The words that a match may contain. Excluded words, and those of other fields, do not make it more relevant. */
export function termsOf(query: Query): Term[] {
	if (query.kind === "and" || query.kind === "or") return query.parts.flatMap(termsOf);
	if (query.kind !== "text" || (query.field !== "any" && query.field !== "subject")) return [];
	const words = termWords(query);
	const [first] = lexemesFor({ ...query, field: "any" });
	if (words === null || first === undefined) return [];
	return [{ words, isSubjectOnly: query.field === "subject", lexeme: first.lexeme }];
}

/** Null: the stored words have none of it, a symbol for example. */
function termWords(query: Text): string | null {
	const ordered = orderedWords(query);
	if (ordered !== null) return ordered;
	const words = wordsOf(query.text);
	if (words === "") return null;
	// Scripts without spaces: the word may be part of a longer run. The last word may be the beginning of a longer one.
	const isRun = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(words);
	const isPrefix = !query.phrase && foldText(query.text).endsWith(words.split(" ").at(-1) ?? "");
	return `${isRun ? "" : " "}${words}${isRun || isPrefix ? "" : " "}`;
}

function cursorAt(offset: number): string {
	return Buffer.from(CURSOR + offset).toString("base64url");
}

/** @throws AppError 400 `bad-cursor` */
function offsetOf(cursor: string | undefined): number {
	if (cursor === undefined) return 0;
	const text = Buffer.from(cursor, "base64url").toString("utf8");
	const offset = z.coerce.number().int().min(1).max(MOST_RANKED).safeParse(text.slice(CURSOR.length));
	if (!text.startsWith(CURSOR) || !offset.success) throw badCursor();
	return offset.data;
}
