import type { Incoming } from "#shared/mail/incoming.ts";
import { AppError } from "../../errors.ts";
import type { MailContext } from "../context/context.ts";
import { openEmail } from "../messages/open-email.ts";
import { storeActs } from "../store/read/acts.ts";
import { ownWords } from "../summaries/summary.ts";
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

/**
 * What messages do to their conversations, by message: as stored, or read now and stored. Of a message whose body is not here
 * yet the preview is read, and nothing is stored.
 */
export async function readActs(ctx: MailContext, ownerId: string, rows: readonly ActRow[]): Promise<Map<string, Act>> {
	const acts = new Map<string, Act>();
	const unread: ActRow[] = [];
	for (const row of rows) {
		if (row.act?.version === ACT_VERSION) acts.set(row.id, row.act);
		else unread.push(row);
	}
	for (let at = 0; at < unread.length; at += AT_ONCE) {
		const read = await Promise.all(unread.slice(at, at + AT_ONCE).map((row) => readNow(ctx, ownerId, row)));
		for (const { id, act } of read) acts.set(id, act);
		const complete = read.filter(({ isComplete }) => isComplete);
		const stored = complete.map(({ id, accountId, act }) => ({ id, accountId, act: { ...act, version: ACT_VERSION } }));
		await storeActs(ctx.database, { ownerId, acts: stored });
	}
	return acts;
}

async function readNow(ctx: MailContext, ownerId: string, row: ActRow) {
	const { id, account_id: accountId, subject, incoming } = row;
	const isPerson = incoming === null || incoming.kind === "own";
	const text = isPerson && !row.has_calendar ? await textOf(ctx, ownerId, row) : "";
	const act = readAct({
		...{ subject, text: text ?? row.body_preview, sentAt: (row.sent_at ?? row.received_date).getTime() },
		...{ isReply: row.in_reply_to !== null, incoming: incoming?.kind ?? null, isInvitation: row.has_calendar },
	});
	return { id, accountId, act, isComplete: text !== null };
}

/** The sender's own words; null: they are not here. */
async function textOf(
	ctx: MailContext,
	ownerId: string,
	{ id, is_header_only: isHeaderOnly }: ActRow,
): Promise<string | null> {
	if (isHeaderOnly) return null;
	try {
		return ownWords(await openEmail(ctx, ownerId, id));
	} catch (cause) {
		// Removed in the meantime, or its blob is.
		if (cause instanceof AppError) return null;
		throw cause;
	}
}
