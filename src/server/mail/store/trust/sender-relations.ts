import { storable } from "../../../db/storable.ts";
import type { AccountScope } from "../../context/account-scope.ts";
import type { ReceivingServer } from "../../provider/provider.ts";
import type { Relations } from "../../trust/verdict.ts";

/** People whom a stranger can be compared with: those to whom the user has written most. */
const MAX_CONTACTS = 2_000;

/**
 * What a mailbox knows: its server, whom the user has written to, whose mail is safe, and how much of theirs is stored.
 * @param senders as in `emails.sender_email`
 */
export async function readRelations(
	{ database, ownerId, accountId }: AccountScope,
	senders: readonly string[],
): Promise<Relations> {
	const row = await database.one<{
		receiver: ReceivingServer | null;
		contacts: [address: string, name: string][] | null;
		trusted: string[] | null;
		received: [address: string, spam: number, elsewhere: number][] | null;
	}>(RELATIONS, [ownerId, accountId, [...new Set(senders.map(storable))], MAX_CONTACTS]);
	return {
		receiver: row?.receiver ?? null,
		contacts: new Map(row?.contacts ?? []),
		trusted: new Set(row?.trusted ?? []),
		received: new Map((row?.received ?? []).map(([address, spam, elsewhere]) => [address, { spam, elsewhere }])),
	};
}

const RELATIONS = `
select (
	select json_build_object('domains', r.domains, 'isUnnamed', r.is_unnamed) from receiving_servers r
	where r.owner_id = $1 and r.account_id = $2
) as receiver, (
	select json_agg(json_build_array(p.address, p.name)) from (
		select address, name from person_addresses where owner_id = $1 and sent_count > 0
		order by address = any($3::text[]) desc, sent_count desc, address limit $4
	) p
) as contacts, (
	select json_agg(t.sender_email) from trusted_senders t where t.owner_id = $1 and t.sender_email = any($3::text[])
) as trusted, (
	select json_agg(json_build_array(s.sender_email, s.spam, s.elsewhere)) from (
		select sender_email, coalesce(sum(email_count) filter (where folder_role = 'spam'), 0) as spam,
			coalesce(sum(email_count) filter (where folder_role not in ('spam', 'trash', 'sent', 'drafts')), 0) as elsewhere
		from sender_stats where owner_id = $1 and account_id = $2 and sender_email = any($3::text[]) group by 1
	) s
) as received`;
