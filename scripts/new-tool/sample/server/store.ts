import type { Database } from "#kernel/database.ts";
import { notFound } from "#kernel/errors.ts";
import type { Digest } from "../contract.ts";

/** The SQL of this tool. */

/** Records new messages. Those already recorded stay as they are: events may be delivered twice. */
export async function recordEmails(
	database: Database,
	{ ownerId, accountId, ids }: { ownerId: string; accountId: string; ids: readonly string[] },
): Promise<void> {
	await database.query(
		`insert into sample_emails (owner_id, account_id, email_id)
		select $1, $2, id from unnest($3::uuid[]) as id on conflict do nothing`,
		[ownerId, accountId, ids],
	);
}

/** Mailboxes of a user that have messages for a digest, with their addresses. */
export function mailboxesWithNew(
	database: Database,
	ownerId: string,
): Promise<{ accountId: string; address: string }[]> {
	return database.query(
		`select a.id as "accountId", a.email as address from mail_accounts_v1 a
		where a.owner_id = $1 and a.status = 'connected' and a.email is not null and exists (
			select from sample_emails e where e.owner_id = a.owner_id and e.account_id = a.id and e.digest_id is null)
		order by a.id`,
		[ownerId],
	);
}

/** Users with messages for a digest. */
export async function ownersWithNew(database: Database): Promise<string[]> {
	const rows = await database.query<{ owner_id: string }>(
		"select distinct owner_id from sample_emails where digest_id is null",
		[],
	);
	return rows.map((row) => row.owner_id);
}

export interface DigestKey {
	ownerId: string;
	accountId: string;
	digestId: string;
}

/** Assigns all new messages of a mailbox to a digest. The same again changes nothing. @returns their number */
export async function collect(database: Database, key: DigestKey): Promise<number> {
	const { ownerId, accountId, digestId } = key;
	await database.query(
		`update sample_emails set digest_id = $3 where owner_id = $1 and account_id = $2 and digest_id is null
			and not exists (select from sample_digests where owner_id = $1 and id = $3)`,
		[ownerId, accountId, digestId],
	);
	const [row] = await database.query<{ count: number }>(
		`select count(*)::int as count from sample_emails where owner_id = $1 and account_id = $2 and digest_id = $3`,
		[ownerId, accountId, digestId],
	);
	return row?.count ?? 0;
}

/** @returns false when it is recorded already */
export async function insertDigest(
	database: Database,
	{ ownerId, accountId, digestId }: DigestKey,
	emailCount: number,
): Promise<boolean> {
	const rows = await database.query(
		`insert into sample_digests (owner_id, id, account_id, email_count) values ($1, $2, $3, $4)
		on conflict do nothing returning id`,
		[ownerId, digestId, accountId, emailCount],
	);
	return rows.length > 0;
}

export async function listDigests(database: Database, ownerId: string): Promise<Digest[]> {
	const rows = await database.query<{ id: string; account_id: string; email_count: number; created_at: Date }>(
		`select id, account_id, email_count, created_at from sample_digests where owner_id = $1
		order by created_at desc, id desc limit 100`,
		[ownerId],
	);
	return rows.map((row) => ({
		id: row.id,
		accountId: row.account_id,
		emailCount: row.email_count,
		createdAt: row.created_at.toISOString(),
	}));
}

/** @throws AppError 404 */
export async function deleteDigest(database: Database, ownerId: string, id: string): Promise<void> {
	const rows = await database.query("delete from sample_digests where owner_id = $1 and id = $2 returning id", [
		ownerId,
		id,
	]);
	if (rows.length === 0) throw notFound("The digest");
}
