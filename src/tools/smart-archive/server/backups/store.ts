import { cutPage, readCursor, timeKey } from "#kernel/database.ts";
import { notFound } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import type { Backup } from "../../contract.ts";
import { presentExpiry } from "./expiry.ts";

/** The SQL of backups, and of the plans whose messages they contain. */

interface Row {
	id: string;
	operation_id: string;
	job_id: string;
	title: string;
	mailbox_names: string[];
	archived_count: number;
	failed_count: number;
	archived_bytes: number;
	created_at: Date;
	size_bytes: number | null;
	ready_at: Date | null;
	expires_at: Date | null;
	job_state: string | null;
	job_error: string | null;
	operation_state: string | null;
	restore_job_id: string | null;
}

const BACKUPS = `
select b.*, f.size_bytes, f.ready_at, f.expires_at, j.state as job_state, j.error as job_error, o.state as operation_state,
	(select r.job_id from mail_restores r join jobs_v1 rj on rj.owner_id = r.owner_id and rj.id = r.job_id
		where r.owner_id = b.owner_id and r.backup_id = b.id and rj.state in ('queued', 'running')
		order by r.created_at desc limit 1) as restore_job_id
from mail_backups b
left join artifacts_v1 f on f.owner_id = b.owner_id and f.id = b.id
left join jobs_v1 j on j.owner_id = b.owner_id and j.id = b.job_id
left join mail_operations_v1 o on o.owner_id = b.owner_id and o.id = b.operation_id
where b.owner_id = $1`;

type Ctx = Pick<MailContext, "database" | "now">;

/** A page, newest first. @throws AppError 400 `bad-cursor` */
export async function listBackups(
	ctx: Ctx,
	ownerId: string,
	{ q = "", limit, cursor }: { q?: string | undefined; limit: number; cursor?: string | undefined },
): Promise<{ items: Backup[]; nextCursor: string | null }> {
	const [time = null, id = null] = readCursor(cursor, timeKey) ?? [];
	const words = q.toLowerCase().split(/\s+/).filter(Boolean);
	const rows = await ctx.database.query<Row>(
		`${BACKUPS} and (select bool_and(strpos(lower(concat_ws(' ', b.title, array_to_string(b.mailbox_names, ' '))), w) > 0)
				from unnest($5::text[]) as w) is not false and ($2::timestamptz is null or (b.created_at, b.id) < ($2::timestamptz, $3::uuid))
		order by b.created_at desc, b.id desc limit $4`,
		[ownerId, time, id, limit + 1, words],
	);
	const { page, nextCursor } = cutPage(rows, limit, (row) => [row.created_at.toISOString(), row.id]);
	return { items: page.map((row) => present(row, ctx.now())), nextCursor };
}

/** Backups whose file can be downloaded. */
export async function countReady(ctx: Ctx, ownerId: string): Promise<number> {
	const rows = await ctx.database.query<Row>(
		`${BACKUPS} and b.archived_count > 0 and f.ready_at is not null and f.expires_at > $2`,
		[ownerId, new Date(ctx.now())],
	);
	return rows.filter((row) => present(row, ctx.now()).state === "ready").length;
}

/** @throws AppError 404 */
export async function getBackup(ctx: Ctx, ownerId: string, id: string): Promise<Backup> {
	const row = await ctx.database.one<Row>(`${BACKUPS} and b.id = $2`, [ownerId, id]);
	if (row === undefined) throw notFound("The backup");
	return present(row, ctx.now());
}

function present(row: Row, now: number): Backup {
	const isRunning = row.job_state === "queued" || row.job_state === "running";
	const isVerified = row.archived_count > 0;
	const isHere = row.ready_at !== null && (row.expires_at?.getTime() ?? 0) > now;
	const finalState = isVerified ? (isHere ? "ready" : "expired") : "failed";
	const isApplied = row.operation_state !== null && !["planned", "expired", "freezing"].includes(row.operation_state);
	return {
		id: row.id,
		state: isRunning ? "running" : finalState,
		jobId: row.job_id,
		title: row.title,
		archived: row.archived_count,
		failed: row.failed_count,
		archivedBytes: row.archived_bytes,
		sizeBytes: row.size_bytes ?? 0,
		createdAt: row.created_at.toISOString(),
		mailboxes: row.mailbox_names,
		expiresAt: presentExpiry(row.expires_at ?? row.created_at),
		error: isRunning || isVerified ? null : (row.job_error ?? "It was stopped before it finished."),
		operationId: isApplied ? row.operation_id : null,
		restoreJobId: row.restore_job_id,
	};
}

export async function insertBackup(
	ctx: Ctx,
	backup: { ownerId: string; id: string; operationId: string; jobId: string; title: string },
): Promise<void> {
	await ctx.database.exec(
		"insert into mail_backups (owner_id, id, operation_id, job_id, title, created_at) values ($1, $2, $3, $4, $5, $6)",
		[backup.ownerId, backup.id, backup.operationId, backup.jobId, backup.title, new Date(ctx.now())],
	);
}

/** The id of the backup that a job creates; null: none yet. */
export async function backupOfJob({ database }: Ctx, ownerId: string, jobId: string): Promise<string | null> {
	const row = await database.one<{ id: string }>("select id from mail_backups where owner_id = $1 and job_id = $2", [
		ownerId,
		jobId,
	]);
	return row?.id ?? null;
}

/** The plan of a backup; null when the backup was deleted. */
export async function planOfBackup(
	{ database }: Ctx,
	ownerId: string,
	id: string,
): Promise<{ operationId: string; isVerified: boolean } | null> {
	const row = await database.one<{ operationId: string; isVerified: boolean }>(
		`select operation_id as "operationId", archived_count > 0 as "isVerified" from mail_backups where owner_id = $1 and id = $2`,
		[ownerId, id],
	);
	return row ?? null;
}

/** Stores the verification result. @returns false when the backup was deleted in the meantime */
export async function countArchived(
	{ database }: Ctx,
	{ ownerId, id }: { ownerId: string; id: string },
	counts: { archived: number; failed: number; bytes: number },
): Promise<boolean> {
	const rows = await database.query(
		`update mail_backups set archived_count = $3, failed_count = $4, archived_bytes = $5, mailbox_names = array(
			select a.name from mail_accounts_v1 a where a.owner_id = $1 and a.id in (
				select m.mailbox_id from mail_backup_messages m where m.owner_id = $1 and m.backup_id = $2)
			order by a.name)
		where owner_id = $1 and id = $2 returning 1`,
		[ownerId, id, counts.archived, counts.failed, counts.bytes],
	);
	return rows.length > 0;
}

export async function deleteBackupRow(
	{ database }: Pick<MailContext, "database">,
	ownerId: string,
	id: string,
): Promise<void> {
	for (const [table, key] of [
		["mail_backup_messages", "backup_id"],
		["mail_backups", "id"],
	])
		await database.exec(`delete from ${table} where owner_id = $1 and ${key} = $2`, [ownerId, id]);
}

/** Purges backups whose files expired long ago. */
export async function expireBackups({ database, now }: Ctx): Promise<void> {
	await database.exec(
		`delete from mail_backups b where b.created_at < $1 and not exists (
			select from artifacts_v1 f where f.owner_id = b.owner_id and f.id = b.id)`,
		[new Date(now() - 90 * 24 * 3_600_000)],
	);
	// Without the file they serve nothing.
	await database.exec(
		`delete from mail_backup_messages m where not exists (
			select from artifacts_v1 f where f.owner_id = m.owner_id and f.id = m.backup_id)`,
		[],
	);
	await database.exec("delete from mail_restores where created_at < $1", [new Date(now() - 90 * 24 * 3_600_000)]);
	await database.exec(
		`delete from mail_restore_items i where not exists (
			select from mail_restores r where r.owner_id = i.owner_id and r.id = i.restore_id and r.operation_id is null)`,
		[],
	);
}
