import { searchEmails } from "#kernel/mail.ts";
import { openEmail, readCalendar, readStored } from "#kernel/messages.ts";
import type { MailContext } from "#kernel/module.ts";
import { ownWords } from "#kernel/summaries.ts";
import { isCalendarFile } from "#shared/calendar/calendar-file.ts";
import type { Invitation } from "#shared/calendar/invitation.ts";
import type { EmailItem } from "#shared/contracts/emails.ts";
import { fold } from "#shared/mail/phrases.ts";
import { splitQuotedText } from "#shared/mail/quoted-text.ts";
import { isDistrusted } from "#shared/mail/trust.ts";
import type { Query } from "#shared/search/query.ts";
import { writeQuery } from "#shared/search/write.ts";
import type { Reading } from "../question/read-question.ts";
import { searchesOf } from "../question/searches.ts";

/** Emails that are read for an answer. */
const MOST_READ = 30;
/** Emails of one search whose subject and preview decide which are read. */
const MOST_FOUND = 50;

/** A search that was run, and what it found. */
export interface RunSearch {
	q: string;
	/** Some of the words are enough. */
	isWide: boolean;
	ids: ReadonlySet<string>;
	total: number;
	totalIsExact: boolean;
}

export interface Found {
	/** The narrowest first. */
	searches: RunSearch[];
	/** Of all searches, the most likely ones first. */
	items: EmailItem[];
}

interface FindOptions {
	ownerId: string;
	account: string | null;
	reading: Reading;
	/** The user's own search: it is used as it is. */
	query?: Query;
}

/** The emails that a question may be about, by searches from the narrowest to the widest. @throws AppError 400 `bad-query` */
export async function findEmails(ctx: MailContext, { ownerId, account, reading, query }: FindOptions): Promise<Found> {
	const searches: RunSearch[] = [];
	const items = new Map<string, EmailItem>();
	for (const one of query === undefined ? searchesOf(reading) : [{ query, isWide: false }]) {
		const q = writeQuery(one.query);
		if (searches.some((known) => known.q === q)) continue;
		const page = await searchEmails(ctx.database, ownerId, {
			...{ accountId: account, folder: null, query: q, limit: MOST_FOUND, cursor: undefined, now: ctx.now() },
		});
		for (const item of page.items) items.set(item.id, item);
		const ids = new Set(page.items.map(({ id }) => id));
		searches.push({ q, isWide: one.isWide, ids, total: page.total, totalIsExact: page.totalIsExact });
	}
	return { searches, items: likely([...items.values()], reading).slice(0, MOST_READ) };
}

/** Those whose subject, sender and preview have more of what the question is about, the newest first among equals. */
function likely(items: readonly EmailItem[], { topics }: Reading): EmailItem[] {
	const ranked = items.map((item) => {
		const text = fold(`${item.subject} ${item.senderName} ${item.senderEmail} ${item.preview}`);
		const rank = topics.reduce((sum, { concept, weight }) => sum + (concept.isIn(text) ? weight : 0), 0);
		return { item, rank };
	});
	ranked.sort((a, b) => b.rank - a.rank || Date.parse(b.item.receivedAt) - Date.parse(a.item.receivedAt));
	return ranked.map(({ item }) => item);
}

/** An email and what its sender wrote. */
export interface ReadEmail {
	item: EmailItem;
	/** Without quotes and signature. */
	text: string;
	signature: string;
	/** Names and addresses. */
	recipients: string;
	event: Invitation | null;
}

/** What the senders wrote. Bodies that are not stored here are not fetched. */
export async function readEmails(ctx: MailContext, ownerId: string, items: readonly EmailItem[]): Promise<ReadEmail[]> {
	const read: ReadEmail[] = [];
	for (const item of items) {
		// What a deceiver claims is no answer.
		if (isDistrusted(item.trust ?? null)) continue;
		if (item.isHeaderOnly) read.push({ item, text: item.preview, signature: "", recipients: "", event: null });
		else read.push(await readEmail(ctx, ownerId, item));
	}
	return read;
}

async function readEmail(ctx: MailContext, ownerId: string, item: EmailItem): Promise<ReadEmail> {
	const email = await openEmail(ctx, ownerId, item.id);
	const text = ownWords(email);
	const signature = splitQuotedText(email.text, item.senderName === "" ? item.senderEmail : item.senderName)
		.filter(({ kind }) => kind === "signature")
		.map((segment) => segment.text)
		.join("\n");
	const recipients = [...email.to, ...email.cc].map((one) => `${one.name} ${one.email}`).join(" ");
	return {
		...{ item, text: text === "" && signature === "" ? item.preview : text, signature, recipients },
		event: email.attachments.some(isCalendarFile)
			? await readCalendar(ctx, ownerId, await readStored(ctx.database, ownerId, item.id))
			: null,
	};
}
