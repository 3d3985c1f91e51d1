import type { Database } from "#kernel/database.ts";
import { notFound } from "#kernel/errors.ts";
import { listNameOf } from "#shared/mail/list-identity.ts";
import type { ListUnsubscribe } from "#shared/mail/message.ts";
import type { NewAttempt } from "../attempts/store.ts";
import { columnsOf, type ListRef, readSubscriptionId, subscriptionIdOf } from "../subscription-id.ts";

interface NamedRow {
	account_id: string;
	list_key: string;
	/** Of the latest attempt; null: a message is left to name the list. */
	list_name: string | null;
	sender_name: string;
	sender_email: string;
	headers: Record<string, string>;
	list_unsubscribe: ListUnsubscribe | null;
}

/**
 * Lists by id, deduplicated, with details from their newest message, or from the latest attempt when none is left.
 * @throws AppError 404 unless all belong to this owner and have stored mail or an attempt
 */
export async function ownedLists(database: Database, ownerId: string, ids: readonly string[]): Promise<NewAttempt[]> {
	const { accountIds, listKeys } = columnsOf(ids.map(readSubscriptionId));
	const rows = await database.query<NamedRow>(NAMED, [ownerId, accountIds, listKeys]);
	if (rows.length < accountIds.length) throw notFound("The subscription");
	const named = new Map(
		rows.map((row): [string, NewAttempt] => {
			const ref = { accountId: row.account_id, listKey: row.list_key };
			return [subscriptionIdOf(ref), { ...ref, name: row.list_name ?? nameOf(row), senderEmail: row.sender_email }];
		}),
	);
	return accountIds.flatMap(
		(accountId, i) => named.get(subscriptionIdOf({ accountId, listKey: listKeys[i] ?? "" })) ?? [],
	);
}

/** @throws AppError 404 unless it is in a mailbox of this owner */
export async function ownedList(database: Database, ownerId: string, id: string): Promise<ListRef> {
	const [list] = await ownedLists(database, ownerId, [id]);
	if (list === undefined) throw notFound("The subscription");
	return list;
}

/** Display name of the list, from its newest message. */
export function nameOf(row: Omit<NamedRow, "account_id" | "list_key" | "list_name">): string {
	return listNameOf({
		headers: row.headers,
		listUnsubscribe: row.list_unsubscribe,
		senderEmail: row.sender_email,
		senderName: row.sender_name,
		subject: "",
		isReply: false,
	});
}

/** Columns that `nameOf` reads, over the alias `e` of `emails`. */
export const NAME_COLUMNS = `e.sender_name, e.sender_email, e.list_unsubscribe, jsonb_strip_nulls(jsonb_build_object(
	'list-id', e.headers -> 'list-id', 'list-post', e.headers -> 'list-post', 'x-mailing-list', e.headers -> 'x-mailing-list'))
	as headers`;

const NAMED = `
select l.account_id, l.list_key, case when newest.sender_email is null then tried.list_name end as list_name,
	coalesce(newest.sender_name, '') as sender_name, coalesce(newest.sender_email, tried.sender_email) as sender_email,
	newest.list_unsubscribe, newest.headers
from unnest($2::uuid[], $3::text[]) as l (account_id, list_key)
join mail_accounts_v1 a on a.owner_id = $1 and a.id = l.account_id
left join lateral (
	select ${NAME_COLUMNS} from mail_messages_v1 e
	where e.owner_id = $1 and e.account_id = l.account_id and e.list_key = l.list_key and e.list_key <> ''
		and e.folder_role not in ('sent', 'drafts')
	order by e.received_date desc limit 1
) newest on true
left join lateral (
	select t.list_name, t.sender_email from unsubscribe_attempts t
	where t.owner_id = $1 and t.account_id = l.account_id and t.list_key = l.list_key
	order by t.position desc limit 1
) tried on true
where coalesce(newest.sender_email, tried.sender_email) is not null`;
