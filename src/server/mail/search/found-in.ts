import type { EmailItem } from "#shared/contracts/emails.ts";
import { wordsOf } from "#shared/search/words.ts";
import type { Database } from "../../db/database.ts";
import { textIndexOf } from "../store/text-index-of.ts";
import { readFileTexts } from "../text-index/attachment-texts.ts";
import { type Term, termsOf } from "./relevance.ts";
import { readQuery } from "./select.ts";

/** Files named per message. */
const MAX_FILES = 3;
/** Characters of files read per page, to find which of several files of a message has the words. */
const MAX_CHARACTERS = 1_000_000;

/** Adds to search results the attachments whose text has words of the search that their messages lack. */
export async function withFoundFiles<Item extends EmailItem>(
	database: Database,
	ownerId: string,
	query: string,
	items: readonly Item[],
): Promise<Item[]> {
	const terms = termsOf(readQuery(query)).filter(({ isSubjectOnly }) => !isSubjectOnly);
	const found = new Map<string, string[]>();
	if (terms.length > 0)
		for (const [accountId, own] of Map.groupBy(
			items.filter(({ hasAttachments }) => hasAttachments),
			(item) => item.accountId,
		))
			await findFiles(database, { ownerId, accountId }, own, terms, found);
	return items.map((item) => {
		const foundIn = found.get(item.id);
		return foundIn === undefined ? item : { ...item, foundIn };
	});
}

/** @param found receives the names of files by message */
async function findFiles(
	database: Database,
	{ ownerId, accountId }: { ownerId: string; accountId: string },
	items: readonly EmailItem[],
	terms: readonly Term[],
	found: Map<string, string[]>,
): Promise<void> {
	const ids = items.map(({ id }) => id);
	const words = await textIndexOf(database).readWords(ownerId, accountId, ids);
	const missing = new Map<string, Term[]>();
	for (const { id, senderName, senderEmail } of items) {
		const [subject = "", text = "", files = ""] = words.get(id)?.split("\n") ?? [];
		const own = [subject, text, ` ${wordsOf(`${senderName} ${senderEmail}`)} `];
		const only = terms.filter((term) => files.includes(term.words) && !own.some((line) => line.includes(term.words)));
		if (only.length > 0) missing.set(id, only);
	}
	if (missing.size === 0) return;
	let left = MAX_CHARACTERS;
	for await (const { id, files } of readFileTexts(database, { ownerId, accountId }, [...missing.keys()])) {
		const only = missing.get(id) ?? [];
		const names: string[] = [];
		for (const { filename, read } of files) {
			if (files.length === 1) names.push(filename);
			else if (left > 0) {
				const text = await read();
				left -= text.length;
				const line = ` ${wordsOf(text)} `;
				if (only.some((term) => line.includes(term.words))) names.push(filename);
			}
		}
		if (names.length > 0) found.set(id, names.slice(0, MAX_FILES));
	}
}
