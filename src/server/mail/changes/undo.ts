import { newId } from "#shared/ids.ts";
import { SETTABLE_FLAGS, type SettableFlag } from "#shared/mail/flags.ts";
import { UNDOABLE } from "#shared/undo.ts";
import type { Database } from "../../db/database.ts";
import { conflict } from "../../errors.ts";
import type { MailContext } from "../context/context.ts";
import { flagColumns } from "../store/flag-columns.ts";
import { REASON_CHANGED, REASON_GONE, UNCHANGED_SINCE } from "./local.ts";
import { discardOperation } from "./maintenance.ts";
import { insertOperation, type OperationRow } from "./operation-rows.ts";
import { present, readOperation, type ShownRow } from "./operations.ts";
import { recreateFolders } from "./recreate-folders.ts";
import { beginOperation, notifyStarted, type Started } from "./start.ts";

/** Rows frozen per statement: about 50 ms on the embedded database. */
const CHUNK = 2_000;
const HOUR_MS = 3_600_000;

interface UndoOptions {
	/** Of the caller: see `Caller`. */
	device?: string | null;
	chunk?: number;
}

/**
 * Restores every message of an operation to its earlier state, by an operation that can itself be undone. A running
 * operation is stopped first.
 * @throws AppError 404, or 409 `cannot-undo` with a reason
 */
export async function undoOperation(
	ctx: MailContext,
	ownerId: string,
	id: string,
	{ device = null, chunk = CHUNK }: UndoOptions = {},
): Promise<Started> {
	const original = await readOperation(ctx.database, ownerId, id);
	const existing = await runningUndo(ctx, ownerId, original);
	if (existing !== null) return existing;
	if (!present(original).canUndo) throw conflict("cannot-undo", whyNot(original));
	await stopOperation(ctx, ownerId, original);
	const undoId = newId(ctx.now());
	await insertOperation(ctx.database, ownerId, {
		id: undoId,
		accountId: original.account_id,
		action: original.action,
		folderName: original.folder_name,
		query: null,
		source: original.source,
		undoOf: id,
		undoDepth: original.undo_depth + 1,
		createdAt: new Date(ctx.now()),
		expiresAt: new Date(ctx.now() + HOUR_MS),
	});
	try {
		await freezeBack(ctx.database, ownerId, { id, undoId }, chunk);
		await original.kind?.completeUndo?.(ctx.database, ownerId, { id, undoId });
		await countBack(ctx.database, ownerId, id, undoId);
		await recreateFolders(ctx, ownerId, undoId);
	} catch (cause) {
		await discardOperation(ctx.database, ownerId, undoId);
		throw cause;
	}
	const begun = await ctx.database.transaction(async () => {
		const claimed = await ctx.database.query(
			"update operations set undone_by = $3 where owner_id = $1 and id = $2 and undone_by is null returning 1",
			[ownerId, id, undoId],
		);
		return claimed.length === 0 ? null : beginOperation(ctx, { ownerId, id: undoId, device });
	});
	if (begun !== null) return notifyStarted(ctx, ownerId, begun);
	// A concurrent request won.
	await discardOperation(ctx.database, ownerId, undoId);
	return undoOperation(ctx, ownerId, id, { device, chunk });
}

/** A repeated request while the undo runs returns the same undo. */
async function runningUndo(ctx: MailContext, ownerId: string, original: OperationRow): Promise<Started | null> {
	if (original.undone_by === null) return null;
	const undo = await readOperation(ctx.database, ownerId, original.undone_by);
	if (undo.state !== "running" || undo.job_id === null) return null;
	return { job: await ctx.jobs.get(ownerId, undo.job_id), operation: present(undo) };
}

function whyNot(original: ShownRow): string {
	if (original.kind?.cannotUndo !== undefined) return original.kind.cannotUndo;
	if (original.undone_by !== null) return "This change was already undone.";
	if (original.started_at === null) return "This change was never made.";
	if (original.is_old) return `Changes can be undone for ${UNDOABLE}.`;
	return "This change affected no messages, so there is nothing to restore.";
}

/** Stops an operation: no further message will be applied; calls in progress at the provider finish. */
async function stopOperation(ctx: MailContext, ownerId: string, { id, state, job_id }: OperationRow): Promise<void> {
	if (state !== "running") return;
	const stopped = await ctx.database.query(
		`update operations o set state = 'cancelled', finished_at = now()
		where owner_id = $1 and id = $2 and state = 'running' and exists
			(select 1 from operation_items i where i.owner_id = $1 and i.operation_id = $2 and i.state = 'pending')
		returning 1`,
		[ownerId, id],
	);
	if (stopped.length > 0 && job_id !== null) await ctx.jobs.cancel(ownerId, job_id);
}

/**
 * Freezes the list of the undo: what the operation changed goes back to its earlier state; messages that are no longer
 * in the state it set are recorded as skipped.
 */
async function freezeBack(
	database: Database,
	ownerId: string,
	{ id, undoId }: { id: string; undoId: string },
	chunk: number,
): Promise<void> {
	let after = { account_id: "00000000-0000-0000-0000-000000000000", email_id: "00000000-0000-0000-0000-000000000000" };
	for (;;) {
		const rows = await database.query<{ account_id: string; email_id: string }>(FREEZE_BACK, [
			ownerId,
			id,
			undoId,
			after.account_id,
			after.email_id,
			REASON_CHANGED,
			REASON_GONE,
			chunk,
		]);
		const last = rows[0];
		if (last === undefined) break;
		after = last;
	}
}

async function countBack(database: Database, ownerId: string, id: string, undoId: string): Promise<void> {
	await database.exec(
		`update operations o set item_count = c.total, skipped = c.skipped, bytes = p.bytes
		from (select count(*)::int as total, count(*) filter (where state = 'skipped')::int as skipped
			from operation_items where owner_id = $1 and operation_id = $3) c,
			(select bytes from operations where owner_id = $1 and id = $2) p
		where o.owner_id = $1 and o.id = $3`,
		[ownerId, id, undoId],
	);
}

const forFlags = (sql: (flag: SettableFlag) => string): string => SETTABLE_FLAGS.map(sql).join(", ");

const FREEZE_BACK = `
with page as materialized (
	select i.* from operation_items i
	where i.owner_id = $1 and i.operation_id = $2 and (i.account_id, i.email_id) > ($4::uuid, $5::uuid) and i.state in ('local', 'done')
	order by i.account_id, i.email_id limit $8
), written as (
	insert into operation_items (owner_id, operation_id, account_id, email_id, revision, folder_id, folder_role,
		${flagColumns(undefined, SETTABLE_FLAGS)}, labels, to_folder_id, ${forFlags((flag) => `to_${flag}`)}, to_labels, size_bytes, received_date, state, reason)
	select i.owner_id, $3::uuid, i.account_id, i.email_id, coalesce(e.revision, 0), coalesce(e.folder_id, i.folder_id),
		coalesce(e.folder_role, i.folder_role), ${forFlags((flag) => `coalesce(e.is_${flag}, i.is_${flag})`)},
		coalesce(e.labels, i.labels), case when i.to_folder_id is not null then i.folder_id end,
		${forFlags((flag) => `case when i.to_${flag} is not null then i.is_${flag} end`)},
		case when i.to_labels is not null then i.labels end, i.size_bytes, i.received_date,
		case when e.id is not null and ${UNCHANGED_SINCE} then 'pending' else 'skipped' end,
		case when e.id is null then $7 when ${UNCHANGED_SINCE} then null else $6 end
	from page i left join emails e on e.owner_id = i.owner_id and e.account_id = i.account_id and e.id = i.email_id
)
select account_id, email_id from page order by account_id desc, email_id desc limit 1`;
