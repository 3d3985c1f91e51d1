import { searchEmails } from "#kernel/mail.ts";
import { openEmail } from "#kernel/messages.ts";
import type { MailContext } from "#kernel/module.ts";
import { ownWords } from "#kernel/summaries.ts";
import type { EmailItem } from "#shared/contracts/emails.ts";
import { isDistrusted } from "#shared/mail/trust.ts";
import type { Query } from "#shared/search/query.ts";
import { writeQuery } from "#shared/search/write.ts";
import { queryOf, type Reading } from "../question/read-question.ts";

/** Emails that are read for an answer. */
const MOST_READ = 10;
/** Emails whose subject and preview decide which are read. */
const MOST_FOUND = 50;

export interface Found {
	q: string;
	isWide: boolean;
	items: EmailItem[];
	total: number;
	totalIsExact: boolean;
}

interface FindOptions {
	ownerId: string;
	account: string | null;
	reading: Reading;
	/** The user's own search: it is used as it is. */
	query?: Query;
}

/** The emails that a question is about, best first. @throws AppError 400 `bad-query` */
export async function findEmails(ctx: MailContext, { ownerId, account, reading, query }: FindOptions): Promise<Found> {
	const run = (q: string) =>
		searchEmails(ctx.database, ownerId, {
			...{ accountId: account, folder: null, query: q, limit: MOST_FOUND, cursor: undefined, now: ctx.now() },
		});
	let q = writeQuery(query ?? queryOf(reading));
	let page = await run(q);
	let isWide = false;
	if (page.total === 0 && query === undefined && reading.words.length > 1) {
		const wide = writeQuery(queryOf(reading, true));
		const more = await run(wide);
		if (more.total > 0) [q, page, isWide] = [wide, more, true];
	}
	const rank = ({ subject, preview }: EmailItem): number => matches(`${subject} ${preview}`, reading.words);
	const ranked = page.items.map((item, index) => ({ item, index, rank: rank(item) }));
	// The newest first among those with as many words.
	ranked.sort((a, b) => b.rank - a.rank || a.index - b.index);
	const items = ranked.slice(0, MOST_READ).map(({ item }) => item);
	return { q, isWide, items, total: page.total, totalIsExact: page.totalIsExact };
}

/** An email and what its sender wrote. */
export interface ReadEmail {
	item: EmailItem;
	text: string;
}

/** What the senders wrote, without quotes and signatures. Bodies that are not stored here are not fetched. */
export async function readEmails(ctx: MailContext, ownerId: string, items: readonly EmailItem[]): Promise<ReadEmail[]> {
	const read: ReadEmail[] = [];
	for (const item of items) {
		// What a deceiver claims is no answer.
		if (isDistrusted(item.trust ?? null)) continue;
		const text = item.isHeaderOnly ? item.preview : ownWords(await openEmail(ctx, ownerId, item.id));
		read.push({ item, text: text === "" ? item.preview : text });
	}
	return read;
}

/** How many of the words a text has, at the beginning of its own. */
export function matches(text: string, words: readonly string[]): number {
	const plain = ` ${plainOf(text).replaceAll(/[^\p{L}\p{N}]+/gu, " ")}`;
	return words.filter((word) =>
		plain.includes(
			` ${plainOf(word)
				.replaceAll(/[^\p{L}\p{N}]+/gu, " ")
				.trim()}`,
		),
	).length;
}

/** As the search compares: without case and accents. */
function plainOf(text: string): string {
	return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}
