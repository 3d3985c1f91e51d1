import { z } from "zod";
import type { Database } from "#kernel/database.ts";
import { mailChanged, mailReceived, mailRemoved, mailSent, on, type Subscription } from "#kernel/events.ts";
import type { MailContext } from "#kernel/module.ts";
import type { JobKind, RunningJob } from "#kernel/work.ts";
import type { Job } from "#shared/contracts/jobs.ts";
import { type MessageRow, ROLES, readMailbox, readThreads } from "./read-thread.ts";
import { momentsOf, scopeOf } from "./scope.ts";

/** Keeps `activity_messages`: a job reads whole mailboxes, events bring what changes in between. */

/** Conversations read and written at once. */
const BATCH = 500;

const input = z.object({ accountId: z.uuid().nullable() });

/** Reads the conversations of mailboxes again, 180 days back. */
export const scoreActivityJob: JobKind<z.infer<typeof input>, MailContext> = {
	name: "score-activity",
	input,
	unit: "conversations",
	concurrency: 2,
	attempts: 3,
	run: (ctx, job) => analyzeMailboxes(ctx, job),
};

type Reading = Pick<RunningJob<z.infer<typeof input>>, "ownerId" | "input" | "signal" | "progress">;

/** The job. */
export async function analyzeMailboxes(ctx: MailContext, job: Reading, atOnce = BATCH): Promise<{ mailboxes: number }> {
	const { ownerId } = job;
	const { accounts } = await scopeOf(ctx, ownerId, job.input.accountId);
	const sum = { done: 0, total: 0 };
	for (const { id } of accounts) {
		const { before } = await scopeOf(ctx, ownerId, id);
		const mailbox = { ownerId, accountId: id, since: momentsOf(before)[0] };
		const began = new Date(ctx.now());
		const threads = await threadsSince(ctx.database, mailbox);
		sum.total += threads.length;
		await forget(ctx.database, mailbox);
		for (let at = 0; at < threads.length; at += atOnce) {
			job.signal.throwIfAborted();
			const batch = threads.slice(at, at + atOnce);
			await analyzeThreads(ctx.database, { ownerId, accountId: id, threadIds: batch });
			sum.done += batch.length;
			job.progress(sum);
		}
		await ctx.database.exec(
			`insert into activity_analyses (owner_id, account_id, analyzed_at) values ($1, $2, $3)
			on conflict (owner_id, account_id) do update set analyzed_at = excluded.analyzed_at`,
			[ownerId, id, began],
		);
	}
	return { mailboxes: accounts.length };
}

/** @throws AppError 404 for another user's mailbox */
export async function generateScore(
	ctx: MailContext,
	ownerId: string,
	accountId: string | null,
	background = false,
): Promise<Job> {
	await scopeOf(ctx, ownerId, accountId);
	const dedupeKey = accountId ?? ownerId;
	return ctx.jobs.enqueue(scoreActivityJob, { ownerId, accountId, input: { accountId }, dedupeKey, background });
}

/**
 * Analyzes mailboxes whose first mail has arrived since they were connected, and once a day those with newer mail: what was
 * uploaded, and what a first sync brings, comes without events.
 */
export async function analyzeStale(ctx: MailContext): Promise<void> {
	const rows = await ctx.database.query<{ ownerId: string; accountId: string }>(
		`select a.owner_id as "ownerId", a.id as "accountId" from mail_accounts_v1 a
		left join activity_analyses n on n.owner_id = a.owner_id and n.account_id = a.id
		where exists (
			select from mail_folders_v1 f where f.owner_id = a.owner_id and f.account_id = a.id and f.total_count > 0
		) and (n.analyzed_at is null or n.analyzed_at < $1 or exists (
			select from mail_syncs_v1 s where s.owner_id = a.owner_id and s.account_id = a.id and s.trigger = 'first'
				and s.finished_at > n.analyzed_at
		))`,
		[new Date(ctx.now() - 86_400_000)],
	);
	for (const { ownerId, accountId } of rows) await generateScore(ctx, ownerId, accountId, true);
}

interface MailboxSince {
	ownerId: string;
	accountId: string;
	/** ISO 8601. */
	since: string;
}

/** Threads that may have mail from people, or own mail. */
async function threadsSince(database: Database, { ownerId, accountId, since }: MailboxSince): Promise<string[]> {
	const { own } = await readMailbox(database, ownerId, accountId);
	const rows = await database.query<{ id: string }>(
		`select distinct thread_id as id from mail_messages_v1
		where owner_id = $1 and account_id = $2 and received_date >= $3::timestamptz and (
			folder_role = 'sent' or folder_role = any($5::text[]) and (
				sender_email = any($4::text[]) or coalesce(list_key, '') = '' and coalesce(category, 'primary') = 'primary'))
		order by 1`,
		[ownerId, accountId, since, [...own], ROLES],
	);
	return rows.map(({ id }) => id);
}

/** Drops rows of messages that are too old, or no longer where they count. */
async function forget(database: Database, { ownerId, accountId, since }: MailboxSince): Promise<void> {
	await database.exec(
		`delete from activity_messages m where m.owner_id = $1 and m.account_id = $2 and (m.at < $3::timestamptz or not exists (
			select from mail_messages_v1 e where e.owner_id = m.owner_id and e.account_id = m.account_id and e.id = m.email_id
				and e.folder_role = any($4::text[])))`,
		[ownerId, accountId, since, ROLES],
	);
}

interface Threads {
	ownerId: string;
	accountId: string;
	threadIds: readonly string[];
}

/** Reads these threads, and replaces their rows. Idempotent. */
async function analyzeThreads(database: Database, { ownerId, accountId, threadIds }: Threads): Promise<void> {
	const rows = await readThreads(database, await readMailbox(database, ownerId, accountId), threadIds);
	await database.transaction(async () => {
		await database.exec(
			`delete from activity_messages where owner_id = $1 and account_id = $2
				and (thread_id = any($3::uuid[]) or email_id = any($4::uuid[]))`,
			[ownerId, accountId, threadIds, rows.map(({ id }) => id)],
		);
		await database.exec(INSERT, [ownerId, accountId, JSON.stringify(rows.map(columnsOf))]);
	});
}

const INSERT = `
insert into activity_messages (owner_id, account_id, email_id, thread_id, at, is_own, is_person, is_answered, answers_at, contacts)
select $1, $2, r.id, r.thread_id, r.at, r.is_own, r.is_person, r.is_answered, r.answers_at,
	case when r.contacts is null then null else array(select jsonb_array_elements_text(r.contacts)) end
from jsonb_to_recordset($3::jsonb) as r (id uuid, thread_id uuid, at timestamptz, is_own boolean, is_person boolean,
	is_answered boolean, answers_at timestamptz, contacts jsonb)
on conflict (owner_id, account_id, email_id) do nothing`;

function columnsOf(row: MessageRow) {
	const moment = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
	return {
		...{ id: row.id, thread_id: row.threadId, at: moment(row.at), is_own: row.isOwn, is_person: row.isPerson },
		...{ is_answered: row.isAnswered, answers_at: moment(row.answersAt), contacts: row.contacts },
	};
}

/** New, changed and removed mail, of mailboxes that were analyzed before. */
export const scoreUpdates: Subscription<MailContext> = {
	name: "activity-score.mail",
	handlers: [
		on(mailReceived, (ctx: MailContext, events, { ownerId }) => analyzeMessages(ctx, ownerId, events)),
		on(mailChanged, (ctx: MailContext, events, { ownerId }) => {
			const moved = events.filter(({ payload }) =>
				payload.parts.some((part) => part === "folder" || part === "category"),
			);
			return analyzeMessages(ctx, ownerId, moved);
		}),
		on(mailRemoved, (ctx: MailContext, events, { ownerId }) => analyzeMessages(ctx, ownerId, events)),
		on(mailSent, async (ctx: MailContext, events, { ownerId }) => {
			for (const [accountId, sent] of Map.groupBy(events, ({ payload }) => payload.accountId)) {
				const rows = await ctx.database.query<{ id: string }>(
					`select id from mail_messages_v1
					where owner_id = $1 and account_id = $2 and message_id = any($3::text[]) and folder_role = 'sent'`,
					[ownerId, accountId, sent.map(({ payload }) => payload.messageId)],
				);
				const emailIds = rows.map(({ id }) => id);
				await analyzeMessages(ctx, ownerId, [{ payload: { accountId, emailIds } }]);
			}
		}),
	],
};

/** Their threads, as they were and as they are. */
async function analyzeMessages(
	{ database }: MailContext,
	ownerId: string,
	events: readonly { payload: { accountId: string; emailIds: readonly string[] } }[],
): Promise<void> {
	for (const { payload } of events) {
		const { accountId, emailIds } = payload;
		if (emailIds.length === 0) continue;
		const rows = await database.query<{ id: string }>(
			`select thread_id as id from (
				select thread_id from mail_messages_v1 where owner_id = $1 and account_id = $2 and id = any($3::uuid[])
				union select thread_id from activity_messages where owner_id = $1 and account_id = $2 and email_id = any($3::uuid[])
			) t where exists (select from activity_analyses where owner_id = $1 and account_id = $2)`,
			[ownerId, accountId, emailIds],
		);
		if (rows.length > 0) await analyzeThreads(database, { ownerId, accountId, threadIds: rows.map(({ id }) => id) });
	}
}
