import type { Database } from "#kernel/database.ts";
import type { Quota } from "#kernel/mail.ts";
import type { MailContext } from "#kernel/module.ts";
import type { KindTotal } from "./kinds.ts";

/** The SQL of `storage_analyses`: results of the last analysis of each mailbox. */

export interface StoredAnalysis {
	accountId: string;
	analyzedAt: Date;
	quota: Quota;
	kinds: KindTotal[];
}

export async function readAnalyses(
	database: Database,
	ownerId: string,
	accountIds: readonly string[],
): Promise<StoredAnalysis[]> {
	const rows = await database.query<{
		account_id: string;
		analyzed_at: Date;
		quota_used_bytes: number | null;
		quota_limit_bytes: number | null;
		kinds: KindTotal[];
	}>("select * from storage_analyses where owner_id = $1 and account_id = any($2::uuid[])", [ownerId, accountIds]);
	return rows.map((row) => ({
		accountId: row.account_id,
		analyzedAt: row.analyzed_at,
		quota: { usedBytes: row.quota_used_bytes, limitBytes: row.quota_limit_bytes },
		kinds: row.kinds,
	}));
}

export async function saveAnalysis(
	{ database, now }: Pick<MailContext, "database" | "now">,
	ownerId: string,
	accountId: string,
	{ quota, kinds }: Pick<StoredAnalysis, "quota" | "kinds">,
): Promise<void> {
	await database.exec(
		`insert into storage_analyses (owner_id, account_id, analyzed_at, quota_used_bytes, quota_limit_bytes, kinds)
		values ($1, $2, $3, $4, $5, $6)
		on conflict (owner_id, account_id) do update set analyzed_at = excluded.analyzed_at,
			quota_used_bytes = excluded.quota_used_bytes, quota_limit_bytes = excluded.quota_limit_bytes, kinds = excluded.kinds`,
		[ownerId, accountId, new Date(now()), quota.usedBytes, quota.limitBytes, JSON.stringify(kinds)],
	);
}

/** Rows per statement. */
const PAGE = 2_000;

/** Deletes data derived from messages that were deleted. */
export async function forgetGoneMail(
	database: Database,
	ownerId: string,
	accountId: string,
	limit = PAGE,
): Promise<void> {
	for (let after = "00000000-0000-0000-0000-000000000000"; ; ) {
		const page = await database.one<{ last: string | null }>(
			`with page as materialized (
				select email_id from message_fingerprints where owner_id = $1 and account_id = $2 and email_id > $3
				order by email_id limit $4
			), gone as (
				delete from message_fingerprints p using page where p.owner_id = $1 and p.account_id = $2 and p.email_id = page.email_id
					and not exists (select from mail_messages_v1 e where e.owner_id = $1 and e.account_id = $2 and e.id = page.email_id)
			)
			select max(email_id::text) as last from page`,
			[ownerId, accountId, after, limit],
		);
		if (page?.last == null) return;
		after = page.last;
	}
}
