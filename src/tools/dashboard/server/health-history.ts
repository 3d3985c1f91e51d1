import { z } from "zod";
import type { Database } from "#kernel/database.ts";
import { accountsIn, createQuotas, type Quota } from "#kernel/mail.ts";
import type { MailContext } from "#kernel/module.ts";
import type { JobKind } from "#kernel/work.ts";
import type { Account } from "#shared/contracts/accounts.ts";
import { healthOf } from "../health.ts";
import { type Span, stepFor } from "./buckets.ts";
import { readTotals } from "./figures.ts";
import { isKnown, type Scope } from "./scope.ts";
import { storageOf, storageOfMailbox } from "./storage.ts";

/** Health over time: what a day's score was computed from, per mailbox. */

const input = z.object({});

/** Records today's figures of a user's mailboxes. */
export const recordHealthJob: JobKind<z.infer<typeof input>, MailContext> = {
	name: "record-health",
	input,
	unit: "mailboxes",
	concurrency: 2,
	attempts: 3,
	async run(ctx, { ownerId, signal }) {
		const quotaOf = createQuotas(ctx);
		const accounts = await accountsIn(ctx, ownerId, null);
		for (const account of accounts) {
			signal.throwIfAborted();
			await recordHealth(ctx, ownerId, account, await quotaOf(ownerId, account.id));
		}
		return { mailboxes: accounts.length };
	},
};

/** Queues a job for every user with a mailbox. */
export async function recordAll(ctx: MailContext): Promise<void> {
	const owners = await ctx.database.query<{ owner_id: string }>("select distinct owner_id from mail_accounts_v1", []);
	for (const { owner_id } of owners)
		await ctx.jobs.enqueue(recordHealthJob, { ownerId: owner_id, input: {}, dedupeKey: "day", background: true });
}

/** Records a mailbox's figures of today; a later call on the same day replaces them. */
export async function recordHealth(
	{ database, now }: Pick<MailContext, "database" | "now">,
	ownerId: string,
	account: Account,
	quota: Quota,
): Promise<void> {
	if (!isKnown(account)) return;
	const { total, unread } = await readTotals(database, { ownerId, accountIds: [account.id] });
	const { quotaUsedBytes, quotaBytes } = storageOf([storageOfMailbox(account, quota)], account.sizeBytes);
	await database.exec(
		`insert into mailbox_health (owner_id, account_id, day, total_count, unread_count, used_bytes, quota_bytes)
		values ($1, $2, $3, $4, $5, $6, $7)
		on conflict (owner_id, account_id, day) do update set total_count = excluded.total_count,
			unread_count = excluded.unread_count, used_bytes = excluded.used_bytes, quota_bytes = excluded.quota_bytes`,
		[ownerId, account.id, new Date(now()).toISOString().slice(0, 10), total, unread, quotaUsedBytes, quotaBytes],
	);
}

/** The last recorded score of each period within the days. */
export async function readHealthHistory(
	database: Database,
	{ ownerId, accountIds }: Scope,
	{ from, until }: Span,
): Promise<{ day: string; score: number }[]> {
	const values = [ownerId, accountIds, from, until];
	const recorded = `from mailbox_health where owner_id = $1 and account_id = any($2::uuid[]) and day >= $3::date and day < $4::date`;
	const row = await database.one<{ first: string | null }>(`select min(day)::text as first ${recorded}`, values);
	if (!row?.first) return [];
	const period = `date_trunc('${stepFor({ from: row.first, until })}', day::timestamp)`;
	const rows = await database.query<{ day: string; total: number; unread: number; used: number; quota: number }>(
		`select distinct on (${period}) day::text as day, total, unread, used, quota from (
			select day, sum(total_count)::int as total, sum(unread_count)::int as unread, sum(used_bytes)::bigint as used,
				sum(quota_bytes)::bigint as quota ${recorded} group by day
		) d order by ${period}, day desc`,
		values,
	);
	return rows.map(({ day, total, unread, used, quota }) => ({
		day,
		score: healthOf({ total, unread, usedBytes: used, quotaBytes: quota }).score,
	}));
}
