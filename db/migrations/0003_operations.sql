-- Operations on mail: the selection, the previous state of each message, and progress.

create table operations (
	owner_id text not null,
	id uuid not null,
	-- Null: messages of more than one mailbox.
	account_id uuid,
	action jsonb not null,
	-- Name of the target folder, for display.
	folder_name text,
	query text,
	source text not null,
	-- `freezing`: its list is still being written; not visible yet.
	state text not null default 'freezing'
		check (state in ('freezing', 'planned', 'running', 'done', 'failed', 'cancelled', 'expired')),
	item_count integer not null default 0,
	bytes bigint not null default 0,
	applied integer not null default 0,
	skipped integer not null default 0,
	failed integer not null default 0,
	undo_of uuid,
	-- Number of reversals: odd for an undo, even for a redo.
	undo_depth integer not null default 0,
	undone_by uuid,
	job_id uuid,
	created_at timestamptz not null default now(),
	expires_at timestamptz not null,
	started_at timestamptz,
	finished_at timestamptz,
	primary key (owner_id, id)
);
create index operations_started on operations (owner_id, started_at desc, id desc) where started_at is not null;
create index operations_running on operations (owner_id) where state = 'running';
create index operations_unstarted on operations (expires_at) where state in ('freezing', 'planned', 'expired');

-- The journal: one row for each message of an operation.
create table operation_items (
	owner_id text not null,
	operation_id uuid not null,
	account_id uuid not null,
	email_id uuid not null,
	-- Message state when the list was frozen.
	revision integer not null,
	folder_id text not null,
	folder_role text not null,
	is_read boolean not null,
	is_starred boolean not null,
	is_important boolean not null,
	labels text[] not null,
	-- State after the operation; null where unchanged.
	to_folder_id text,
	to_read boolean,
	to_starred boolean,
	to_important boolean,
	to_labels text[],
	-- `local`: changed here, not pushed to the provider yet.
	state text not null default 'pending' check (state in ('pending', 'local', 'done', 'skipped', 'failed')),
	reason text,
	primary key (owner_id, operation_id, account_id, email_id)
);
-- Items still to be pushed to providers.
create index operation_items_local on operation_items (owner_id, account_id, operation_id) where state = 'local';
-- Folder of a message before it was moved, for restoring.
create index operation_items_moved on operation_items (owner_id, account_id, email_id) where to_folder_id is not null;

-- Locks per account for work that only one process may do at a time.
create table account_locks (
	owner_id text not null,
	account_id uuid not null,
	scope text not null,
	holder uuid not null,
	expires_at timestamptz not null,
	primary key (owner_id, account_id, scope)
);

-- A file uploaded twice is stored once.
create index account_files_sha256 on account_files (owner_id, sha256);
create unique index account_files_once on account_files (owner_id, account_id, sha256) where sha256 is not null;
