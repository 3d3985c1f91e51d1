import type { Operation, PastAction } from "#shared/contracts/plans.ts";
import type { Database } from "../../db/database.ts";
import { notFound } from "../../errors.ts";
import { forgetOldWaits } from "../store/server-wait.ts";
import type { OperationKey } from "./items.ts";

/** The SQL that writes the table `operations`: one row per operation, planned, running or finished. */

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
