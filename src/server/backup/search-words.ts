import type { ClientBase } from "pg";

/**
 * The words of messages, for search: rows on PostgreSQL, which a backup and a move take along, and a file next to the
 * embedded database, which is built again from the messages.
 */

/** Tables of the index that a target does not get. */
export function isOwnIndex(table: string, isEmbedded: boolean): boolean {
	return table === "search_outbox" || table === "search_outbox_state" || (isEmbedded && table === "email_search");
}

/** On PostgreSQL: lets the accounts whose messages came without words be indexed, by a job. */
export async function requestIndexing(client: ClientBase): Promise<void> {
	await client.query(`update connected_accounts a set search_version = 0 where not exists (
		select from email_search s where s.owner_id = a.owner_id and s.account_id = a.id)`);
}
