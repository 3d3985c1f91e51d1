import type { Database } from "../../db/database.ts";

/** URLs of threads in their mailbox's own web mail, by our thread id. Gmail only: it opens any thread by its API id. */
export async function webMailUrls(
	database: Database,
	ownerId: string,
	messages: readonly { accountId: string; threadId: string }[],
): Promise<Map<string, string>> {
	if (messages.length === 0) return new Map();
	// `linkThreads` stores the provider's id among the thread's names, in decimal as in X-GM-THRID.
	const rows = await database.query<{ thread_id: string; gmail_id: string; email: string }>(
		`select l.thread_id, substr(l.message_id, 8) as gmail_id, a.email
		from connected_accounts a join email_thread_links l on l.owner_id = a.owner_id and l.account_id = a.id
		where a.owner_id = $1 and a.id = any($2::uuid[]) and a.provider = 'gmail' and a.email is not null
			and l.thread_id = any($3::uuid[]) and l.message_id ~ '^thread [0-9]+$'`,
		[
			ownerId,
			[...new Set(messages.map(({ accountId }) => accountId))],
			[...new Set(messages.map(({ threadId }) => threadId))],
		],
	);
	return new Map(
		rows.map((row) => [
			row.thread_id,
			`https://mail.google.com/mail/u/${encodeURIComponent(row.email)}/#all/${BigInt(row.gmail_id).toString(16)}`,
		]),
	);
}
