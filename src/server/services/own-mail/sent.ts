import type { Database } from "../../db/database.ts";

/**
 * How the last message to each address ended, as a SELECT for the owner in $1: `address`, `state`, `status` (RFC 3463),
 * the server's `reply`, `at`.
 */
export const LAST_RESULTS = `select distinct on (address) address, state, status, reply, updated_at as at
	from mail_outgoing_recipients_v1 where owner_id = $1 and state in ('accepted', 'bounced', 'rejected')
	order by address, updated_at desc`;

/** How the last message to these addresses ended, by address. @param addresses in lower case */
export async function lastResults(database: Database, ownerId: string, addresses: readonly string[]) {
	type Row = { address: string; state: string; status: string | null; reply: string | null; at: Date };
	const rows = await database.query<Row>(`select * from (${LAST_RESULTS}) r where address = any($2::text[])`, [
		ownerId,
		addresses,
	]);
	return new Map(rows.map((row) => [row.address, row]));
}
