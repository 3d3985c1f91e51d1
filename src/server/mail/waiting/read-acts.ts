import type { Incoming } from "#shared/mail/incoming.ts";
import { AppError } from "../../errors.ts";
import type { MailContext } from "../context/context.ts";
import { openEmail } from "../messages/open-email.ts";
import { storeActs } from "../store/acts.ts";
import { ownWords } from "../summaries/conversation-mail.ts";
import { ACT_VERSION, type Act, readAct } from "./act.ts";

/** A message whose act is wanted. */
export interface ActRow {
	id: string;
	account_id: string;
	subject: string;
	body_preview: string;
	in_reply_to: string | null;
	received_date: Date;
	sent_at: Date | null;
	/** Null: a person's. */
	incoming: Incoming | null;
	has_calendar: boolean;
	is_header_only: boolean;
	/** As it was stored; null: not read yet. */
	act: StoredAct | null;
}

/** An act, with the version of the rules that read it. */
interface StoredAct extends Act {
	version: number;
}

/** Messages that are opened at once: each takes a worker thread some milliseconds. */
const AT_ONCE = 8;

export interface Acts {
	/** By message. */
	acts: Map<string, Act>;
	/** false: there are messages that were not opened, because they were more than `most`. */
	isComplete: boolean;
	/** How many were opened and stored. */
	stored: number;
}

/**
 * What messages do to their conversations: as stored, or read now and stored. Of a message whose body is not here yet, and of
 * the oldest when more than `most` would be opened, the preview is read, and nothing is stored.
 */
export async function readActs(
	ctx: MailContext,
	{ ownerId, rows, most }: { ownerId: string; rows: readonly ActRow[]; most: number },
): Promise<Acts> {
	const acts = new Map<string, Act>();
	const missing: ActRow[] = [];
	for (const row of rows) {
		if (row.act?.version === ACT_VERSION) acts.set(row.id, row.act);
		else if (row.is_header_only) acts.set(row.id, actOf(row, row.body_preview));
		else missing.push(row);
	}
	const newestFirst = missing.toSorted((a, b) => b.received_date.getTime() - a.received_date.getTime());
	for (const row of newestFirst.slice(most)) acts.set(row.id, actOf(row, row.body_preview));
	const unread = newestFirst.slice(0, most);
	let count = 0;
	for (let at = 0; at < unread.length; at += AT_ONCE) {
		const read = await Promise.all(unread.slice(at, at + AT_ONCE).map((row) => readNow(ctx, ownerId, row)));
		for (const { id, act } of read) acts.set(id, act);
		const complete = read.filter(({ isComplete }) => isComplete);
		count += complete.length;
		const stored = complete.map(({ id, accountId, act }) => ({ id, accountId, act: { ...act, version: ACT_VERSION } }));
		await storeActs(ctx.database, { ownerId, acts: stored });
	}
	return { acts, isComplete: newestFirst.length <= most, stored: count };
}

async function readNow(ctx: MailContext, ownerId: string, row: ActRow) {
	const { id, account_id: accountId } = row;
	const text = isTalk(row) ? await textOf(ctx, ownerId, row) : "";
	return { id, accountId, act: actOf(row, text ?? row.body_preview), isComplete: text !== null };
}

function actOf(row: ActRow, text: string): Act {
	const { subject, incoming } = row;
	return readAct({
		...{ subject, text: isTalk(row) ? text : "", sentAt: (row.sent_at ?? row.received_date).getTime() },
		...{ isReply: row.in_reply_to !== null, incoming: incoming?.kind ?? null, isInvitation: row.has_calendar },
	});
}

/** Written by a person, and no invitation: its words count. */
const isTalk = ({ incoming, has_calendar: hasCalendar }: ActRow): boolean =>
	!hasCalendar && (incoming === null || incoming.kind === "own");

/** The sender's own words; null: they are gone. */
async function textOf(ctx: MailContext, ownerId: string, { id }: ActRow): Promise<string | null> {
	try {
		return ownWords(await openEmail(ctx, ownerId, id));
	} catch (cause) {
		// Removed in the meantime, or its blob is.
		if (cause instanceof AppError) return null;
		throw cause;
	}
}
