import type { Database } from "#kernel/database.ts";
import type { Incoming } from "#shared/mail/incoming.ts";

/** The SQL of the messages that reminders are about. */

export interface MailRow {
	id: string;
	account_id: string;
	thread_id: string;
	folder_role: string;
	message_id: string | null;
	subject: string;
	sender_email: string;
	/** Null: a person's. */
	incoming: Incoming | null;
	received_date: Date;
}

const MAIL = "id, account_id, thread_id, folder_role, message_id, subject, sender_email, incoming, received_date";

/** Stored messages by id, newest first. */
export function readMail(database: Database, ownerId: string, ids: readonly string[]): Promise<MailRow[]> {
	return database.query<MailRow>(
		// Without the mailboxes, which come first in the key, it would look through all messages of the user.
		`select ${MAIL} from mail_messages_v1 where owner_id = $1 and id = any($2::uuid[])
			and account_id = any(array(select id from mail_accounts_v1 where owner_id = $1)) order by received_date desc, id`,
		[ownerId, ids],
	);
}

/** The conversations of messages, by message; without those that are not stored. */
export async function conversationsOf(
	database: Database,
	{ ownerId, accountId }: { ownerId: string; accountId: string },
	emailIds: readonly string[],
): Promise<Map<string, string>> {
	const rows = await database.query<{ id: string; thread_id: string }>(
		"select id, thread_id from mail_messages_v1 where owner_id = $1 and account_id = $2 and id = any($3::uuid[])",
		[ownerId, accountId, emailIds],
	);
	return new Map(rows.map((row) => [row.id, row.thread_id]));
}

interface Conversations {
	ownerId: string;
	accountId: string;
	/** Any messages of them. */
	emailIds: readonly string[];
	since: Date;
	/** Messages that are read at once. */
	page?: number;
}

/** The messages of these conversations that arrived after a time, newest first. */
export async function* mailOfConversations(
	database: Database,
	{ ownerId, accountId, emailIds, since, page = 200 }: Conversations,
): AsyncGenerator<MailRow> {
	for (let after: MailRow | undefined; ; ) {
		const rows = await database.query<MailRow>(
			`select ${MAIL} from mail_messages_v1 where owner_id = $1 and account_id = $2 and received_date >= $4 and thread_id in (
				select thread_id from mail_messages_v1 where owner_id = $1 and account_id = $2 and id = any($3::uuid[]))
				and ($5::timestamptz is null or (received_date, id) < ($5::timestamptz, $6::uuid))
			order by received_date desc, id desc limit $7`,
			[ownerId, accountId, emailIds, since, after?.received_date ?? null, after?.id ?? null, page],
		);
		yield* rows;
		after = rows.at(-1);
		if (after === undefined || rows.length < page) return;
	}
}

/** The stored copy of a sent message; null: it is not stored yet. */
export async function findSent(
	database: Database,
	{ ownerId, accountId }: { ownerId: string; accountId: string },
	messageId: string,
): Promise<MailRow | null> {
	const row = await database.one<MailRow>(
		`select ${MAIL} from mail_messages_v1 where owner_id = $1 and account_id = $2 and message_id = $3
		order by (folder_role = 'sent') desc, id limit 1`,
		[ownerId, accountId, messageId],
	);
	return row ?? null;
}
