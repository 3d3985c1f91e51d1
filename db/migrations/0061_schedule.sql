-- Schedules: recurring (cron) and one-off runs of tasks that modules declare. See src/server/platform/schedule.
create table schedules (
	-- `system` for the server's own.
	owner_id text not null,
	task text not null,
	-- Distinguishes the schedules of one owner and task.
	key text not null default '',
	-- Null: runs once.
	cron text,
	-- IANA name; cron times are local times there.
	time_zone text not null default 'UTC',
	input jsonb not null,
	next_run_at timestamptz not null,
	last_run_at timestamptz,
	primary key (owner_id, task, key)
);
create index schedules_due on schedules (next_run_at);
