import { z } from "zod";
import { AppError } from "#kernel/errors.ts";
import { type NewMail, onNewMail, type Subscription } from "#kernel/events.ts";
import { accountsOf, getAccount } from "#kernel/mail.ts";
import { fetchMissing, readStored, runOnMessage } from "#kernel/messages.ts";
import type { MailContext } from "#kernel/module.ts";
import type { Task } from "#kernel/parse.ts";
import { requireProgress } from "#kernel/progress.ts";
import type { JobKind } from "#kernel/work.ts";
import type { Job } from "#shared/contracts/jobs.ts";
import { tool } from "../../tool.ts";
import type { ReadReportsOutput } from "./read-reports.task.ts";
import { type Candidate, findCandidates, storeDmarcReport } from "./store.ts";

const task: Task<null, ReadReportsOutput> = {
	url: new URL("./read-reports.task.ts", import.meta.url),
	isBackground: true,
	isTransient: true,
};

/** Emails per statement. */
const BATCH = 100;
const input = z.object({ accountId: z.uuid().nullable() });

/** Reads the reports in mailboxes that were not read yet. */
export const readReportsJob: JobKind<z.infer<typeof input>, MailContext> = {
	name: "read-dmarc-reports",
	input,
	unit: "emails",
	concurrency: 1,
	attempts: 3,
	async run(ctx, job) {
		let done = 0;
		for (const accountId of await accountsOf(ctx.database, job.ownerId, job.input.accountId)) {
			const began = new Date(ctx.now());
			const onRead = () => job.progress({ done: ++done, total: null });
			await readMailbox(ctx, { ownerId: job.ownerId, accountId, signal: job.signal, onRead });
			await ctx.database.exec(
				`insert into dmarc_scans (owner_id, account_id, scanned_at) values ($1, $2, $3)
				on conflict (owner_id, account_id) do update set scanned_at = excluded.scanned_at`,
				[job.ownerId, accountId, began],
			);
		}
		return { emails: done };
	},
};

interface Reading {
	ownerId: string;
	accountId: string;
	signal: AbortSignal;
	/** Called after each email. */
	onRead(): void;
}

/** Reads the reports in a mailbox that were not read yet. */
export async function readMailbox(
	ctx: MailContext,
	{ ownerId, accountId, signal, onRead }: Reading,
	limit = BATCH,
): Promise<void> {
	const progress = requireProgress("Reading DMARC reports");
	for (;;) {
		const batch = await findCandidates(ctx.database, { ownerId, accountId, ids: null, limit });
		progress(batch.map(({ id }) => id).join());
		for (const candidate of batch) {
			signal.throwIfAborted();
			await readOne(ctx, { ownerId, accountId }, candidate);
			onRead();
		}
		if (batch.length < limit) return;
	}
}

/** Starts reading the reports in a mailbox, or in all. @throws AppError 404 for another user's mailbox */
export async function startReading(
	ctx: MailContext,
	ownerId: string,
	accountId: string | null,
	background = false,
): Promise<Job> {
	if (accountId !== null) await getAccount(ctx, ownerId, accountId);
	const dedupeKey = accountId ?? ownerId;
	return ctx.jobs.enqueue(readReportsJob, { ownerId, accountId, input: { accountId }, dedupeKey, background });
}

/** Reads mailboxes that were connected or filled since: their mail comes without events. */
export async function readStale(ctx: MailContext): Promise<void> {
	const rows = await ctx.database.query<{ ownerId: string; accountId: string }>(
		`select a.owner_id as "ownerId", a.id as "accountId" from mail_accounts_v1 a
		left join dmarc_scans n on n.owner_id = a.owner_id and n.account_id = a.id
		where exists (
			select from mail_folders_v1 f where f.owner_id = a.owner_id and f.account_id = a.id and f.total_count > 0
		) and (n.scanned_at is null or exists (
			select from mail_syncs_v1 s where s.owner_id = a.owner_id and s.account_id = a.id and s.trigger = 'first'
				and s.finished_at > n.scanned_at
		))`,
		[],
	);
	for (const { ownerId, accountId } of rows) await startReading(ctx, ownerId, accountId, true);
}

/** Reads reports as they arrive. */
export const followReports: Subscription<MailContext> = onNewMail(
	`${tool.id}.dmarc-reports`,
	async (ctx, { ownerId, accountId, ids, signal }: NewMail) => {
		const found = await findCandidates(ctx.database, { ownerId, accountId, ids, limit: ids.length });
		for (const candidate of found) {
			signal.throwIfAborted();
			await readOne(ctx, { ownerId, accountId }, candidate);
		}
	},
);

async function readOne(
	ctx: MailContext,
	{ ownerId, accountId }: { ownerId: string; accountId: string },
	{ id: emailId, isNamed }: Candidate,
): Promise<void> {
	const store = (found: ReadReportsOutput) => {
		// Ordinary mail about DMARC has files, too.
		const isProblem = isNamed && found !== null;
		const stored = found !== null && "report" in found ? found : { problem: isProblem ? found.problem : null };
		return storeDmarcReport(ctx.database, { ownerId, accountId, emailId }, stored);
	};
	try {
		const { rawSha256 } = await fetchMissing(ctx, ownerId, await readStored(ctx.database, ownerId, emailId));
		if (rawSha256 === null) return await store({ problem: "The email is not stored." });
		await store(await runOnMessage(ctx, ownerId, { id: emailId, accountId, rawSha256 }, { task, input: null }));
	} catch (cause) {
		// The message can't be fetched now: it is read later.
		if (!(cause instanceof AppError) || cause.status >= 500 || cause.status === 409) throw cause;
		await store({ problem: cause.message });
	}
}
