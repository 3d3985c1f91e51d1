import { WAITING_DAYS } from "#shared/waiting-days.ts";
import { cutPage, type KeyPage, readCursor, timeKey } from "../../key-cursor.ts";
import type { MailContext } from "../context/context.ts";
import { accountsOf } from "../store/accounts.ts";
import type { ConversationState } from "./conversation.ts";
import { type Conversation, readConversations } from "./conversations.ts";
import { enqueueReadActs } from "./job.ts";
import { recentThreads } from "./recent-threads.ts";

/** Conversations in which someone waits for an answer: the user, or the others. Without campaigns. */

/** An answer from others is missed after so many days. */
const PATIENCE_DAYS = 2;
/** Messages that one request opens: some 5 ms each. A job opens the others. */
const READ_IN_REQUEST = 100;
const DAY_MS = 86_400_000;
/** Of mail that people write; null: not classified yet. */
const PERSONAL: ReadonlySet<string | null> = new Set([null, "primary", "forums"]);

/** A conversation in which someone waits, with the message that decided. */
export interface WaitingThread {
	emailId: string;
	threadId: string;
	accountId: string;
	subject: string;
	preview: string;
	/** Of the person who waits, or is waited for. */
	name: string;
	email: string;
	/** ISO 8601. */
	at: string;
	/** What is open. */
	kind: "asks" | "promises";
	/** The sentence that decided. */
	sentence: string;
	/** By when, `2026-03-05`; null: no date is named. */
	due: string | null;
}

interface WaitingQuery {
	/** `me`: the user has to answer, or to do what was promised; `them`: others have. */
	for: "me" | "them";
	account?: string | undefined;
	limit: number;
	cursor?: string | undefined;
}

/**
 * Such conversations, newest first, and how many there are.
 * @param limits.most messages that are opened; conversations with more are judged by the beginnings of messages until a job
 *   has read them
 * @throws AppError 400 `bad-cursor`, 404 for another user's mailbox
 */
export async function listWaiting(
	ctx: MailContext,
	ownerId: string,
	query: WaitingQuery,
	{ most = READ_IN_REQUEST }: { most?: number } = {},
): Promise<KeyPage<WaitingThread>> {
	const after = readCursor(query.cursor, timeKey);
	const conversations = await recentConversations(ctx, { ownerId, account: query.account, most });
	const now = ctx.now();
	const found = conversations
		.flatMap((one) => waitingThread(one, query.for, now) ?? [])
		.toSorted((a, b) => (isBefore(a, b) ? 1 : -1));
	const rest = after === null ? found : found.filter((one) => isBefore(one, { at: after[0], emailId: after[1] }));
	const { page, nextCursor } = cutPage(rest.slice(0, query.limit + 1), query.limit, ({ at, emailId }) => [at, emailId]);
	return { items: page, total: found.length, nextCursor };
}

/** How many conversations wait for the user, and for others. @throws AppError 404 for another user's mailbox */
export async function countWaiting(
	ctx: MailContext,
	ownerId: string,
	account?: string,
): Promise<Record<WaitingQuery["for"], number>> {
	const conversations = await recentConversations(ctx, { ownerId, account, most: READ_IN_REQUEST });
	const now = ctx.now();
	const count = (who: WaitingQuery["for"]) => conversations.filter((one) => isWaited(one, who, now)).length;
	return { me: count("me"), them: count("them") };
}

/** For whom one conversation waits; null: it has no messages outside drafts, spam and trash. */
export async function readConversationState(
	ctx: MailContext,
	ownerId: string,
	thread: { accountId: string; threadId: string },
): Promise<ConversationState | null> {
	const { conversations } = await readConversations(ctx, { ownerId, threads: [thread], most: READ_IN_REQUEST });
	return conversations[0]?.state ?? null;
}

async function recentConversations(
	ctx: MailContext,
	{ ownerId, account, most }: { ownerId: string; account: string | undefined; most: number },
): Promise<Conversation[]> {
	const accountIds = await accountsOf(ctx.database, ownerId, account ?? null);
	const threads = await recentThreads(ctx, ownerId, accountIds);
	const { conversations, isComplete } = await readConversations(ctx, { ownerId, threads, most });
	if (!isComplete) for (const accountId of accountIds) await enqueueReadActs(ctx.jobs, { ownerId, accountId });
	return conversations;
}

type Position = Pick<WaitingThread, "at" | "emailId">;

function isBefore(a: Position, b: Position): boolean {
	return a.at === b.at ? a.emailId < b.emailId : a.at < b.at;
}

function waitingThread(conversation: Conversation, who: "me" | "them", now: number): WaitingThread | null {
	const { state, message, threadId, accountId } = conversation;
	if (message === null || !isWaited(conversation, who, now)) return null;
	const { emailId, subject, preview, name, email, at } = message;
	return {
		...{ emailId, threadId, accountId, subject, preview, name, email, at: at.toISOString() },
		...{ kind: state.kind as "asks" | "promises", sentence: state.sentence ?? "", due: state.due },
	};
}

function isWaited({ state, message, hasOwn }: Conversation, who: "me" | "them", now: number): boolean {
	if (message === null || state.waitsFor !== (who === "me" ? "me" : "others")) return false;
	const age = (now - message.at.getTime()) / DAY_MS;
	if (age > WAITING_DAYS || (who === "them" && age < PATIENCE_DAYS)) return false;
	return hasOwn || isPersonal(message.category, state);
}

/** Other mail waits only by a date: an order that a shop's office wants signed. */
function isPersonal(category: string | null, { due }: ConversationState): boolean {
	return PERSONAL.has(category) || (due !== null && category === "updates");
}
