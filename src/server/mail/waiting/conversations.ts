import { addressKey } from "#shared/mail/address-key.ts";
import type { Address } from "#shared/mail/message.ts";
import { FORWARD_PREFIX } from "#shared/mail/subject-prefixes.ts";
import type { MailContext } from "../context/context.ts";
import { ownAddresses } from "../send/senders.ts";
import type { Act } from "./act.ts";
import { namesList } from "./addressee.ts";
import { type ConversationState, namesOf, stateOf, type TalkMessage } from "./conversation.ts";
import { type ActRow, readActs } from "./read-acts.ts";

/** Messages that are read of each conversation, the newest. */
const MOST_MESSAGES = 12;

interface Row extends ActRow {
	thread_id: string;
	folder_role: string;
	message_id: string | null;
	sender_name: string;
	sender_email: string;
	recipients: Partial<Record<"to" | "cc", Address[]>>;
	category: string | null;
	is_list: boolean;
	has_attachments: boolean;
}

/** A conversation with its state and the message that decided. */
export interface Conversation {
	threadId: string;
	accountId: string;
	state: ConversationState;
	/** Null: nothing did. */
	message: {
		emailId: string;
		isOwn: boolean;
		subject: string;
		preview: string;
		at: Date;
		category: string | null;
		/** Of its sender, or of its first recipient if it is the user's. */
		name: string;
		email: string;
	} | null;
	/** The user has written in it. */
	hasOwn: boolean;
}

interface Wanted {
	ownerId: string;
	threads: readonly { accountId: string; threadId: string }[];
	/** Messages that are opened at most, the newest. */
	most: number;
}

interface Conversations {
	conversations: Conversation[];
	/** false: some were judged by the beginning of a message, because more than `most` had to be opened. */
	isComplete: boolean;
	/** Messages that were opened and stored. */
	stored: number;
}

/** The states of conversations, without those that have no messages outside drafts, spam and trash. */
export async function readConversations(ctx: MailContext, { ownerId, threads, most }: Wanted): Promise<Conversations> {
	if (threads.length === 0) return { conversations: [], isComplete: true, stored: 0 };
	const rows = await readRows(ctx, { ownerId, threads });
	const { acts, isComplete, stored } = await readActs(ctx, { ownerId, rows, most });
	const own = await ownAddresses(ctx, ownerId);
	const byThread = Map.groupBy(rows, (row) => `${row.account_id} ${row.thread_id}`);
	const conversations = [...byThread.values()].map((newestFirst) =>
		conversationOf(newestFirst.toReversed(), acts, own),
	);
	return { conversations, isComplete, stored };
}

/** Newest first within each conversation. */
function readRows({ database }: MailContext, { ownerId, threads }: Omit<Wanted, "most">): Promise<Row[]> {
	return database.query<Row>(
		`select m.* from unnest($2::uuid[], $3::uuid[]) as t (account_id, thread_id) cross join lateral (
			select e.id, e.account_id, e.thread_id, e.folder_role, e.message_id, e.in_reply_to, e.subject, e.sender_name,
				e.sender_email, e.recipients, e.sent_at, e.received_date, e.incoming, e.category, e.body_preview, e.act,
				e.raw_sha256 is null as is_header_only, e.has_attachments,
				coalesce(e.list_key, '') <> '' or e.list_unsubscribe is not null as is_list,
				e.has_attachments and exists (
					select from email_attachments a where a.owner_id = e.owner_id and a.account_id = e.account_id and a.email_id = e.id
						and (a.content_type in ('text/calendar', 'application/ics') or a.filename ilike '%.ics')) as has_calendar
			from emails e where e.owner_id = $1 and e.account_id = t.account_id and e.thread_id = t.thread_id
				and e.folder_role not in ('drafts', 'spam', 'trash')
			order by e.received_date desc, e.id desc limit $4
		) m`,
		[ownerId, threads.map(({ accountId }) => accountId), threads.map(({ threadId }) => threadId), MOST_MESSAGES],
	);
}

function conversationOf(rows: readonly Row[], acts: ReadonlyMap<string, Act>, own: ReadonlySet<string>): Conversation {
	const messages = rows.map((row) => messageOf(row, acts.get(row.id) as Act, own));
	const senders = messages.filter(({ isOwn }) => isOwn).map(({ from, fromName }) => ({ name: fromName, email: from }));
	const addresses = new Set([...own, ...senders.map(({ email }) => email)]);
	const people = [...senders, ...messages.flatMap(({ to, cc }) => [...to, ...cc])];
	const self = people.filter(({ email }) => addresses.has(addressKey(email)));
	const state = stateOf(messages, { addresses, names: new Set(self.flatMap((one) => [...namesOf(one)])) });
	const [first] = rows as [Row];
	const decisive = rows.find(({ id }) => id === state.emailId);
	return {
		...{ threadId: first.thread_id, accountId: first.account_id, state },
		message: decisive === undefined ? null : shownMessage(decisive, own),
		hasOwn: senders.length > 0,
	};
}

const isOwnRow = ({ folder_role: role, sender_email: sender }: Row, own: ReadonlySet<string>): boolean =>
	role === "sent" || own.has(addressKey(sender));

function messageOf(row: Row, act: Act, own: ReadonlySet<string>): TalkMessage {
	const { to = [], cc = [] } = row.recipients;
	return {
		...{ id: row.id, at: row.received_date.getTime(), messageId: row.message_id, inReplyTo: row.in_reply_to },
		...{ from: addressKey(row.sender_email), fromName: row.sender_name, isOwn: isOwnRow(row, own), to, cc },
		...{ isList: row.is_list || namesList(row.subject, [...to, ...cc]), hasAttachment: row.has_attachments },
		...{ isForward: FORWARD_PREFIX.test(row.subject.trim()), isReport: row.incoming?.kind === "report", act },
	};
}

function shownMessage(row: Row, own: ReadonlySet<string>): Conversation["message"] {
	const isOwn = isOwnRow(row, own);
	const person = isOwn ? row.recipients.to?.[0] : { name: row.sender_name, email: row.sender_email };
	return {
		...{ emailId: row.id, isOwn, subject: row.subject, preview: row.body_preview, at: row.received_date },
		...{ category: row.category, name: person?.name ?? "", email: person?.email ?? "" },
	};
}
