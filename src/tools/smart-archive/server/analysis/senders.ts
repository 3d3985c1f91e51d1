import type { Database } from "#kernel/database.ts";
import { RECEIVED_ROLES } from "#kernel/mail.ts";
import type { BigSender } from "../../contract.ts";
import type { MailScope } from "./figures.ts";

/** Maximum senders listed. */
const SHOWN = 10;

export interface SenderFacts extends BigSender {
	readCount: number;
}

/** The senders whose received mail takes the most space, and the number of all senders. */
export async function biggestSenders(
	database: Database,
	{ ownerId, accountIds }: Pick<MailScope, "ownerId" | "accountIds">,
): Promise<SenderFacts[]> {
	return database.query<SenderFacts>(
		`with senders as materialized (
			select sender_email as email, max(sender_name) as name, sum(email_count)::int as count,
				sum(read_count)::int as "readCount", sum(size_bytes)::bigint as bytes
			from mail_sender_stats_v1
			where owner_id = $1 and account_id = any($2::uuid[]) and folder_role = any($3::text[]) and sender_email <> ''
			group by sender_email
		)
		select s.*, (s.bytes / greatest(1, (select sum(bytes) from senders)))::float8 as share
		from senders s where s.bytes > 0 order by s.bytes desc, s.email limit ${SHOWN}`,
		[ownerId, accountIds, [...RECEIVED_ROLES]],
	);
}
