-- Watching mailboxes: assignment of accounts to workers, sync history, and jobs that follow one another.

-- The job that must finish before this one starts.
alter table jobs add column follows uuid;
create index jobs_follows on jobs (owner_id, follows) where state = 'queued' and follows is not null;
-- Background job: shown to the user only when it takes long or fails, and deleted when done.
alter table jobs add column background boolean not null default false;

-- The change was requested from the provider; the result is unknown until the item's state says so.
alter table operation_items add column push_requested boolean not null default false;

-- Workers that watch mailboxes, with their leases.
create table watchers (
	id uuid primary key,
	alive_until timestamptz not null
);

-- Which worker watches an account. Its row in `watchers` is the lease of all its accounts: one write renews them.
create table account_watches (
	owner_id text not null,
	account_id uuid not null,
	holder uuid,
	-- Next poll of the mailbox, whether or not it reports changes.
	poll_at timestamptz not null default now(),
	primary key (owner_id, account_id)
);
create index account_watches_due on account_watches (holder, poll_at);
create index connected_accounts_watched on connected_accounts (provider) where status = 'connected';

-- Sync history shown to the user; automatic syncs that found nothing are not stored.
create table email_syncs (
	owner_id text not null,
	account_id uuid not null,
	-- Id of the job.
	id uuid not null,
	trigger text not null check (trigger in ('user', 'schedule', 'push', 'first')),
	-- State of the job; `queued`: it is retried.
	state text not null check (state in ('queued', 'done', 'failed', 'cancelled')),
	started_at timestamptz not null,
	finished_at timestamptz,
	added integer not null default 0,
	changed integer not null default 0,
	removed integer not null default 0,
	skipped integer not null default 0,
	damaged integer not null default 0,
	error text,
	primary key (owner_id, account_id, id)
);
create index email_syncs_recent on email_syncs (owner_id, account_id, started_at desc, id desc);
create index email_syncs_age on email_syncs (started_at);
