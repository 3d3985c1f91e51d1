import type { NewMail } from "#kernel/events.ts";
import type { MailContext } from "#kernel/module.ts";
import { GRACE_HOURS } from "./store.ts";

/** Marks lists that keep sending after an unsubscribe request. Called with new mail. */
export async function noteStillSending({ database }: Pick<MailContext, "database">, mail: NewMail): Promise<void> {
	await database.exec(
		`update unsubscribe_attempts a set still_sending_since = late.first
		from (
			select t.id, min(e.received_date) as first
			from mail_messages_v1 e join unsubscribe_attempts t on t.owner_id = e.owner_id and t.account_id = e.account_id and t.list_key = e.list_key
			where e.owner_id = $1 and e.account_id = $2 and e.id = any($3::uuid[]) and e.list_key <> ''
				and e.folder_role not in ('sent', 'drafts') and t.state in ('requested', 'confirmed') and t.still_sending_since is null
				and e.received_date > t.requested_at + interval '${GRACE_HOURS} hours'
			group by t.id
		) late
		where a.owner_id = $1 and a.account_id = $2 and a.id = late.id`,
		[mail.ownerId, mail.accountId, mail.ids],
	);
}
