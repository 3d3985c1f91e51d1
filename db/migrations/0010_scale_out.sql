-- contract: jobs are taken from their table alone, by keys that begin with the owner.

-- Unique keys of tables with an owner include the owner, so that the table can be partitioned or
-- distributed by owner_id (see keys.test.ts).
alter table jobs drop constraint jobs_pkey, add primary key (owner_id, id);
drop index jobs_dedupe;
create unique index jobs_dedupe on jobs (owner_id, kind, dedupe_key)
	where dedupe_key is not null and state in ('queued', 'running');

-- Claim order of queued jobs of a kind. Jobs of one owner are spaced in time, so that those of others are interleaved.
-- Null: not claimable yet, see run_after.
alter table jobs add column queue_position timestamptz;
update jobs set queue_position = greatest(run_after, created_at) where state = 'queued';
drop index jobs_live;
create index jobs_queue on jobs (kind, queue_position, owner_id) where state = 'queued' and queue_position is not null;
create index jobs_owner_queue on jobs (owner_id, kind, queue_position) where state = 'queued' and queue_position is not null;
create index jobs_later on jobs (run_after) where state = 'queued' and queue_position is null;
-- Not on lease_until: it changes often, and an index on it would make each change cost more.
create index jobs_running on jobs (kind) where state = 'running';
create index jobs_over on jobs (finished_at) where finished_at is not null;

-- Last sweep for jobs whose process died or whose delay has passed.
create table job_sweeps (
	only_one boolean primary key default true check (only_one),
	swept_at timestamptz not null default '-infinity'
);
insert into job_sweeps default values;

-- Schema of the former queue library.
drop schema if exists pgboss cascade;

-- An identity column does not work with partitions; the time in microseconds does.
alter table account_files alter position drop identity;
alter table account_files alter position set default (extract(epoch from clock_timestamp()) * 1000000)::bigint;

-- Lease of the request that writes to an upload.
alter table uploads add column writer uuid, add column writer_until timestamptz;

-- Events that NOTIFY cannot carry: large ones, and all of them behind a pooler without LISTEN. Read within
-- seconds and deleted after a minute; losing them in a crash does no harm.
create unlogged table event_messages (
	id bigint generated always as identity primary key,
	message jsonb not null,
	created_at timestamptz not null default now()
);
create index passing_events_created on event_messages (created_at);
