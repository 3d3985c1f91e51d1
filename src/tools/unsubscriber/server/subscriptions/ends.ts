import type { Database } from "#kernel/database.ts";
import { distrusted, RECEIVED_ROLES } from "#kernel/mail.ts";
import type { FolderRole } from "#kernel/mailbox.ts";
import type { ListUnsubscribe } from "#shared/mail/message.ts";
import type { TrustVerdict } from "#shared/mail/trust.ts";
import type { Subscription } from "../../contract.ts";
import { columnsOf, type ListRef } from "../subscription-id.ts";
import type { Range } from "./counts.ts";
import { NAME_COLUMNS } from "./owned.ts";

/** The newest message of a list in a range, and the date of its first message. */
export interface ListEnds {
	account_id: string;
	list_key: string;
	/** Date of the first message, regardless of the range. */
	since: Date;
	/** Date of the first message in the range. */
	first: Date;
	id: string;
	thread_id: string;
	subject: string;
	body_preview: string;
	received_date: Date;
	sender_name: string;
	sender_email: string;
	category: Subscription["category"];
	trust: TrustVerdict | null;
	/** Header fields that name a list. */
	headers: Record<string, string>;
	list_unsubscribe: ListUnsubscribe | null;
	/** The newest message that an unsubscribe method is taken from, regardless of the range; null: there is none. */
	offer_id: string | null;
	offer: ListUnsubscribe | null;
}

/** Lists per statement: about 50 ms on the embedded database. */
const CHUNK = 1_000;

/** Reads first and last message of each list from the index `emails_list`. A list without any in these folders is omitted. */
export async function listEnds(
	database: Database,
	range: Pick<Range, "ownerId" | "from" | "until">,
	refs: readonly ListRef[],
	roles: readonly FolderRole[] = RECEIVED_ROLES,
	chunk = CHUNK,
): Promise<ListEnds[]> {
	const found: ListEnds[] = [];
	for (let at = 0; at < refs.length; at += chunk) {
		const { accountIds, listKeys } = columnsOf(refs.slice(at, at + chunk));
		found.push(
			...(await database.query<ListEnds>(ENDS, [range.ownerId, accountIds, listKeys, roles, range.from, range.until])),
		);
	}
	return found;
}

const OF_LIST = "e.owner_id = $1 and e.account_id = l.account_id and e.list_key = l.list_key and e.list_key <> ''";

/** A message that only claims to be from the list must not attract the request. */
const CAN_OFFER = `e.folder_role not in ('sent', 'drafts', 'spam') and not ${distrusted("e")}`;

const ENDS = `
select l.account_id, l.list_key, oldest.received_date as since, newest.*, offering.offer_id, offering.offer,
	case when oldest.received_date >= $5 then oldest.received_date else (
		select e.received_date from mail_messages_v1 e
		where ${OF_LIST} and e.folder_role = any($4::text[]) and e.received_date >= $5 order by e.received_date limit 1
	) end as first
from unnest($2::uuid[], $3::text[]) as l (account_id, list_key)
cross join lateral (
	select e.id, e.thread_id, e.subject, e.body_preview, e.received_date, e.category, e.trust, ${NAME_COLUMNS}
	from mail_messages_v1 e
	where ${OF_LIST} and e.folder_role = any($4::text[]) and e.received_date >= $5 and e.received_date < $6
	order by e.received_date desc limit 1
) newest
cross join lateral (
	select e.received_date from mail_messages_v1 e where ${OF_LIST} and e.folder_role = any($4::text[])
	order by e.received_date limit 1
) oldest
left join lateral (
	select e.id as offer_id, e.list_unsubscribe as offer from mail_messages_v1 e
	where ${OF_LIST} and ${CAN_OFFER}
	order by e.received_date desc limit 1
) offering on true`;

/** Messages per list that are searched for an unsubscribe method. */
const LOOKED_THROUGH = 20;

export interface OfferedBy extends ListRef {
	emailId: string;
	offer: ListUnsubscribe;
}

/**
 * The newest unsubscribe method of each list. A message with a header wins over one with a link in its text. All folders
 * count except Sent, Drafts and Spam, but no suspicious or forged mail, which must not attract the request. Lists without a
 * method are omitted.
 */
export async function newestOffers(
	database: Database,
	ownerId: string,
	refs: readonly ListRef[],
	chunk = CHUNK,
): Promise<Map<string, OfferedBy>> {
	const found = new Map<string, OfferedBy>();
	for (let at = 0; at < refs.length; at += chunk) {
		const { accountIds, listKeys } = columnsOf(refs.slice(at, at + chunk));
		const rows = await database.query<{ account_id: string; list_key: string; id: string; offer: ListUnsubscribe }>(
			OFFERS,
			[ownerId, accountIds, listKeys],
		);
		for (const { account_id: accountId, list_key: listKey, id, offer } of rows)
			found.set(`${accountId}:${listKey}`, { accountId, listKey, emailId: id, offer });
	}
	return found;
}

const OFFERS = `
select l.account_id, l.list_key, m.id, m.offer
from unnest($2::uuid[], $3::text[]) as l (account_id, list_key)
cross join lateral (
	select n.id, n.list_unsubscribe as offer from (
		select e.id, e.list_unsubscribe, e.received_date from mail_messages_v1 e
		where ${OF_LIST} and ${CAN_OFFER}
		order by e.received_date desc limit ${LOOKED_THROUGH}
	) n
	where jsonb_array_length(n.list_unsubscribe -> 'urls') + jsonb_array_length(n.list_unsubscribe -> 'mailtos') > 0
		or jsonb_array_length(n.list_unsubscribe -> 'links') > 0
	order by (jsonb_array_length(n.list_unsubscribe -> 'urls') + jsonb_array_length(n.list_unsubscribe -> 'mailtos') > 0) desc,
		n.received_date desc
	limit 1
) m`;

/** The newest non-spam message of a list, else the newest spam message; null: only the user's own messages are left. */
export async function newestMessage(database: Database, ownerId: string, ref: ListRef): Promise<string | null> {
	const row = await database.one<{ id: string }>(
		`select id from mail_messages_v1
		where owner_id = $1 and account_id = $2 and list_key = $3 and list_key <> '' and folder_role not in ('sent', 'drafts')
		order by folder_role = 'spam', received_date desc limit 1`,
		[ownerId, ref.accountId, ref.listKey],
	);
	return row?.id ?? null;
}
