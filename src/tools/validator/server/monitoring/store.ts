import { type Database, toSqlJson } from "#kernel/database.ts";
import { badCursor, notFound } from "#kernel/errors.ts";
import type { VerdictChange } from "../../contract.ts";
import type { MonitoredList, MonitorInterval } from "../../monitored-list.ts";
import { GOOD_REASONS, type Reason, type Status, TRANSIENT_REASONS } from "../../reasons.ts";

/** The SQL of monitored lists. */

/** Changes that a list counts. */
const COUNTED_MS = 30 * 24 * 3_600_000;

interface Row {
	id: string;
	name: string;
	every: MonitorInterval;
	createdAt: Date;
	startedAt: Date | null;
	checkedAt: Date | null;
	error: string | null;
	total: number;
	checked: number;
	outcomes: Record<string, number>;
	changes: number;
}

/** The lists of a user, newest first. @param id only this one */
export async function readLists(
	{ database, now }: { database: Database; now(): number },
	ownerId: string,
	id: string | null = null,
): Promise<MonitoredList[]> {
	const rows = await database.query<Row>(
		`select l.id, l.name, l.every, l.created_at as "createdAt", l.check_started_at as "startedAt",
			l.checked_at as "checkedAt", l.error, a.total::int as total, a.checked::int as checked, a.outcomes,
			(select count(*)::int from monitored_changes c
				where c.owner_id = $1 and c.list_id = l.id and c.changed_at >= $3) as changes
		from monitored_lists l cross join lateral (
			select coalesce(sum(count), 0) as total, coalesce(sum(checked), 0) as checked,
				coalesce(jsonb_object_agg(status, count) filter (where status is not null), '{}') as outcomes
			from (select status, count(*) as count, count(*) filter (where checked_at >= l.check_started_at) as checked
				from monitored_addresses where owner_id = $1 and list_id = l.id group by status) s
		) a
		where l.owner_id = $1 and ($2::uuid is null or l.id = $2) order by l.created_at desc, l.id desc`,
		[ownerId, id, new Date(now() - COUNTED_MS)],
	);
	return rows.map(({ startedAt, checked, ...row }) => ({
		...row,
		checked: startedAt !== null && row.checkedAt === null && row.error === null ? checked : null,
		checkedAt: row.checkedAt?.toISOString() ?? null,
		createdAt: row.createdAt.toISOString(),
	}));
}

/** @throws AppError 404 */
export async function readList(
	ctx: { database: Database; now(): number },
	ownerId: string,
	id: string,
): Promise<MonitoredList> {
	const [list] = await readLists(ctx, ownerId, id);
	if (list === undefined) throw notFound("The list");
	return list;
}

export async function countLists(database: Database, ownerId: string): Promise<number> {
	const row = await database.one<{ count: number }>(
		"select count(*)::int as count from monitored_lists where owner_id = $1",
		[ownerId],
	);
	return row?.count ?? 0;
}

interface NewList {
	id: string;
	name: string;
	every: MonitorInterval;
	createdAt: Date;
	/** Addresses that were validated since then are not validated again. */
	startedAt: Date;
}

export async function insertList(
	database: Database,
	ownerId: string,
	{ id, name, every, createdAt, startedAt }: NewList,
): Promise<void> {
	await database.exec(
		`insert into monitored_lists (owner_id, id, name, every, created_at, check_started_at)
		values ($1, $2, $3, $4, $5, $6)`,
		[ownerId, id, name, every, createdAt, startedAt],
	);
}

/** An address with the verdict with which it starts. */
export interface NewAddress {
	address: string;
	/** Null: it was not validated. */
	status: Status | null;
	reason: Reason | null;
	checkedAt: string | null;
}

/** Adds addresses; those that the list has are left as they are. */
export async function insertAddresses(
	database: Database,
	ownerId: string,
	{ id, addresses }: { id: string; addresses: readonly NewAddress[] },
): Promise<void> {
	await database.exec(
		`insert into monitored_addresses (owner_id, list_id, address, status, reason, checked_at)
		select $1, l.id, n.address, n.status, n.reason, n."checkedAt"
		from json_to_recordset($3::json) as n (address text, status text, reason text, "checkedAt" timestamptz)
		join monitored_lists l on l.owner_id = $1 and l.id = $2
		on conflict do nothing`,
		[ownerId, id, toSqlJson(addresses)],
	);
}

/** @returns false: the list is gone */
export async function updateInterval(
	database: Database,
	ownerId: string,
	{ id, every }: { id: string; every: MonitorInterval },
): Promise<boolean> {
	const rows = await database.query(
		"update monitored_lists set every = $3 where owner_id = $1 and id = $2 returning id",
		[ownerId, id, every],
	);
	return rows.length > 0;
}

/** Records that a check begins. @returns false: the list is gone, or a check of the last day is in progress */
export async function beginCheck(
	database: Database,
	ownerId: string,
	{ id, at }: { id: string; at: Date },
): Promise<boolean> {
	const rows = await database.query(
		`update monitored_lists set check_started_at = $3, checked_at = null, error = null
		where owner_id = $1 and id = $2 and (checked_at is not null or error is not null
			or check_started_at < $3::timestamptz - interval '1 day') returning id`,
		[ownerId, id, at],
	);
	return rows.length > 0;
}

/** Records that a check ended. @param error null: it is complete @returns undefined: it had ended, or the list is gone */
export async function endCheck(
	database: Database,
	ownerId: string,
	{ id, at, error }: { id: string; at: Date; error: string | null },
): Promise<{ name: string; startedAt: Date | null } | undefined> {
	return database.one(
		`update monitored_lists set error = $4, checked_at = case when $4::text is null then coalesce((
			select max(a.checked_at) from monitored_addresses a where a.owner_id = $1 and a.list_id = $2), $3) end
		where owner_id = $1 and id = $2 and checked_at is null and error is null
		returning name, check_started_at as "startedAt"`,
		[ownerId, id, at, error],
	);
}

/** Changes that were found since a moment, the newest first. */
export async function changesSince(
	database: Database,
	ownerId: string,
	{ id, since, limit }: { id: string; since: Date | null; limit: number },
): Promise<{ count: number; items: VerdictChange[] }> {
	const row = await database.one<{ count: number }>(
		`select count(*)::int as count from monitored_changes
		where owner_id = $1 and list_id = $2 and ($3::timestamptz is null or changed_at >= $3)`,
		[ownerId, id, since],
	);
	const count = row?.count ?? 0;
	const { items } = await listChanges(database, ownerId, { id, limit: Math.max(1, Math.min(count, limit)) });
	return { count, items: count === 0 ? [] : items };
}

/** Addresses that the check in progress has not validated yet. */
export async function listUnchecked(
	database: Database,
	ownerId: string,
	{ id, limit }: { id: string; limit: number },
): Promise<string[]> {
	const rows = await database.query<{ address: string }>(
		`select a.address from monitored_lists l
		join monitored_addresses a on a.owner_id = $1 and a.list_id = l.id
		where l.owner_id = $1 and l.id = $2 and (a.checked_at is null or a.checked_at < l.check_started_at)
		order by a.checked_at nulls first, a.address limit $3`,
		[ownerId, id, limit],
	);
	return rows.map(({ address }) => address);
}

/**
 * Stores verdicts of the check in progress, and which of them changed: not where the address is good before and after, or
 * a failure was temporary. They are of this check also when the clock was set back since it began.
 */
export async function recordChecked(
	database: Database,
	ownerId: string,
	{
		id,
		at,
		verdicts,
	}: { id: string; at: Date; verdicts: readonly { address: string; status: Status; reason: Reason }[] },
): Promise<void> {
	await database.exec(
		`with given as materialized (
			select * from json_to_recordset($3::json) as g (address text, status text, reason text)
		), changed as (
			insert into monitored_changes (owner_id, list_id, changed_at, address, from_status, from_reason, to_status, to_reason)
			select $1, $2, $4, a.address, a.status, a.reason, g.status, g.reason
			from monitored_addresses a join given g on g.address = a.address
			where a.owner_id = $1 and a.list_id = $2 and a.reason <> g.reason
				and not g.reason = any($5::text[]) and not a.reason = any($5::text[])
				and not (g.reason = any($6::text[]) and a.reason = any($6::text[]))
			on conflict do nothing
		)
		update monitored_addresses a set checked_at = greatest($4, l.check_started_at),
			status = case when g.reason = any($5::text[]) then coalesce(a.status, g.status) else g.status end,
			reason = case when g.reason = any($5::text[]) then coalesce(a.reason, g.reason) else g.reason end
		from given g, monitored_lists l
		where a.owner_id = $1 and a.list_id = $2 and a.address = g.address and l.owner_id = $1 and l.id = $2`,
		[ownerId, id, toSqlJson(verdicts), at, TRANSIENT_REASONS, GOOD_REASONS],
	);
}

/** Newest first. @throws AppError 400 `bad-cursor` */
export async function listChanges(
	database: Database,
	ownerId: string,
	{ id, limit, cursor }: { id: string; limit: number; cursor?: string | undefined },
): Promise<{ items: VerdictChange[]; nextCursor: string | null }> {
	const after = cursor === undefined ? null : readCursor(cursor);
	const rows = await database.query<{
		email: string;
		changedAt: Date;
		at: string;
		fromStatus: Status;
		fromReason: Reason;
		toStatus: Status;
		toReason: Reason;
	}>(
		`select address as email, changed_at as "changedAt", changed_at::text as at, from_status as "fromStatus",
			from_reason as "fromReason", to_status as "toStatus", to_reason as "toReason"
		from monitored_changes where owner_id = $1 and list_id = $2
			and ($3::timestamptz is null or changed_at < $3 or (changed_at = $3 and address > $4))
		order by changed_at desc, address limit $5`,
		[ownerId, id, after?.at ?? null, after?.email ?? null, limit + 1],
	);
	const page = rows.slice(0, limit);
	const last = page.at(-1);
	return {
		items: page.map(({ email, changedAt, fromStatus, fromReason, toStatus, toReason }) => ({
			...{ email, changedAt: changedAt.toISOString() },
			from: { status: fromStatus, reason: fromReason },
			to: { status: toStatus, reason: toReason },
		})),
		nextCursor:
			rows.length > limit && last ? Buffer.from(JSON.stringify([last.at, last.email])).toString("base64url") : null,
	};
}

function readCursor(cursor: string): { at: string; email: string } {
	try {
		const [at, email] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as unknown[];
		if (typeof at === "string" && typeof email === "string" && /^\d{4}-\d\d-\d\d [\d:.]+[+-]\d\d(?::\d\d)?$/.test(at))
			return { at, email };
	} catch {
		// Reported below.
	}
	throw badCursor();
}

/** Addresses in their order, page by page. */
export async function listAddresses(
	database: Database,
	ownerId: string,
	{ id, after, limit }: { id: string; after: string; limit: number },
): Promise<string[]> {
	const rows = await database.query<{ address: string }>(
		`select address from monitored_addresses where owner_id = $1 and list_id = $2 and address > $3
		order by address limit $4`,
		[ownerId, id, after, limit],
	);
	return rows.map(({ address }) => address);
}

/** @throws AppError 404 */
export async function deleteList(database: Database, ownerId: string, id: string): Promise<void> {
	const rows = await database.query("delete from monitored_lists where owner_id = $1 and id = $2 returning id", [
		ownerId,
		id,
	]);
	if (rows.length === 0) throw notFound("The list");
	for (const table of ["monitored_addresses", "monitored_changes"])
		await database.exec(`delete from ${table} where owner_id = $1 and list_id = $2`, [ownerId, id]);
}
