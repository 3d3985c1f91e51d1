-- Work: batches of items, processed under limits by any number of processes.

create table work_batches (
	owner_id text not null,
	id uuid not null,
	kind text not null,
	-- `cancelled` and `failed` leave unfinished items as they are: they count as not processed.
	state text not null check (state in ('active', 'paused', 'done', 'cancelled', 'failed')),
	-- Parameters shared by all items.
	input jsonb not null,
	-- Starting a batch again with the same key returns this one.
	dedupe_key text,
	-- The job that runs it; others may help.
	job_id uuid,
	background boolean not null default false,
	-- Not processed before.
	run_at timestamptz,
	-- All items have been appended.
	is_sealed boolean not null default false,
	-- Counters, updated in the transactions that change items; `total` is also the position of the next item.
	total bigint not null default 0,
	done bigint not null default 0,
	failed bigint not null default 0,
	-- Items whose outcome could not be determined after a crash.
	unknown bigint not null default 0,
	-- Number of results by the kind's own labels.
	outcomes jsonb not null default '{}',
	error text,
	created_at timestamptz not null,
	finished_at timestamptz,
	primary key (owner_id, id)
);
create unique index work_batches_dedupe on work_batches (owner_id, kind, dedupe_key) where dedupe_key is not null;
create index work_batches_live on work_batches (owner_id, kind) where finished_at is null;
create index work_batches_over on work_batches (finished_at) where finished_at is not null;

create table work_items (
	owner_id text not null,
	batch_id uuid not null,
	-- Order in the batch, from 0: an item that is appended again has the same one.
	position bigint not null,
	-- What its limits apply to, such as a host.
	key text not null,
	item jsonb not null,
	-- `delayed`: waits for `run_at`. `running`: claimed; after a crash its outcome may be unknown.
	state text not null check (state in ('waiting', 'delayed', 'running', 'done', 'failed', 'unknown')),
	run_at timestamptz,
	attempt integer not null default 0,
	-- A crash left its outcome unknown: it is reconciled before anything else.
	is_uncertain boolean not null default false,
	-- The job that claimed it, and that job's lease.
	job_id uuid,
	lease_id uuid,
	result jsonb,
	error text,
	error_code text,
	finished_at timestamptz,
	primary key (owner_id, batch_id, position)
);
create index work_items_waiting on work_items (owner_id, batch_id, key, position) where state = 'waiting';
create index work_items_delayed on work_items (owner_id, batch_id, run_at) where state = 'delayed';
create index work_items_running on work_items (owner_id, batch_id) where state = 'running';

-- Use of limits, by key. Rows of limits shared by the whole server belong to the owner ''; the key '' is the overall limit.
create table work_limits (
	owner_id text not null,
	kind text not null,
	key text not null,
	-- Items in progress.
	running integer not null default 0,
	-- When the next item may start.
	next_at timestamptz not null default 'epoch',
	primary key (owner_id, kind, key)
);
create index work_limits_idle on work_limits (next_at) where running = 0;
