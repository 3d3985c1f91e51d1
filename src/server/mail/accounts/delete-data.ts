import { dirname } from "node:path";
import { pause } from "#shared/pause.ts";
import { tablesWith } from "../../db/tables.ts";
import type { RunningJob } from "../../platform/jobs/jobs.ts";
import type { AccountLock } from "../../platform/locks/account-lock.ts";
import type { MailContext } from "../context/context.ts";
import { createMaintenance } from "../store/maintenance.ts";
import { textIndexOf } from "../store/text-index-of.ts";
import { pathOfUpload, removeFile, uploadFolder } from "../uploads/files.ts";

/** Deletes an account's data in chunks, so that other work can run in between. */

/** Rows deleted per statement: under 50 ms on the embedded database. */
const CHUNK = 500;
const POLL_MS = 100;

interface Wiped {
	ownerId: string;
	accountId: string;
}

/** Mail first, because that is what users see. */
const MAIL_TABLES = ["emails", "email_folders"];

/** Tables that also concern other accounts, or the running job itself. */
const EXCLUDED_TABLES = new Set(["jobs", "account_files", "account_locks", "search_outbox"]);

/** Cancels the account's other jobs and waits until they have ended. Jobs that delete an account are not canceled. */
export async function stopJobs(ctx: MailContext, job: RunningJob<unknown>, accountId: string): Promise<void> {
	for (;;) {
		job.signal.throwIfAborted();
		const live = await ctx.database.query<{ id: string }>(
			"select id from jobs where owner_id = $1 and account_id = $2 and id <> $3 and kind <> 'disconnect' and state in ('queued', 'running')",
			[job.ownerId, accountId, job.id],
		);
		if (live.length === 0) return;
		for (const { id } of live) await ctx.jobs.cancel(job.ownerId, id);
		await pause(POLL_MS, job.signal);
	}
}

/**
 * Deletes the account's rows from every table with an owner and an account, whichever tool added it, and the blobs of
 * its messages. The account itself, its files and its jobs remain.
 * @param lock the account's sync lock
 * @throws LockLost
 */
export async function wipeMail(
	ctx: MailContext,
	{ ownerId, accountId }: Wiped,
	lock: AccountLock,
	chunk = CHUNK,
): Promise<void> {
	const maintenance = createMaintenance(ctx.database);
	await ctx.database.transaction(async () => {
		await lock.verify();
		await textIndexOf(ctx.database).removeAccount({ database: ctx.database, ownerId, accountId });
	});
	const names = (await tablesWith(ctx.database, ["owner_id", "account_id"])).filter(
		(name) => !EXCLUDED_TABLES.has(name),
	);
	for (const table of [...MAIL_TABLES, ...names.filter((name) => !MAIL_TABLES.includes(name))]) {
		const isMail = table === "emails";
		for (;;) {
			lock.signal.throwIfAborted();
			const rows = await ctx.database.transaction(async () => {
				await lock.verify();
				return ctx.database.query<{ sha256: string | null }>(
					// A ctid is unique only within a partition; all rows of an owner are in one partition.
					`delete from "${table}" where owner_id = $1 and ctid = any(array(
					select ctid from "${table}" where owner_id = $1 and account_id = $2 limit $3))
				returning ${isMail ? "raw_sha256" : "null"} as sha256`,
					[ownerId, accountId, chunk],
				);
			});
			if (isMail) {
				// Not the folder: parse workers keep the folders of an account open that is filled again.
				const hashes = rows.map(({ sha256 }) => sha256).filter((sha256) => sha256 !== null);
				await ctx.blobs.delete(accountId, hashes);
				await maintenance.wrote(rows.length);
			}
			if (rows.length < chunk) break;
		}
	}
	await textIndexOf(ctx.database).flush();
	await maintenance.finish();
}

/** Deletes the account's files: only our own copies, never a file on the server that was imported in place. */
export async function wipeFiles(ctx: MailContext, { ownerId, accountId }: Wiped): Promise<void> {
	const files = await ctx.database.query<{ path: string }>(
		"select path from account_files where owner_id = $1 and account_id = $2",
		[ownerId, accountId],
	);
	const own = uploadFolder(ctx.config.dataDir);
	for (const { path: location } of files) {
		const path = pathOfUpload(ctx.config.dataDir, location);
		if (dirname(path) === own) await removeFile(path);
	}
	await ctx.database.exec("delete from account_files where owner_id = $1 and account_id = $2", [ownerId, accountId]);
}
