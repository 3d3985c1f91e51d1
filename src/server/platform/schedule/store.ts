import type { Database } from "../../db/database.ts";
import { toSqlJson } from "../../db/json.ts";
import { SYSTEM_OWNER } from "./task.ts";

/** The SQL of schedules. */

export interface Schedule {
	ownerId: string;
	task: string;
	key: string;
	/** Null: runs once. */
	cron: string | null;
	timeZone: string;
	input: unknown;
	nextRunAt: Date;
}

type Key = Pick<Schedule, "ownerId" | "task" | "key">;

const COLUMNS = `owner_id as "ownerId", task, key, cron, time_zone as "timeZone", input, next_run_at as "nextRunAt"`;
const valuesOf = ({ ownerId, task, key }: Key): string[] => [ownerId, task, key];

/** Creates or replaces schedules, which have different keys. */
export async function saveSchedules(database: Database, schedules: readonly Schedule[]): Promise<void> {
	await database.exec(
		`insert into schedules (owner_id, task, key, cron, time_zone, input, next_run_at)
		select "ownerId", task, key, cron, "timeZone", coalesce(input, 'null'), "nextRunAt" from jsonb_to_recordset($1::jsonb)
			as s ("ownerId" text, task text, key text, cron text, "timeZone" text, input jsonb, "nextRunAt" timestamptz)
		on conflict (owner_id, task, key) do update set cron = excluded.cron, time_zone = excluded.time_zone,
			input = excluded.input, next_run_at = excluded.next_run_at`,
		[toSqlJson(schedules)],
	);
}

/** Creates a schedule of the server, or updates one whose times were changed; others keep their next run. */
export async function declareSchedule(database: Database, schedule: Schedule): Promise<void> {
	const { cron, timeZone, input, nextRunAt } = schedule;
	await database.exec(
		`insert into schedules as s (owner_id, task, key, cron, time_zone, input, next_run_at) values ($1, $2, $3, $4, $5, $6, $7)
		on conflict (owner_id, task, key) do update set cron = excluded.cron, next_run_at = excluded.next_run_at
			where s.cron is distinct from excluded.cron`,
		[...valuesOf(schedule), cron, timeZone, JSON.stringify(input), nextRunAt],
	);
}

/** Deletes the server's schedules of tasks that no version in use has: no one has run them for days. */
export async function deleteAbandoned(database: Database, before: Date): Promise<void> {
	await database.exec("delete from schedules where owner_id = $1 and next_run_at < $2", [SYSTEM_OWNER, before]);
}

/** @returns how many there were */
export async function deleteSchedules(
	database: Database,
	{ ownerId, task, keys }: { ownerId: string; task: string; keys: readonly string[] },
): Promise<number> {
	const rows = await database.query(
		"delete from schedules where owner_id = $1 and task = $2 and key = any($3::text[]) returning 1",
		[ownerId, task, keys],
	);
	return rows.length;
}

/** Locks schedules that are due, of all owners, except those that another process is handling. */
export async function lockDue(
	database: Database,
	{ tasks, now, limit }: { tasks: readonly string[]; now: Date; limit: number },
): Promise<Schedule[]> {
	return database.query<Schedule>(
		`select ${COLUMNS} from schedules where next_run_at <= $1 and task = any($2::text[])
		order by next_run_at limit $3 for update skip locked`,
		[now, tasks, limit],
	);
}

/** Records that a recurring schedule was started. */
export async function setNextRun(database: Database, key: Key, times: { next: Date; last: Date }): Promise<void> {
	await database.exec(
		"update schedules set next_run_at = $4, last_run_at = $5 where owner_id = $1 and task = $2 and key = $3",
		[...valuesOf(key), times.next, times.last],
	);
}

/** When the next of these tasks is due; null: none is scheduled. */
export async function nextDue(database: Database, tasks: readonly string[]): Promise<Date | null> {
	const row = await database.one<{ next: Date | null }>(
		"select min(next_run_at) as next from schedules where task = any($1::text[])",
		[tasks],
	);
	return row?.next ?? null;
}
