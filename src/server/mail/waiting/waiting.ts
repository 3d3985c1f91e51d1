import { cutPage, type KeyPage, readCursor, timeKey } from "../../key-cursor.ts";
import type { MailContext } from "../context/context.ts";
import { ownAddresses } from "../send/senders.ts";
import { accountsOf } from "../store/accounts.ts";

/** Conversations in which someone waits for an answer: the user, or the others. Without campaigns. */

/** Older ones are over. */
const DAYS = 30;
/** An answer from others is missed after so many days. */
const PATIENCE_DAYS = 2;
const DAY_MS = 86_400_000;
/** Local parts of addresses that no one reads. */
const NOBODY = "^(no-?reply|do-?not-?reply|mailer-daemon|postmaster|bounces?|notifications?)([+._-].*)?@";

/** The last message of a conversation in which someone waits. */
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
}

interface WaitingQuery {
	/** `me`: the last message is someone's to the user; `them`: the user's. */
	for: "me" | "them";
	account?: string | undefined;
	limit: number;
	cursor?: string | undefined;
}

type Row = Omit<WaitingThread, "at"> & { at: Date; total: number };

/**
 * The last message of each such conversation, newest first, and how many there are.
 * @throws AppError 400 `bad-cursor`, 404 for another user's mailbox
 */
export async function listWaiting(
	ctx: MailContext,
	ownerId: string,
	query: WaitingQuery,
): Promise<KeyPage<WaitingThread>> {
	const { database } = ctx;
	const [date = null, id = null] = readCursor(query.cursor, timeKey) ?? [];
	const accountIds = await accountsOf(database, ownerId, query.account ?? null);
	const own = [...(await ownAddresses(ctx, ownerId))];
	const rows = await database.query<Row>(
		`select * from (select l.id as "emailId", l.thread_id as "threadId", l.account_id as "accountId", l.subject, l.body_preview as preview,
			case when l.is_own then coalesce(l.recipients #>> '{to,0,name}', '') else l.sender_name end as name,
			case when l.is_own then coalesce(l.recipients #>> '{to,0,email}', '') else l.sender_email end as email,
			l.received_date as at, count(*) over ()::int as total
		from (
			select distinct on (m.account_id, m.thread_id) m.*,
				m.folder_role = 'sent' or m.sender_email = any($4::text[]) as is_own
			from mail_messages_v1 m
			where m.owner_id = $1 and m.account_id = any($2::uuid[]) and m.received_date > $3
				and m.folder_role not in ('drafts', 'spam', 'trash')
				-- Somebody absent has not answered, and nothing answers a receipt.
				and (m.incoming is null or m.incoming ->> 'kind' = 'report')
			order by m.account_id, m.thread_id, m.received_date desc, m.id desc
		) l
		where coalesce(l.list_key, '') = '' and case when $5 then
				not l.is_own and not l.is_answered and coalesce(l.category, 'primary') = 'primary'
				and l.incoming is null
			else l.is_own and l.received_date < $6 and coalesce(l.recipients #>> '{to,0,email}', '') <> ''
				and l.recipients #>> '{to,0,email}' !~* $8
				and not address_key(l.recipients #>> '{to,0,email}') = any($4::text[]) end
		) waiting where $9::timestamptz is null or (at, "emailId") < ($9, $10::uuid)
		order by at desc, "emailId" desc limit $7`,
		[
			...[ownerId, accountIds, new Date(ctx.now() - DAYS * DAY_MS), own, query.for === "me"],
			...[new Date(ctx.now() - PATIENCE_DAYS * DAY_MS), query.limit + 1, NOBODY, date, id],
		],
	);
	const { page, nextCursor } = cutPage(rows, query.limit, ({ at, emailId }) => [at, emailId]);
	return {
		items: page.map(({ total: _, at, ...thread }) => ({ ...thread, at: at.toISOString() })),
		total: rows[0]?.total ?? 0,
		nextCursor,
	};
}
