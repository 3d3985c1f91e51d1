import type { Database } from "../../db/database.ts";
import { RECEIVED_ROLES } from "../../mail/store/rollups/rollup-scope.ts";
import { distrusted } from "../../mail/trust/distrusted.ts";

const FROM = `from mail_messages_v1
	where owner_id = $1 and account_id = any(array(select id from mail_accounts_v1 where owner_id = $1))
		and sender_email = $2 and folder_role = any($3::text[]) and not ${distrusted("mail_messages_v1")}`;

/** A message that was received from an address. */
export interface ReceivedMessage {
	id: string;
	accountId: string;
	/** Null: its body is not stored. */
	rawSha256: string | null;
	subject: string;
	senderName: string;
	at: Date;
}

/**
 * The messages received from an address, newest first; suspicious and forged ones say nothing about it.
 * @param email in lower case
 * @param options.isPersonal only what a person wrote: nothing from a list or automatic
 */
export function messagesFrom(
	database: Database,
	ownerId: string,
	email: string,
	{ limit, isPersonal = false }: { limit: number; isPersonal?: boolean },
): Promise<ReceivedMessage[]> {
	return database.query(
		`select id, account_id as "accountId", raw_sha256 as "rawSha256", subject, sender_name as "senderName",
			received_date as at ${FROM} ${isPersonal ? "and coalesce(list_key, '') = '' and incoming is null" : ""}
		order by received_date desc, id desc limit $4`,
		[ownerId, email, RECEIVED_ROLES, limit],
	);
}

/** The names with which an address appears as sender, the most recent first; `id` is the newest message with each. */
export function namesOf(database: Database, ownerId: string, email: string) {
	return database.query<{ name: string; count: number; id: string; first: Date; last: Date }>(
		`select sender_name as name, count(*)::int as count, (array_agg(id order by received_date desc))[1] as id,
			min(received_date) as first, max(received_date) as last
		${FROM} group by sender_name order by max(received_date) desc limit 20`,
		[ownerId, email, RECEIVED_ROLES],
	);
}
