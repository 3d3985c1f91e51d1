import { badRequest } from "#kernel/errors.ts";
import { accountsOf, getAccount, listWaiting, searchEmails } from "#kernel/mail.ts";
import { openEmail } from "#kernel/messages.ts";
import type { MailContext } from "#kernel/module.ts";
import { ownWords, summarize } from "#kernel/summaries.ts";
import { todayIn } from "#shared/today.ts";
import type { Brief, BriefItem } from "../../brief-contract.ts";
import { invitationsOn } from "./invitations.ts";

const DAY = 86_400_000;
const NEXT_DAYS = 7;

interface BriefLimits {
	/** Lines of each part. */
	items: number;
	/** Emails of the last two weeks that are read for dates. */
	dates: number;
	/** Emails that are read for invitations, and those that are listed at once. */
	invitations: number;
	invitationPage: number;
}

/** An invitation is read in a few milliseconds. */
const LIMITS: BriefLimits = { items: 5, dates: 40, invitations: 300, invitationPage: 60 };

export interface BriefScope {
	ownerId: string;
	account: string | null;
	zone: string;
}

/**
 * What matters today, from the mail itself and by rules: every line is a sentence of the email that it opens.
 * @throws AppError 400 `bad-request` for an unknown time zone; 404 for another user's mailbox
 */
export async function readBrief(
	ctx: MailContext,
	{ ownerId, account, zone }: BriefScope,
	limits: BriefLimits = LIMITS,
): Promise<Brief> {
	const now = ctx.now();
	const today = todayIn(zone, now);
	if (today === null) throw badRequest("bad-request", `${zone} is not a time zone. Use one such as Europe/Berlin.`);
	if (account !== null) await getAccount(ctx, ownerId, account);
	const accountIds = await accountsOf(ctx.database, ownerId, account);
	const reader = new Reader(ctx, ownerId);
	const [newMail, waiting, invitations, dates] = await Promise.all([
		newMailOf(ctx, reader, { ownerId, account, since: now - DAY, limits }),
		waitingOf(ctx, { ownerId, account, limits }),
		invitationsOn(ctx, {
			...{ ownerId, accountIds, today, zone },
			...{ most: limits.invitations, page: limits.invitationPage },
		}),
		datesOf(ctx, reader, { ownerId, account, today, limits }),
	]);
	return { newMail, waiting, invitations, dates };
}

type Reads = Pick<BriefScope, "ownerId" | "account"> & { limits: BriefLimits };

async function newMailOf(
	ctx: MailContext,
	reader: Reader,
	{ ownerId, account, since, limits }: Reads & { since: number },
): Promise<Brief["newMail"]> {
	const at = new Date(Math.floor(since / 1_000) * 1_000).toISOString().replace(".000Z", "Z");
	const q = `in:inbox is:unread category:primary -is:list after:${at}`;
	const { items, total } = await searchEmails(ctx.database, ownerId, {
		...{ query: q, accountId: account, folder: null, limit: limits.items, cursor: undefined, now: ctx.now() },
	});
	const lines = await Promise.all(items.map((item) => reader.read({ ...item, emailId: item.id })));
	return {
		items: items.map((item, index) => ({ ...presentItem(item), line: lines[index]?.main ?? item.preview })),
		q,
		total,
	};
}

async function waitingOf(ctx: MailContext, { ownerId, account, limits }: Reads): Promise<Brief["waiting"]> {
	const { items: threads, total } = await listWaiting(ctx, ownerId, {
		...{ for: "me", limit: limits.items * 2 },
		...(account !== null && { account }),
	});
	const items = threads.map(({ emailId, subject, at, name, email, sentence, preview }) => {
		const line = sentence || preview;
		return { emailId, subject, at, sender: name || email, line, isQuestion: /[?？]/.test(line) };
	});
	// Questions first; a sort keeps the order of the rest.
	items.sort((a, b) => Number(b.isQuestion) - Number(a.isQuestion));
	return { items: items.slice(0, limits.items), total };
}

async function datesOf(
	ctx: MailContext,
	reader: Reader,
	{ ownerId, account, today, limits }: Reads & { today: number },
): Promise<Brief["dates"]> {
	const { items, total: emails } = await searchEmails(ctx.database, ownerId, {
		...{ query: "category:primary -in:sent -in:drafts -is:list newer_than:14d", accountId: account, folder: null },
		...{ limit: limits.dates, cursor: undefined, now: ctx.now() },
	});
	const [first, last] = [today, today + NEXT_DAYS * DAY].map((time) => new Date(time).toISOString().slice(0, 10)) as [
		string,
		string,
	];
	const found = await Promise.all(
		items.map(async (item) => {
			const { actions } = await reader.read({ ...item, emailId: item.id });
			return actions.flatMap(({ text, due }) =>
				due !== null && due >= first && due <= last ? [{ ...presentItem(item), line: text, due }] : [],
			);
		}),
	);
	const dates = found.flat().toSorted((a, b) => (a.due < b.due ? -1 : a.due > b.due ? 1 : 0));
	return { items: dates.slice(0, limits.items), total: dates.length, read: items.length, emails };
}

interface Listed {
	id: string;
	senderName: string;
	senderEmail: string;
	subject: string;
	receivedAt: string;
}

function presentItem({ id, senderName, senderEmail, subject, receivedAt }: Listed): Omit<BriefItem, "line"> {
	return { emailId: id, sender: senderName || senderEmail, subject, at: receivedAt };
}

interface ReadItem {
	/** The main sentence. */
	main: string;
	actions: { text: string; due: string | null }[];
}

/** Reads each email once. Bodies that are not stored are not fetched: their preview has to do. */
class Reader {
	private readonly ctx: MailContext;
	private readonly ownerId: string;
	private readonly known = new Map<string, Promise<ReadItem>>();

	constructor(ctx: MailContext, ownerId: string) {
		this.ctx = ctx;
		this.ownerId = ownerId;
	}

	read(email: {
		emailId: string;
		subject: string;
		preview: string;
		receivedAt: string;
		isHeaderOnly?: boolean;
	}): Promise<ReadItem> {
		const known = this.known.get(email.emailId) ?? this.readNow(email);
		this.known.set(email.emailId, known);
		return known;
	}

	private async readNow({
		emailId,
		subject,
		preview,
		receivedAt,
		isHeaderOnly = false,
	}: Parameters<Reader["read"]>[0]): Promise<ReadItem> {
		const text = isHeaderOnly ? preview : ownWords(await openEmail(this.ctx, this.ownerId, emailId));
		const { short, actions } = summarize({ subject, text, sentAt: Date.parse(receivedAt), people: [] });
		return { main: short || preview, actions };
	}
}
