import type { Database } from "../../db/database.ts";
import { toJson } from "./json.ts";
import { NO_KEY } from "./limits.ts";
import type { BatchKey, ItemPage, ItemView } from "./work.ts";

/** An item that a run has claimed. */
export interface ClaimedItem {
	position: number;
	key: string;
	item: unknown;
	attempt: number;
	/** To be reconciled first. */
	isUncertain: boolean;
	/** Epoch milliseconds. */
	startAt: number;
}

/** The run of a job that claims items. */
export interface Claimer {
	jobId: string;
	leaseId: string;
}

/** Next state of a claimed item: it has ended, or returns to the queue (`waiting`, or `delayed` until `runAt`). */
export interface EndedItem {
	position: number;
	key: string;
	state: "waiting" | "delayed" | "done" | "failed" | "unknown";
	/** Epoch milliseconds. */
	runAt?: number;
	isUncertain?: boolean;
	/** The attempt does not count. */
	isRefunded?: boolean;
	result?: unknown;
	error?: string;
	errorCode?: string;
	/** Label for the counters. */
	outcome?: string;
}

export interface NewItem {
	key: string;
	item: unknown;
	/** Epoch milliseconds; null: immediately. */
	runAt: number | null;
}

const PROMOTED_AT_ONCE = 1_000;

/** Stores items at consecutive positions. */
export async function insertItems(
	database: Database,
	{ ownerId, id }: BatchKey,
	{ first, items }: { first: number; items: readonly NewItem[] },
): Promise<void> {
	await database.exec(
		`insert into work_items (owner_id, batch_id, position, key, item, state, run_at)
		select $1, $2, $3::bigint + n - 1, key, item, case when run_at is null then 'waiting' else 'delayed' end, run_at
		from unnest($4::text[], $5::jsonb[], $6::timestamptz[]) with ordinality as i (key, item, run_at, n)`,
		[
			...[ownerId, id, first, items.map(({ key }) => key), items.map(({ item }) => toJson(item))],
			items.map(({ runAt }) => (runAt === null ? null : new Date(runAt))),
		],
	);
}

// Positions are passed as arrays: without statistics, which the embedded database never has, a join reads every item.

/** Waiting items of a key, behind a position. */
export interface Page {
	key: string;
	after: number;
}

/**
 * Claims waiting items, in order.
 * @param counts how many of each page at most
 * @param limit how many in all
 */
export async function claimItems(
	database: Database,
	{ ownerId, id }: BatchKey,
	{
		claimer,
		pages,
		counts,
		limit,
	}: { claimer: Claimer; pages: readonly Page[]; counts: readonly number[]; limit: number },
): Promise<Omit<ClaimedItem, "startAt">[]> {
	const rows = await database.query<Omit<ClaimedItem, "startAt">>(
		`with picked as materialized (
			select next.position
			from unnest($5::text[], $6::bigint[], $7::int[]) with ordinality as w (key, after, n, ordinal) cross join lateral (
				select position from work_items i
				where i.owner_id = $1 and i.batch_id = $2 and i.state = 'waiting' and i.key = w.key and i.position > w.after
				order by position limit w.n for update skip locked
			) next limit $8
		)
		update work_items i set state = 'running', attempt = attempt + 1, job_id = $3, lease_id = $4, run_at = null
		where i.owner_id = $1 and i.batch_id = $2 and i.position = any(array(select position from picked))
		returning i.position, i.key, i.item, i.attempt, i.is_uncertain as "isUncertain"`,
		[
			...[ownerId, id, claimer.jobId, claimer.leaseId, pages.map((page) => page.key), pages.map((page) => page.after)],
			...[counts, limit],
		],
	);
	return rows.sort((a, b) => a.position - b.position);
}

/** Keys with waiting items, in order. @param after the last key of the previous page; null: from the start */
export async function waitingKeys(
	database: Database,
	{ ownerId, id }: BatchKey,
	{ after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
	const isWaiting = "i.owner_id = $1 and i.batch_id = $2 and i.state = 'waiting'";
	// One index lookup per key, however many items each has.
	const rows = await database.query<{ key: string }>(
		`with recursive keys (key) as (
			(select key from work_items i where ${isWaiting} and i.key ${after === null ? ">=" : ">"} $3 order by key limit 1)
			union all
			select (select i.key from work_items i where ${isWaiting} and i.key > k.key order by i.key limit 1)
			from keys k where k.key is not null
		) select key from keys where key is not null limit $4`,
		[ownerId, id, after ?? NO_KEY, limit],
	);
	return rows.map((row) => row.key);
}

/** Stores the next state of claimed items. @returns the positions of those that were still claimed by this run */
export async function endItems(
	database: Database,
	{ ownerId, id }: BatchKey,
	{ leaseId, ended, now }: { leaseId: string; ended: readonly EndedItem[]; now: number },
): Promise<Set<number>> {
	const rows = await database.query<{ position: number }>(
		`update work_items i set state = e.state, run_at = e.run_at, is_uncertain = e.is_uncertain, lease_id = null,
			attempt = i.attempt - e.refund, result = e.result, error = e.error, error_code = e.error_code,
			finished_at = case when e.state in ('done', 'failed', 'unknown') then $5::timestamptz end
		from json_to_recordset($4::json) as e (position bigint, state text, run_at timestamptz, is_uncertain boolean,
			refund integer, result jsonb, error text, error_code text)
		where i.owner_id = $1 and i.batch_id = $2 and i.position = any($6::bigint[]) and i.position = e.position and i.state = 'running' and i.lease_id = $3
		returning i.position`,
		[
			...[ownerId, id, leaseId],
			toJson(
				ended.map((one) => ({
					position: one.position,
					state: one.state,
					run_at: one.runAt === undefined ? null : new Date(one.runAt),
					is_uncertain: one.isUncertain ?? false,
					refund: one.isRefunded === true ? 1 : 0,
					result: one.result ?? null,
					error: one.error ?? null,
					error_code: one.errorCode ?? null,
				})),
			),
			...[new Date(now), ended.map(({ position }) => position)],
		],
	);
	return new Set(rows.map((row) => row.position));
}

/**
 * Returns the items of crashed runs to the queue.
 * @param isUncertain whether their outcome is unknown
 * @returns their keys
 */
export async function recoverItems(
	database: Database,
	{ ownerId, id }: BatchKey,
	isUncertain: boolean,
): Promise<string[]> {
	const rows = await database.query<{ key: string }>(
		`with lost as materialized (
			select position from work_items i where i.owner_id = $1 and i.batch_id = $2 and i.state = 'running' and not exists (
				select from jobs j where j.owner_id = $1 and j.id = i.job_id and j.lease_id = i.lease_id and j.state = 'running')
			for update skip locked
		)
		update work_items i set state = 'waiting', attempt = attempt - 1, lease_id = null, is_uncertain = is_uncertain or $3
		where i.owner_id = $1 and i.batch_id = $2 and i.position = any(array(select position from lost)) returning i.key`,
		[ownerId, id, isUncertain],
	);
	return rows.map((row) => row.key);
}

/** Queues delayed items that are due. @returns when the next is due, in epoch milliseconds; null: there is none */
export async function promoteItems(
	database: Database,
	{ ownerId, id }: BatchKey,
	now: number,
	limit = PROMOTED_AT_ONCE,
): Promise<number | null> {
	await database.exec(
		`with due as materialized (
			select position from work_items i where i.owner_id = $1 and i.batch_id = $2 and i.state = 'delayed' and i.run_at <= $3
			order by i.run_at limit $4 for update skip locked
		)
		update work_items i set state = 'waiting'
		where i.owner_id = $1 and i.batch_id = $2 and i.position = any(array(select position from due))`,
		[ownerId, id, new Date(now), limit],
	);
	const next = await database.one<{ run_at: Date }>(
		`select run_at from work_items i where i.owner_id = $1 and i.batch_id = $2 and i.state = 'delayed'
		order by i.run_at limit 1`,
		[ownerId, id],
	);
	return next?.run_at.getTime() ?? null;
}

/** Whether any process has items in progress, or there are some to claim. */
export async function hasActiveItems(database: Database, { ownerId, id }: BatchKey): Promise<boolean> {
	const row = await database.one<{ found: boolean }>(
		`select exists (select from work_items i where i.owner_id = $1 and i.batch_id = $2 and i.state = 'running')
			or exists (select from work_items i where i.owner_id = $1 and i.batch_id = $2 and i.state = 'waiting') as found`,
		[ownerId, id],
	);
	return row?.found ?? false;
}

interface ItemRow {
	position: number;
	item: unknown;
	state: "waiting" | "delayed" | "running" | "done" | "failed" | "unknown";
	result: unknown;
	error: string | null;
	error_code: string | null;
	finished_at: Date | null;
}

/** One page of items in order. @param isOver the batch has ended: what was not processed never will be */
export async function listItems(
	database: Database,
	{ ownerId, id }: BatchKey,
	{ after, limit, where }: ItemPage,
	isOver: boolean,
): Promise<ItemView<unknown, unknown>[]> {
	const rows = await database.query<ItemRow>(
		`select position, item, state, result, error, error_code, finished_at from work_items
		where owner_id = $1 and batch_id = $2 and position > $3
			and ($5::text is null or result ->> $5 = any($6::text[])) and ($7 = false or result is null)
		order by position limit $4`,
		[
			...[ownerId, id, after ?? -1, limit],
			...(typeof where === "object" ? [where.field, where.values] : [null, null]),
			where === "no-result",
		],
	);
	return rows.map((row) => {
		const isOpen = row.state === "waiting" || row.state === "delayed" || row.state === "running";
		const state = row.state === "delayed" ? "waiting" : row.state;
		return {
			position: row.position,
			item: row.item,
			state: isOpen && isOver ? "cancelled" : state,
			result: row.result,
			error: row.error,
			errorCode: row.error_code,
			finishedAt: row.finished_at?.toISOString() ?? null,
		};
	});
}
