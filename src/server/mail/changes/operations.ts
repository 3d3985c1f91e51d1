import { type Operation, type PastAction, pastAction } from "#shared/contracts/plans.ts";
import { UNDOABLE } from "#shared/undo.ts";
import type { Database } from "../../db/database.ts";
import { notFound } from "../../errors.ts";
import { cutPage, type KeyPage, readCursor, timeKey } from "../../key-cursor.ts";
import { presentRows } from "../../platform/http/present-rows.ts";
import { cursorAt, cursorOf } from "../store/read/items.ts";
import { forgetOldWaits, OPERATION_WAIT, presentWait, type ServerWaitRow } from "../store/server-wait.ts";
import { titleOf } from "./descriptions.ts";
import type { OperationKey } from "./items.ts";

/** The SQL of the table `operations`: one row per operation, planned, running or finished. */

export type OperationState = Operation["state"] | "freezing";

export interface OperationRow {
	owner_id: string;
	id: string;
	account_id: string | null;
	action: PastAction;
	folder_name: string | null;
	query: string | null;
	source: string;
	requested_by: string | null;
	device: string | null;
	state: OperationState;
	item_count: number;
	bytes: number;
	applied: number;
	skipped: number;
	failed: number;
	bytes_applied: number | null;
	undo_of: string | null;
	undo_depth: number;
	undone_by: string | null;
	job_id: string | null;
	created_at: Date;
	expires_at: Date;
	started_at: Date | null;
	finished_at: Date | null;
}

/** With the columns that only the API shows. */
export interface ShownRow extends OperationRow {
	subject: string | null;
	/** Too old to be undone. */
	is_old: boolean;
	waiting: ServerWaitRow | null;
}

/** Columns of a `ShownRow`, over the alias `o`. */
const SHOWN = `o.*, coalesce(o.finished_at < now() - interval '${UNDOABLE}', false) as is_old, case when o.item_count = 1 then (select e.subject from operation_items i
	join emails e on e.owner_id = i.owner_id and e.account_id = i.account_id and e.id = i.email_id
	where i.owner_id = o.owner_id and i.operation_id = o.id limit 1) end as subject,
	${OPERATION_WAIT} as waiting`;

export interface NewOperation {
	id: string;
	accountId: string | null;
	action: PastAction;
	folderName: string | null;
	query: string | null;
	source: string;
	/** Name of the API key; absent: the user made it. */
	requestedBy?: string | null;
	undoOf: string | null;
	undoDepth: number;
	createdAt: Date;
	expiresAt: Date;
}

/** Creates an operation whose list is still being frozen; it is invisible until it is `planned` or `running`. */
export async function insertOperation(database: Database, ownerId: string, operation: NewOperation): Promise<void> {
	await database.exec(
		`insert into operations (owner_id, id, account_id, action, folder_name, query, source, undo_of, undo_depth, created_at, expires_at,
			requested_by, bytes_applied)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 0)`,
		[
			ownerId,
			operation.id,
			operation.accountId,
			JSON.stringify(operation.action),
			operation.folderName,
			operation.query,
			operation.source,
			operation.undoOf,
			operation.undoDepth,
			operation.createdAt,
			operation.expiresAt,
			operation.requestedBy ?? null,
		],
	);
}

/** @throws AppError 404 when it is not this owner's, or not frozen yet */
export async function readOperation(database: Database, ownerId: string, id: string): Promise<ShownRow> {
	const row = await database.one<ShownRow>(
		`select ${SHOWN} from operations o where o.owner_id = $1 and o.id = $2 and o.state <> 'freezing'`,
		[ownerId, id],
	);
	if (row === undefined) throw notFound("The change");
	return row;
}

/**
 * Adds to the counts of an operation; `bytes` are those of the applied messages.
 * @returns the updated operation
 */
export async function countItems(
	database: Database,
	{ ownerId, operationId }: OperationKey,
	delta: { applied?: number; bytes?: number; skipped?: number; failed?: number },
): Promise<OperationRow> {
	const row = await database.one<OperationRow>(
		`update operations set applied = applied + $3, skipped = skipped + $4, failed = failed + $5,
			bytes_applied = bytes_applied + $6
		where owner_id = $1 and id = $2 returning *`,
		[ownerId, operationId, delta.applied ?? 0, delta.skipped ?? 0, delta.failed ?? 0, delta.bytes ?? 0],
	);
	if (row === undefined) throw notFound("The change");
	return row;
}

/** Finishes an operation. An undo that did not complete, or found nothing to restore, leaves the original undoable. */
export async function finishOperation(
	database: Database,
	{ ownerId, operationId }: OperationKey,
	state: "done" | "failed" | "cancelled",
): Promise<OperationRow> {
	const row = await database.one<OperationRow>(
		`update operations set state = case when state = 'running' then $3 else state end,
			finished_at = coalesce(finished_at, now())
		where owner_id = $1 and id = $2 returning *`,
		[ownerId, operationId, state],
	);
	if (row === undefined) throw notFound("The change");
	await forgetOldWaits(database, ownerId);
	if (row.undo_of !== null && (row.state !== "done" || row.applied === 0))
		await database.exec("update operations set undone_by = null where owner_id = $1 and id = $2 and undone_by = $3", [
			ownerId,
			row.undo_of,
			operationId,
		]);
	return row;
}

/**
 * A page of the plans that API keys made and that can still be applied, newest first.
 * @param now epoch milliseconds
 * @throws AppError 400 `bad-cursor`
 */
export async function listWaiting(
	database: Database,
	ownerId: string,
	{ limit, cursor, now }: { limit: number; cursor?: string | undefined; now: number },
): Promise<KeyPage<ShownRow>> {
	const [time = null, id = null] = readCursor(cursor, timeKey) ?? [];
	const waiting = `from operations o
		where owner_id = $1 and state = 'planned' and requested_by is not null and item_count > 0 and expires_at > $2`;
	const all = await database.one<{ count: number }>(`select count(*)::int as count ${waiting}`, [
		ownerId,
		new Date(now),
	]);
	const rows = await database.query<ShownRow>(
		`select ${SHOWN} ${waiting} and ($3::timestamptz is null or (created_at, id) < ($3::timestamptz, $4::uuid))
		order by created_at desc, id desc limit $5`,
		[ownerId, new Date(now), time, id, limit + 1],
	);
	const { page, nextCursor } = cutPage(rows, limit, (row) => [row.created_at.toISOString(), row.id]);
	return { items: page, total: all?.count ?? 0, nextCursor };
}

/**
 * One page of started operations, newest first.
 * @throws AppError 400 `bad-cursor`
 */
export async function listOperations(
	database: Database,
	ownerId: string,
	limit: number,
	cursor: string | undefined,
): Promise<{ items: Operation[]; nextCursor: string | null }> {
	const after = cursorOf(cursor);
	const rows = await database.query<ShownRow & { date: string }>(
		`select ${SHOWN}, to_char(started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as date from operations o
		where owner_id = $1 and started_at is not null and ($2::timestamptz is null or (started_at, id) < ($2::timestamptz, $3::uuid))
		order by started_at desc, id desc limit $4`,
		[ownerId, after?.date ?? null, after?.id ?? null, limit + 1],
	);
	const page = rows.slice(0, limit);
	const last = page.at(-1);
	const more = rows.length > limit && last !== undefined;
	return { items: await presentRows(page, present), nextCursor: more ? cursorAt(last) : null };
}

/** An operation as the API shows it. */
export function present(row: ShownRow): Operation {
	const begun = row.state !== "planned" && row.state !== "expired";
	const over = begun && row.state !== "running";
	const kind = pastAction.parse(row.action);
	return {
		id: row.id,
		action: kind,
		title: titleOf({
			action: kind,
			count: over ? row.applied : row.item_count,
			planned: !begun,
			folderName: row.folder_name,
			undoDepth: row.undo_depth,
		}),
		subject: row.subject,
		state: row.state === "freezing" ? "planned" : row.state,
		accountId: row.account_id,
		query: row.query,
		source: row.source,
		device: row.device,
		count: row.item_count,
		bytes: row.bytes,
		applied: row.applied,
		skipped: row.skipped,
		failed: row.failed,
		bytesApplied: row.bytes_applied,
		undoOf: row.undo_of,
		undoneBy: row.undone_by,
		canUndo: begun && row.applied > 0 && row.undone_by === null && !row.is_old && kind.type !== "delete",
		jobId: row.job_id,
		waiting: presentWait(row.waiting),
		createdAt: row.created_at.toISOString(),
		finishedAt: row.finished_at?.toISOString() ?? null,
	};
}
