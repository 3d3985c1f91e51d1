import type { Context } from "#server/context.ts";
import type { Arrived } from "#server/module.ts";
import { GRACE_HOURS } from "./attempts.ts";

/** Notes that lists go on although they were asked to stop: called with new mail. */
export async function noteStillSending({ database }: Pick<Context, "database">, mail: Arrived): Promise<void> {
	await database.query(
		`update unsubscribe_attempts a set still_since = m.first
		from (
			select list_key, min(received_date) as first from emails
			where owner_id = $1 and account_id = $2 and id = any($3::uuid[]) and list_key <> ''
				and folder_role not in ('sent', 'drafts')
			group by list_key
		) m
		where a.owner_id = $1 and a.account_id = $2 and a.list_key = m.list_key and a.state in ('requested', 'confirmed')
			and a.still_since is null and m.first > a.asked_at + interval '${GRACE_HOURS} hours'`,
		[mail.ownerId, mail.accountId, mail.ids],
	);
}
