import type { DataExport } from "#shared/contracts/settings.ts";
import { notFound } from "../../errors.ts";
import type { Context } from "../auth/context.ts";
import type { Part } from "./parts.ts";

/** The progress of an export: everything up to here is safe; anything after it is truncated and written again. */
export interface Checkpoint {
	/** A random marker stored next to the bytes: on another machine there is none, or a different one. */
	partsId: string;
	/** Length of the archive in bytes. */
	length: number;
	/** Messages written. */
	messages: number;
	/** The account in progress, or the last finished one; null before the first. */
	accountId: string | null;
	/** The last message of it that was written; null: the account is finished. */
	afterId: string | null;
	/** Exported tables, once the mail is done. */
	tables: string[];
	/** Ids of the generated files that were written, after the tables. */
	files: string[];
	parts: Part[];
}

interface Row {
	id: string;
	job_id: string;
	ready_at: Date | null;
	size_bytes: number;
	message_count: number;
	created_at: Date;
	expires_at: Date;
	job_state: string | null;
	job_error: string | null;
}

type Ctx = Pick<Context, "database" | "now">;

const EXPORTS = `
select x.id, x.job_id, x.ready_at, x.size_bytes, x.message_count, x.created_at, x.expires_at,
	j.state as job_state, j.error as job_error
from exports x left join jobs j on j.owner_id = x.owner_id and j.id = x.job_id
where x.owner_id = $1`;

export async function listExports(ctx: Ctx, ownerId: string): Promise<DataExport[]> {
	const rows = await ctx.database.query<Row>(`${EXPORTS} order by x.created_at desc, x.id desc`, [ownerId]);
	return rows.map((row) => present(row, ctx.now()));
}

/** @throws AppError 404 */
export async function getExport(ctx: Ctx, ownerId: string, id: string): Promise<DataExport> {
	const row = await ctx.database.one<Row>(`${EXPORTS} and x.id = $2`, [ownerId, id]);
	if (row === undefined) throw notFound("The archive");
	return present(row, ctx.now());
}

function present(row: Row, now: number): DataExport {
	const isOver = row.job_state === null || row.job_state === "failed" || row.job_state === "cancelled";
	const unfinished = isOver ? "failed" : "running";
	const ready = row.expires_at.getTime() <= now ? "expired" : "ready";
	return {
		id: row.id,
		state: row.ready_at === null ? unfinished : ready,
		jobId: row.job_id,
		sizeBytes: row.size_bytes,
		messages: row.message_count,
		createdAt: row.created_at.toISOString(),
		expiresAt: row.expires_at.toISOString(),
		error: row.ready_at === null && isOver ? (row.job_error ?? "It was stopped before it finished.") : null,
	};
}

export async function insertExport(
	ctx: Ctx,
	row: { ownerId: string; id: string; jobId: string; expiresAt: Date },
): Promise<void> {
	await ctx.database.exec("insert into exports (owner_id, id, job_id, expires_at) values ($1, $2, $3, $4)", [
		row.ownerId,
		row.id,
		row.jobId,
		row.expiresAt,
	]);
}

/** What the job resumes from; null when the archive was deleted meanwhile. */
export async function readCheckpoint(
	ctx: Ctx,
	ownerId: string,
	id: string,
): Promise<{ checkpoint: Checkpoint | null; ready: boolean } | null> {
	const row = await ctx.database.one<{ checkpoint: Checkpoint | null; ready: boolean }>(
		"select checkpoint, ready_at is not null as ready from exports where owner_id = $1 and id = $2",
		[ownerId, id],
	);
	return row ?? null;
}

/** @returns false when the archive was deleted meanwhile */
export async function saveCheckpoint(ctx: Ctx, ownerId: string, id: string, at: Checkpoint): Promise<boolean> {
	const rows = await ctx.database.query(
		"update exports set checkpoint = $3, message_count = $4 where owner_id = $1 and id = $2 returning id",
		[ownerId, id, JSON.stringify(at), at.messages],
	);
	return rows.length > 0;
}

export async function markReady(
	ctx: Ctx,
	ownerId: string,
	id: string,
	ready: { sizeBytes: number; expiresAt: Date },
): Promise<boolean> {
	const rows = await ctx.database.query(
		`update exports set checkpoint = null, ready_at = $3, size_bytes = $4, expires_at = $5
		where owner_id = $1 and id = $2 returning id`,
		[ownerId, id, new Date(ctx.now()), ready.sizeBytes, ready.expiresAt],
	);
	return rows.length > 0;
}

export async function deleteExportRow(ctx: Ctx, ownerId: string, id: string): Promise<void> {
	await ctx.database.exec("delete from exports where owner_id = $1 and id = $2", [ownerId, id]);
}

/** Expired archives of all users, the oldest first. */
export async function expiredExports(ctx: Ctx, limit: number): Promise<{ ownerId: string; id: string }[]> {
	return ctx.database.query(
		`select owner_id as "ownerId", id from exports where expires_at <= $1 order by expires_at limit $2`,
		[new Date(ctx.now()), limit],
	);
}
