import { distrusted } from "#kernel/mail.ts";

/**
 * SQL of a table `(day, folder_role, category, email_count)` to be added to the rollup by day: it takes suspicious and
 * forged emails, of which a mailbox has few, out of their categories and counts them as "suspicious". The categorizer
 * shows them as a group of their own, too. Parameters: $1 the owner, $2 the mailboxes.
 */
export const SUSPICIOUS_MOVED = `(select (e.received_date at time zone 'UTC')::date as day, e.folder_role, moved.category,
		moved.email_count
	from mail_messages_v1 e
	cross join lateral (values (coalesce(e.category, ''), -1), ('suspicious', 1)) as moved (category, email_count)
	where e.owner_id = $1 and e.account_id = any($2::uuid[]) and ${distrusted("e")})`;
