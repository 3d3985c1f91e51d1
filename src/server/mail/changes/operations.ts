import { type Operation, pastAction } from "#shared/contracts/plans.ts";
import { UNDOABLE } from "#shared/undo.ts";
import type { Database } from "../../db/database.ts";
import { notFound } from "../../errors.ts";
import { cutPage, type KeyPage, readCursor, timeKey } from "../../key-cursor.ts";
import { presentRows } from "../../platform/http/present-rows.ts";
import { cursorAt, cursorOf } from "../store/read/items.ts";
import { OPERATION_WAIT, presentWait, type ServerWaitRow } from "../store/server-wait.ts";
import type { ChangeKind } from "./change-kind.ts";
import { titleOf } from "./descriptions.ts";
import { findKind } from "./kinds.ts";
import type { OperationRow } from "./operation-rows.ts";

/** Operations as they are read and shown. */

/** With the columns that only the API shows. */
export interface ShownRow extends OperationRow {
	subject: string | null;
	/** Too old to be undone. */
	is_old: boolean;
	waiting: ServerWaitRow | null;
	/** Undefined: this version has no such kind. */
	kind: ChangeKind | undefined;
}

type Selected = Omit<ShownRow, "kind">;

function shown<T extends Selected>(database: Database, row: T): T & ShownRow {
	return { ...row, kind: findKind(database, row.action.type) };
}

/** Columns of a `ShownRow`, over the alias `o`. */
const SHOWN = `o.*, coalesce(o.finished_at < now() - interval '${UNDOABLE}', false) as is_old, case when o.item_count = 1 then (select e.subject from operation_items i
	join emails e on e.owner_id = i.owner_id and e.account_id = i.account_id and e.id = i.email_id
	where i.owner_id = o.owner_id and i.operation_id = o.id limit 1) end as subject,
	${OPERATION_WAIT} as waiting`;

/** @throws AppError 404 when it is not this owner's, or not frozen yet */
export async function readOperation(database: Database, ownerId: string, id: string): Promise<ShownRow> {
	const row = await database.one<Selected>(
		`select ${SHOWN} from operations o where o.owner_id = $1 and o.id = $2 and o.state <> 'freezing'`,
		[ownerId, id],
	);
	if (row === undefined) throw notFound("The change");
	return shown(database, row);
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
	const rows = await database.query<Selected>(
		`select ${SHOWN} ${waiting} and ($3::timestamptz is null or (created_at, id) < ($3::timestamptz, $4::uuid))
		order by created_at desc, id desc limit $5`,
		[ownerId, new Date(now), time, id, limit + 1],
	);
	const { page, nextCursor } = cutPage(rows, limit, (row) => [row.created_at.toISOString(), row.id]);
	return { items: page.map((row) => shown(database, row)), total: all?.count ?? 0, nextCursor };
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
	const rows = await database.query<Selected & { date: string }>(
		`select ${SHOWN}, to_char(started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as date from operations o
		where owner_id = $1 and started_at is not null and ($2::timestamptz is null or (started_at, id) < ($2::timestamptz, $3::uuid))
		order by started_at desc, id desc limit $4`,
		[ownerId, after?.date ?? null, after?.id ?? null, limit + 1],
	);
	const page = rows.slice(0, limit);
	const last = page.at(-1);
	const more = rows.length > limit && last !== undefined;
	return {
		items: await presentRows(page, (row) => present(shown(database, row))),
		nextCursor: more ? cursorAt(last) : null,
	};
}

/**
 * An operation as the API shows it.
 * @throws Error for a stored action that cannot be read
 */
export function present({ kind, ...row }: ShownRow): Operation {
	if (kind === undefined) throw new Error(`There is no change of the kind ${row.action.type}`);
	const begun = row.state !== "planned" && row.state !== "expired";
	const over = begun && row.state !== "running";
	const action = pastAction.parse(row.action);
	return {
		id: row.id,
		action,
		title: titleOf(kind, {
			action,
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
		canUndo: begun && row.applied > 0 && row.undone_by === null && !row.is_old && kind.cannotUndo === undefined,
		jobId: row.job_id,
		waiting: presentWait(row.waiting),
		createdAt: row.created_at.toISOString(),
		finishedAt: row.finished_at?.toISOString() ?? null,
	};
}
