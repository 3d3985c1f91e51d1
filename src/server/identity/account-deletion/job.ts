import { z } from "zod";
import { pause } from "#shared/pause.ts";
import { tablesWith } from "../../db/tables.ts";
import { wipeFiles, wipeMail } from "../../mail/accounts/delete-data.ts";
import { revokeAccess } from "../../mail/sessions/session.ts";
import { removeFile, uploadPath } from "../../mail/uploads/files.ts";
import { removeAllArtifacts } from "../../platform/artifacts/files.ts";
import type { JobKind, RunningJob } from "../../platform/jobs/jobs.ts";
import { withAccountLock } from "../../platform/locks/account-lock.ts";
import type { Context } from "../auth/context.ts";
import { removeArchive } from "../export/storage.ts";

const input = z.object({});

/** Rows deleted per statement: under 50 ms on the embedded database. */
const CHUNK = 500;
const POLL_MS = 100;
/** Deleted last, together: as long as they exist, the job is found again after a crash. */
const LAST = ["jobs", "account_deletions"];

/**
 * Deletes all data of a user who deleted their account, from every table with an owner column and from disk. Resumes
 * with what is left after a crash.
 */
export const accountDeletionJob: JobKind<z.infer<typeof input>, Context> = {
	name: "account-deletion",
	input,
	unit: "mailboxes",
	concurrency: 1,
	attempts: 20,
	freesSpace: true,
	async run(ctx, job) {
		await stopJobs(ctx, job);
		const accounts = await ctx.database.query<{ id: string; status: string }>(
			"select id, status from connected_accounts where owner_id = $1 order by id",
			[job.ownerId],
		);
		for (const [done, { id, status }] of accounts.entries()) {
			job.progress({ done, total: accounts.length });
			await deleteMailbox(ctx, job, id, status);
		}
		await deleteFiles(ctx, job.ownerId);
		await deleteRows(ctx, job);
		await ctx.database.transaction(async () => {
			for (const table of LAST) await ctx.database.exec(`delete from ${table} where owner_id = $1`, [job.ownerId]);
		});
		return {};
	},
};

/** Cancels the user's other jobs, and waits until they have ended. */
async function stopJobs(ctx: Context, job: RunningJob<unknown>): Promise<void> {
	for (;;) {
		job.signal.throwIfAborted();
		const live = await ctx.database.query<{ id: string }>(
			"select id from jobs where owner_id = $1 and id <> $2 and state in ('queued', 'running')",
			[job.ownerId, job.id],
		);
		if (live.length === 0) return;
		for (const { id } of live) await ctx.jobs.cancel(job.ownerId, id);
		await pause(POLL_MS, job.signal);
	}
}

async function deleteMailbox(ctx: Context, job: RunningJob<unknown>, accountId: string, status: string): Promise<void> {
	const account = { ownerId: job.ownerId, accountId };
	if (status !== "disconnected") await revokeAccess(ctx, account.ownerId, account.accountId, job);
	await withAccountLock(ctx, { ...account, scope: "sync" }, job.signal, (lock) => wipeMail(ctx, account, lock));
	await ctx.blobs.deleteAll(accountId);
	await wipeFiles(ctx, account);
}

/** Unfinished uploads, archives, and artifacts. */
async function deleteFiles(ctx: Context, ownerId: string): Promise<void> {
	const { dataDir } = ctx.config;
	const idsIn = (table: "uploads" | "exports") =>
		ctx.database.query<{ id: string }>(`select id from ${table} where owner_id = $1`, [ownerId]);
	for (const { id } of await idsIn("uploads")) await removeFile(uploadPath(dataDir, id));
	for (const { id } of await idsIn("exports")) await removeArchive(ctx.config, id);
	await removeAllArtifacts(ctx, ownerId);
}

/**
 * Deletes from every table with an owner column, whichever tool added it; repeats until a pass finds nothing, because
 * rows may be added meanwhile.
 */
export async function deleteRows(
	ctx: Pick<Context, "database">,
	job: Pick<RunningJob<unknown>, "ownerId" | "signal">,
	chunk = CHUNK,
): Promise<void> {
	const tables = await tablesWith(ctx.database, ["owner_id"]);
	for (let found = true; found; ) {
		found = false;
		for (const name of tables) {
			if (LAST.includes(name)) continue;
			for (let full = true; full; ) {
				job.signal.throwIfAborted();
				const rows = await ctx.database.query(
					`delete from "${name}" where owner_id = $1 and ctid = any(array(select ctid from "${name}" where owner_id = $1 limit $2))
					returning 1`,
					[job.ownerId, chunk],
				);
				found ||= rows.length > 0;
				full = rows.length === chunk;
			}
		}
	}
}
