import type { Database } from "../../db/database.ts";
import { RECEIVED_ROLES } from "../../mail/store/rollups/rollup-scope.ts";

/** Who is asked about. */
export interface Sender {
	/** Lower case; null: the whole domain, with its subdomains. */
	address: string | null;
	/** ASCII. */
	domain: string;
}

/** The counts of senders in the mailboxes of the owner in $1. */
export const STATS = `from mail_accounts_v1 a join mail_sender_stats_v1 s on s.owner_id = $1 and s.account_id = a.id
	where a.owner_id = $1 and s.email_count > 0`;

/** The value of `$2`, and with it the condition that a column has an address of the sender, as the search finds them. */
export function senderFilter({ address, domain }: Sender): { value: string; on(column: string): string } {
	if (address !== null) return { value: address, on: (column) => `${column} = $2` };
	const value = domain.replace(/[\\%_]/g, "\\$&");
	return { value, on: (column) => `('.' || split_part(${column}, '@', 2)) like '%.' || $2` };
}

/** The mail of a sender by the role of its folder, with the name last used there. */
export function readFolderStats(database: Database, ownerId: string, sender: Sender) {
	const { value, on } = senderFilter(sender);
	type Row = { role: string; name: string; count: number; read: number; bytes: number; first: Date; last: Date };
	return database.query<Row>(
		`select s.folder_role as role, (array_agg(s.sender_name order by s.last_date desc))[1] as name,
			sum(s.email_count)::int as count, sum(s.read_count)::int as read, sum(s.size_bytes)::float8 as bytes,
			min(s.first_date) as first, max(s.last_date) as last
		${STATS} and ${on("s.sender_email")} group by s.folder_role`,
		[ownerId, value],
	);
}

/** When the last mail was received from addresses. @param addresses in lower case */
export async function lastReceived(database: Database, ownerId: string, addresses: readonly string[]) {
	const rows = await database.query<{ address: string; at: Date }>(
		`select s.sender_email as address, max(s.last_date) as at
		${STATS} and s.sender_email = any($2::text[]) and s.folder_role = any($3::text[]) group by 1`,
		[ownerId, addresses, RECEIVED_ROLES],
	);
	return new Map(rows.map(({ address, at }) => [address, at]));
}
