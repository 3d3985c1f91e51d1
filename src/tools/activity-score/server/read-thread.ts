import type { Database } from "#kernel/database.ts";
import { RECEIVED_ROLES } from "#kernel/mail.ts";
import type { Incoming } from "#shared/mail/incoming.ts";
import { type Link, linksOf, type ThreadMessage } from "./conversations.ts";

/** Messages of conversations, from stored mail to rows of `activity_messages`. */

/** Folders with mail that was received, or written and sent. */
export const ROLES = [...RECEIVED_ROLES, "sent"];

/** Categories of mail that people write; none: not classified yet. */
const PERSONAL = new Set([null, "primary"]);

interface Row {
	id: string;
	thread_id: string;
	folder_role: string;
	sender_email: string;
	received_date: Date;
	sent_at: Date | null;
	message_id: string | null;
	in_reply_to: string | null;
	/** Null: a person's. */
	incoming: Incoming | null;
	category: string | null;
	list_key: string | null;
	is_list: boolean;
	recipients: Partial<Record<"to" | "cc" | "bcc", { email?: string }[]>>;
}

export interface MessageRow extends Link {
	id: string;
	threadId: string;
	at: number;
	isOwn: boolean;
	isPerson: boolean;
	contacts: string[] | null;
}

export interface Mailbox {
	ownerId: string;
	accountId: string;
	/** Addresses that the user sends from, in lower case. */
	own: ReadonlySet<string>;
}

/** The mailbox's own address, and those that its sent mail is from. */
export async function readMailbox(database: Database, ownerId: string, accountId: string): Promise<Mailbox> {
	const rows = await database.query<{ address: string }>(
		`select lower(email) as address from mail_accounts_v1 where owner_id = $1 and email is not null
		union select sender_email from mail_sender_stats_v1 where owner_id = $1 and account_id = $2 and folder_role = 'sent'`,
		[ownerId, accountId],
	);
	return { ownerId, accountId, own: new Set(rows.map(({ address }) => address).filter(Boolean)) };
}

/** Rows of these threads, which may be empty: messages that no figure needs are left out. */
export async function readThreads(
	database: Database,
	mailbox: Mailbox,
	threadIds: readonly string[],
): Promise<MessageRow[]> {
	const { ownerId, accountId } = mailbox;
	const rows = await database.query<Row>(
		`select id, thread_id, folder_role, sender_email, received_date, sent_at, message_id, in_reply_to, incoming, category,
			list_key, list_unsubscribe is not null as is_list, recipients
		from mail_messages_v1 where owner_id = $1 and account_id = $2 and thread_id = any($3::uuid[]) and folder_role = any($4::text[])`,
		[ownerId, accountId, threadIds, ROLES],
	);
	return [...Map.groupBy(rows, (row) => row.thread_id).values()].flatMap((thread) => rowsOf(thread, mailbox));
}

function rowsOf(thread: readonly Row[], mailbox: Mailbox): MessageRow[] {
	const messages = new Map(thread.map((row) => [row.id, messageOf(row, mailbox)]));
	const hasOwn = [...messages.values()].some(({ isOwn }) => isOwn);
	const links = linksOf([...messages.values()]);
	return thread.flatMap((row) => {
		const message = messages.get(row.id);
		const link = links.get(row.id) ?? { isAnswered: false, answersAt: null };
		if (message === undefined || !(hasOwn || message.isPerson)) return [];
		const { isOwn, isPerson } = message;
		const contacts = row.folder_role === "sent" ? contactsOf(row) : null;
		// The date that lists and searches have.
		const at = row.received_date.getTime();
		// A response time stays true where the sent copy was stored later than it was written.
		const delay = at - message.at;
		const answersAt = link.answersAt === null ? null : link.answersAt + delay;
		return [{ ...link, answersAt, id: row.id, threadId: row.thread_id, at, isOwn, isPerson, contacts }];
	});
}

function messageOf(row: Row, { own }: Mailbox): ThreadMessage {
	const isOwn = row.folder_role === "sent" || own.has(row.sender_email.toLowerCase());
	// What people write on a list is theirs.
	const isAutomatic = row.incoming !== null && row.incoming.kind !== "list";
	const isList = row.is_list || (row.list_key ?? "") !== "";
	return {
		...{ id: row.id, threadId: row.thread_id, isOwn, isAutomatic },
		at: (isOwn ? (row.sent_at ?? row.received_date) : row.received_date).getTime(),
		isPerson: !isOwn && row.incoming === null && !isList && PERSONAL.has(row.category) && row.sender_email !== "",
		messageId: row.message_id,
		inReplyTo: row.in_reply_to,
	};
}

function contactsOf({ recipients }: Row): string[] {
	const all = [...(recipients.to ?? []), ...(recipients.cc ?? []), ...(recipients.bcc ?? [])];
	return [...new Set(all.map(({ email }) => email?.toLowerCase() ?? "").filter(Boolean))];
}
