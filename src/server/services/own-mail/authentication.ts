import type { Database } from "../../db/database.ts";
import { selectorsIn } from "../../mail/domains/selectors.ts";
import type { FolderRole } from "../../mail/provider/provider.ts";
import { RECEIVED_ROLES } from "../../mail/store/rollups/rollup-scope.ts";
import { type Sender, STATS, senderFilter } from "./senders.ts";

/**
 * The Authentication-Results (RFC 8601; null: none) of the latest messages from a sender.
 * @param options.addresses of a domain, those that wrote last; `messages`: of each in one mailbox
 */
export function readAuthResults(
	database: Database,
	ownerId: string,
	sender: Sender,
	{ addresses, messages, roles }: { addresses: number; messages: number; roles: readonly FolderRole[] },
) {
	const { value, on } = senderFilter(sender);
	return database.query<{ accountId: string; results: string | null }>(
		`select m.account_id as "accountId", m.headers ->> 'authentication-results' as results
		from (select s.account_id, s.sender_email ${STATS} and ${on("s.sender_email")} and s.folder_role = any($4::text[])
			group by 1, 2 order by max(s.last_date) desc, 1, 2 limit $3
		) l cross join lateral (
			select e.account_id, e.headers from mail_messages_v1 e
			where e.owner_id = $1 and e.account_id = l.account_id and e.sender_email = l.sender_email
				and e.folder_role = any($4::text[])
			order by e.received_date desc, e.id desc limit $5
		) m`,
		[ownerId, value, addresses, roles, messages],
	);
}

/**
 * DKIM selectors of mail that the user received, by the domain that signed. They are only where to look for keys: that
 * a signature was valid is not taken from here.
 */
export async function createSeenSelectors(
	database: Database,
	ownerId: string,
): Promise<(domain: string) => Promise<string[]>> {
	const rows = await database.query<{ domain: string; address: string }>(
		`select distinct on (split_part(s.sender_email, '@', 2)) split_part(s.sender_email, '@', 2) as domain,
			s.sender_email as address ${STATS} and s.folder_role = any($2::text[])
		order by split_part(s.sender_email, '@', 2), s.last_date desc, s.account_id, s.sender_email`,
		[ownerId, RECEIVED_ROLES],
	);
	const latest = new Map(rows.map(({ domain, address }) => [domain, address]));
	return async (domain) => {
		const address = latest.get(domain);
		if (address === undefined) return [];
		const limits = { addresses: 1, messages: 1, roles: RECEIVED_ROLES };
		const [last] = await readAuthResults(database, ownerId, { address, domain }, limits);
		return selectorsIn(last?.results ?? "", domain);
	};
}
