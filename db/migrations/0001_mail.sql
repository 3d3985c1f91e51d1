-- Accounts, jobs and the message store.
-- Every row carries its owner; (owner_id, account_id) lead the keys so that the tables can be
-- partitioned or distributed by owner. For the same reason there are no foreign keys between them:
-- the job that disconnects an account deletes its rows.

create table connected_accounts (
	owner_id text not null,
	id uuid not null,
	provider text not null check (provider in ('gmail', 'outlook', 'imap', 'mbox', 'demo')),
	name text not null,
	email text,
	status text not null default 'connected' check (status in ('connected', 'needs_sign_in', 'error', 'deleting')),
	settings jsonb not null default '{}',
	-- AES-256-GCM, see src/server/platform/secrets/secrets.ts
	credentials bytea,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now(),
	primary key (owner_id, id)
);
create unique index connected_accounts_name on connected_accounts (owner_id, provider, lower(name)) where status <> 'deleting';

create table email_sync_status (
	owner_id text not null,
	account_id uuid not null,
	sync_status text not null default 'idle' check (sync_status in ('idle', 'syncing', 'failed')),
	-- Sync cursor, opaque to all but the provider; written in the transaction that stores its page.
	cursor text,
	-- Progress of the running or last job, written in the same transaction.
	stats jsonb,
	last_sync_at timestamptz,
	last_error text,
	primary key (owner_id, account_id)
);

-- State of providers without a server.
create table provider_state (
	owner_id text not null,
	account_id uuid not null,
	key text collate "C" not null,
	value jsonb not null,
	primary key (owner_id, account_id, key)
);

-- Uploaded mail files, and files on the server that the operator imports.
create table account_files (
	owner_id text not null,
	account_id uuid not null,
	id uuid not null,
	position bigint generated always as identity,
	name text not null,
	path text not null,
	size_bytes bigint not null,
	sha256 text,
	created_at timestamptz not null default now(),
	primary key (owner_id, account_id, id)
);

create table uploads (
	owner_id text not null,
	id uuid not null,
	filename text not null,
	size_bytes bigint not null,
	created_at timestamptz not null default now(),
	primary key (owner_id, id)
);

create table jobs (
	id uuid primary key,
	owner_id text not null,
	account_id uuid,
	kind text not null,
	input jsonb not null,
	state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
	done double precision not null default 0,
	total double precision,
	unit text not null default 'messages',
	note text,
	result jsonb,
	error text,
	attempt integer not null default 0,
	-- Lease: the process that runs it, and until when.
	lease_id uuid,
	lease_until timestamptz,
	cancel_requested boolean not null default false,
	-- At most one unfinished job with the same key.
	dedupe_key text,
	run_after timestamptz not null default now(),
	created_at timestamptz not null default now(),
	started_at timestamptz,
	finished_at timestamptz
);
create index jobs_owner on jobs (owner_id, created_at desc);
create index jobs_live on jobs (state, run_after) where state in ('queued', 'running');
create unique index jobs_dedupe on jobs (kind, dedupe_key) where dedupe_key is not null and state in ('queued', 'running');

create table email_folders (
	owner_id text not null,
	account_id uuid not null,
	-- The provider's folder id.
	id text not null,
	folder_name text not null,
	role text not null check (role in ('inbox', 'sent', 'drafts', 'spam', 'trash', 'archive', 'custom')),
	total_count integer not null default 0,
	unread_count integer not null default 0,
	size_bytes bigint not null default 0,
	primary key (owner_id, account_id, id)
);

-- Labels in use.
create table email_labels (
	owner_id text not null,
	account_id uuid not null,
	name text not null,
	total_count integer not null default 0,
	primary key (owner_id, account_id, name)
);

create table emails (
	owner_id text not null,
	account_id uuid not null,
	id uuid not null,
	provider_id text not null,
	thread_id uuid not null,
	folder_id text not null,
	folder_role text not null,
	message_id text,
	in_reply_to text,
	subject text not null,
	sender_name text not null,
	sender_email text not null,
	-- {to, cc, bcc, replyTo}: lists of {name, email}
	recipients jsonb not null,
	sent_at timestamptz,
	received_date timestamptz not null,
	size_bytes bigint not null,
	is_read boolean not null,
	is_starred boolean not null,
	is_important boolean not null,
	is_answered boolean not null default false,
	has_attachments boolean not null,
	attachment_bytes bigint not null default 0,
	labels text[] not null default '{}',
	category text,
	category_why text,
	-- {urls, mailtos, oneClick, listId}
	list_unsubscribe jsonb,
	-- Header fields used by tools.
	headers jsonb not null default '{}',
	body_preview text not null,
	has_html boolean not null default false,
	ai_summary_short text,
	-- SHA-256 of the raw message; null while only its headers are stored.
	raw_sha256 text,
	damage text,
	source_offset bigint,
	-- Incremented with every change of folder, flags or labels; plans are checked against it.
	revision integer not null default 1,
	primary key (owner_id, account_id, id)
);
create unique index emails_provider_id on emails (owner_id, account_id, provider_id);
create index emails_folder on emails (owner_id, account_id, folder_id, received_date desc, id desc);
create index emails_received on emails (owner_id, account_id, received_date desc, id desc);
-- Conditions of searches without words: too rare for a scan by date.
create index emails_unread on emails (owner_id, account_id, received_date desc, id desc) where not is_read;
create index emails_starred on emails (owner_id, account_id, received_date desc, id desc) where is_starred;
create index emails_attached on emails (owner_id, account_id, received_date desc, id desc) where has_attachments;
create index emails_size on emails (owner_id, account_id, size_bytes);
create index emails_labels on emails using gin (labels) where labels <> '{}';
create index emails_thread on emails (owner_id, account_id, thread_id);
-- First and last message of a sender per folder role, and all mail of the sender.
create index emails_sender on emails (owner_id, account_id, sender_email, folder_role, received_date);

-- Text for search, separate from `emails` so that a flag change never touches the index.
create table email_search (
	owner_id text not null,
	account_id uuid not null,
	email_id uuid not null,
	received_date timestamptz not null,
	-- Tokens of src/shared/search/tokens.ts, without positions.
	lexemes tsvector not null,
	-- Words of src/shared/search/words.ts, for phrases: one line for the subject, one for the text, words separated
	-- by spaces.
	body_words text not null,
	primary key (owner_id, account_id, email_id)
) with (toast_tuple_target = 128);
-- Stored out of line, so that scans by date read little, and uncompressed, because compression costs more time than
-- the rest of the row.
alter table email_search alter lexemes set storage external, alter body_words set storage external;
create index email_search_lexemes on email_search using gin (lexemes);

-- Messages with these words, up to a limit, unordered. A separate function, because the planner ignores the cost of
-- fetching out-of-line lexemes and would scan the whole table for a common word: the conditions on owner and account
-- are written so that no other index is eligible.
create function mail_hits(owner text, accounts uuid[], words tsquery, since timestamptz, until timestamptz, most integer)
returns table (account_id uuid, email_id uuid, received_date timestamptz)
language sql stable rows 2000
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off
as $$
	select s.account_id, s.email_id, s.received_date from email_search s
	where s.lexemes @@ words and s.owner_id || '' = owner and array_position(accounts, s.account_id) is not null
		and s.received_date >= since and s.received_date < until
	limit most
$$;

create table email_attachments (
	owner_id text not null,
	account_id uuid not null,
	email_id uuid not null,
	position integer not null,
	filename text not null,
	content_type text not null,
	size_bytes bigint not null,
	content_id text,
	is_inline boolean not null,
	primary key (owner_id, account_id, email_id, position)
);

-- Every Message-ID seen or referenced, and its thread (JWZ containers).
create table email_thread_links (
	owner_id text not null,
	account_id uuid not null,
	message_id text collate "C" not null,
	thread_id uuid not null,
	primary key (owner_id, account_id, message_id)
);
create index email_thread_links_thread on email_thread_links (owner_id, account_id, thread_id);

-- Rollups, updated in the transaction that changes the mail, so that no screen scans a mailbox.
create table sender_stats (
	owner_id text not null,
	account_id uuid not null,
	sender_email text not null,
	folder_role text not null,
	sender_name text not null,
	email_count integer not null,
	read_count integer not null,
	size_bytes bigint not null,
	first_date timestamptz not null,
	last_date timestamptz not null,
	primary key (owner_id, account_id, sender_email, folder_role)
);

create table day_stats (
	owner_id text not null,
	account_id uuid not null,
	-- In UTC.
	day date not null,
	folder_role text not null,
	email_count integer not null,
	read_count integer not null,
	size_bytes bigint not null,
	primary key (owner_id, account_id, day, folder_role)
);
