import type { ChangeableAccount } from "#kernel/changes.ts";
import type { MailContext } from "#kernel/module.ts";
import { firstTimeSenders, type MessageToScreen, messagesToScreen } from "./first-time.ts";
import { quarantine } from "./quarantine.ts";
import { addWaiting, statesOf } from "./store.ts";

const RECENT_MS = 30 * 86_400_000;
/** Messages considered, newest first. */
const MAX_MESSAGES = 1_000;

interface Mailbox {
	ownerId: string;
	accountId: string;
}

/** A first-time sender of the past 30 days. */
interface RecentSender {
	email: string;
	name: string;
	firstAt: Date;
	/** Their messages in the inbox, oldest first. */
	ids: string[];
}

/** What the screener would have quarantined in the past 30 days, had it been on. */
export async function previewScreener(ctx: MailContext, mailbox: Mailbox) {
	const since = new Date(ctx.now() - RECENT_MS);
	const senders = await recentSenders(ctx, mailbox, since);
	return {
		since: since.toISOString(),
		count: senders.reduce((sum, { ids }) => sum + ids.length, 0),
		items: senders.map(({ email, name, ids }) => ({ senderEmail: email, senderName: name, count: ids.length })),
	};
}

/** Lists the first-time senders of the past 30 days. @param quarantines their mail also leaves the inbox */
export async function screenRecent(
	ctx: MailContext,
	{ ownerId, account, quarantines }: { ownerId: string; account: ChangeableAccount; quarantines: boolean },
): Promise<void> {
	const mailbox = { ownerId, accountId: account.id };
	const senders = await recentSenders(ctx, mailbox, new Date(ctx.now() - RECENT_MS));
	await addWaiting(ctx.database, mailbox, senders);
	const ids = senders.flatMap((sender) => sender.ids);
	if (quarantines) await quarantine(ctx, ownerId, account, ids);
}

async function recentSenders(ctx: MailContext, mailbox: Mailbox, since: Date): Promise<RecentSender[]> {
	const ids = await inboxSince(ctx, mailbox, since);
	const messages = await messagesToScreen(ctx, { ...mailbox, ids });
	const emails = [...new Set(messages.map(({ email }) => email))];
	const decided = await statesOf(ctx.database, mailbox, emails);
	const undecided = emails.filter((email) => !decided.has(email));
	const fresh =
		undecided.length === 0
			? new Set<string>()
			: await firstTimeSenders(ctx, { ...mailbox, ids: messages.map(({ id }) => id) }, undecided);
	return bySender(messages.filter(({ email }) => fresh.has(email)));
}

async function inboxSince(ctx: MailContext, { ownerId, accountId }: Mailbox, since: Date): Promise<string[]> {
	const rows = await ctx.database.query<{ id: string }>(
		`select e.id from mail_messages_v1 e where e.owner_id = $1 and e.account_id = $2 and e.folder_role = 'inbox'
			and e.received_date >= $3 order by e.received_date desc limit ${MAX_MESSAGES}`,
		[ownerId, accountId, since],
	);
	return rows.map(({ id }) => id);
}

/** @param messages sorted oldest first @returns latest sender first */
function bySender(messages: readonly MessageToScreen[]): RecentSender[] {
	const senders = new Map<string, RecentSender>();
	for (const { id, email, name, receivedAt } of messages) {
		const sender = senders.get(email);
		if (sender === undefined) senders.set(email, { email, name, firstAt: receivedAt, ids: [id] });
		else sender.ids.push(id);
	}
	return [...senders.values()].reverse();
}
