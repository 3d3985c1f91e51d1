-- What people decide about themselves, archives of their data, farewells, and invitations.

create table user_settings (
	owner_id text primary key,
	-- Shaped by `preferences` in src/shared/contracts/settings.ts; what is absent has its default.
	preferences jsonb not null default '{}',
	updated_at timestamptz not null default now()
);

-- When a person was last told by mail that a mailbox does not sync: once a day is enough.
create table failed_sync_mails (
	owner_id text not null,
	account_id uuid not null,
	told_at timestamptz not null,
	primary key (owner_id, account_id)
);

-- Archives of everything a person has here. The file is named after the id.
create table exports (
	owner_id text not null,
	id uuid not null,
	job_id uuid not null,
	-- How far the archive has come, so that a job which is cut short goes on; null once it is ready.
	checkpoint jsonb,
	ready_at timestamptz,
	size_bytes bigint not null default 0,
	message_count integer not null default 0,
	created_at timestamptz not null default now(),
	-- From then on it cannot be downloaded, and its file goes.
	expires_at timestamptz not null,
	primary key (owner_id, id)
);
create index exports_expires on exports (expires_at);

-- People who have left; a job deletes what was theirs, and this row last.
create table closings (
	owner_id text primary key,
	requested_at timestamptz not null default now()
);

-- Links that let somebody sign up where sign-up is by invitation.
create table invitations (
	id uuid primary key,
	-- SHA-256 of what the link holds: whoever reads the table cannot use it.
	token_hash bytea not null unique,
	-- For whom, in the operator's words.
	note text not null,
	created_by text not null references users (id) on delete cascade,
	created_at timestamptz not null default now(),
	expires_at timestamptz not null,
	-- Taken by a sign-up that is under way, or that has succeeded.
	taken_at timestamptz,
	used_by text references users (id) on delete set null,
	used_at timestamptz
);
create index invitations_created_by on invitations (created_by);
create index invitations_used_by on invitations (used_by);

-- A mailbox whose mail stays although nothing is fetched for it any more.
alter table connected_accounts drop constraint connected_accounts_status_check;
alter table connected_accounts add constraint connected_accounts_status_check
	check (status in ('connected', 'needs_sign_in', 'error', 'disconnected', 'deleting'));
