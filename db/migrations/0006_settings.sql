-- User settings, data exports, account deletions and invitations.

create table user_settings (
	owner_id text primary key,
	-- Shaped by `preferences` in src/shared/contracts/settings.ts; absent values have their default.
	preferences jsonb not null default '{}',
	updated_at timestamptz not null default now()
);

-- When the user was last notified by email that a mailbox does not sync: at most once a day.
create table failed_sync_mails (
	owner_id text not null,
	account_id uuid not null,
	notified_at timestamptz not null,
	primary key (owner_id, account_id)
);

-- Data exports of users. The file is named after the id.
create table exports (
	owner_id text not null,
	id uuid not null,
	job_id uuid not null,
	-- Checkpoint, so that an interrupted job resumes; null once the export is ready.
	checkpoint jsonb,
	ready_at timestamptz,
	size_bytes bigint not null default 0,
	message_count integer not null default 0,
	created_at timestamptz not null default now(),
	-- After this it cannot be downloaded, and its file is deleted.
	expires_at timestamptz not null,
	primary key (owner_id, id)
);
create index exports_expires on exports (expires_at);

-- Account deletions; a job deletes the user's data, and this row last.
create table account_deletions (
	owner_id text primary key,
	requested_at timestamptz not null default now()
);

-- Invitation links, for SIGN_UP=invite.
create table invitations (
	id uuid primary key,
	-- SHA-256 of the link's token: reading the table does not allow using it.
	token_hash bytea not null unique,
	-- The operator's note on the recipient.
	note text not null,
	created_by text not null references users (id) on delete cascade,
	created_at timestamptz not null default now(),
	expires_at timestamptz not null,
	-- Claimed by a sign-up in progress or completed.
	claimed_at timestamptz,
	used_by text references users (id) on delete set null,
	used_at timestamptz
);
create index invitations_created_by on invitations (created_by);
create index invitations_used_by on invitations (used_by);

-- A mailbox whose mail is kept but no longer synced.
alter table connected_accounts drop constraint connected_accounts_status_check;
alter table connected_accounts add constraint connected_accounts_status_check
	check (status in ('connected', 'needs_sign_in', 'error', 'disconnected', 'deleting'));
