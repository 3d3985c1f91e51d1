-- Tables of the kernel, grouped by subject. Each tool has migrations of its own (src/tools/*/migrations).
--
-- Rows of users carry their owner. (owner_id, account_id) lead the keys, and unique keys of tables with an owner include
-- the owner, so that the tables can be partitioned or distributed by owner_id (see keys.test.ts). For the same reason there
-- are no foreign keys between them: the jobs that disconnect an account or delete a user delete their rows.


-- Users and sign-in. users, sessions, auth_accounts, verifications, two_factors and passkeys belong to Better Auth, whose
-- column names are mapped in src/server/identity/auth/options.ts.

create table users (
	id text primary key,
	name text not null,
	email text not null unique,
	email_verified boolean not null,
	image text,
	two_factor_enabled boolean default false,
	-- Emailed links carry it and are void once it has changed: see the triggers below and src/server/identity/auth/links/link-binding.ts.
	credential_version integer not null default 1,
	created_at timestamptz not null default current_timestamp,
	updated_at timestamptz not null default current_timestamp
);

-- The public identifier of a session is its id, never its token.
create table sessions (
	id text primary key,
	expires_at timestamptz not null,
	-- SHA-256 of the token, see src/server/identity/auth/sessions/session-tokens.ts.
	token text not null unique,
	created_at timestamptz not null default current_timestamp,
	updated_at timestamptz not null,
	ip_address text,
	user_agent text,
	user_id text not null references users (id) on delete cascade
);
create index sessions_user_id_idx on sessions (user_id);
create index sessions_expires on sessions (expires_at);

-- Passwords and linked identities.
create table auth_accounts (
	id text primary key,
	account_id text not null,
	provider_id text not null,
	user_id text not null references users (id) on delete cascade,
	access_token text,
	refresh_token text,
	id_token text,
	access_token_expires_at timestamptz,
	refresh_token_expires_at timestamptz,
	scope text,
	password text,
	-- Email address from the provider when the identity was linked: for display, never for lookup.
	email text,
	created_at timestamptz not null default current_timestamp,
	updated_at timestamptz not null
);
create index auth_accounts_user_id_idx on auth_accounts (user_id);
create unique index auth_accounts_identity on auth_accounts (provider_id, account_id);

create table verifications (
	id text primary key,
	identifier text not null,
	value text not null,
	-- Where the value is a user: their credentials at that time. A sign-in that waits for its second factor ends with them.
	credential_version integer,
	expires_at timestamptz not null,
	created_at timestamptz not null default current_timestamp,
	updated_at timestamptz not null default current_timestamp
);
create index verifications_identifier_idx on verifications (identifier);

create table two_factors (
	id text primary key,
	secret text not null,
	backup_codes text not null,
	user_id text not null references users (id) on delete cascade,
	verified boolean default true,
	failed_verification_count integer default 0,
	locked_until timestamptz
);
create index two_factors_secret_idx on two_factors (secret);
create unique index two_factors_user_id_idx on two_factors (user_id);

-- Authenticator codes that were tried: each is accepted once while it could be valid (RFC 6238 §5.2).
create table used_totp_codes (
	user_id text not null references users (id) on delete cascade,
	code_hash bytea not null,
	used_at timestamptz not null,
	primary key (user_id, code_hash)
);

create table passkeys (
	id text primary key,
	name text,
	public_key text not null,
	user_id text not null references users (id) on delete cascade,
	credential_id text not null,
	counter integer not null,
	device_type text not null,
	backed_up boolean not null,
	transports text,
	created_at timestamptz,
	aaguid text
);
create index passkeys_user_id_idx on passkeys (user_id);
create unique index passkeys_credential_id_idx on passkeys (credential_id);

-- A change of address, second factor, password or passkeys voids the links that were emailed before.
create function users_credentials_changed() returns trigger language plpgsql as $$
begin
	new.credential_version := old.credential_version + 1;
	return new;
end
$$;
create trigger users_credentials before update of email, two_factor_enabled on users for each row
	when (new.email is distinct from old.email or new.two_factor_enabled is distinct from old.two_factor_enabled)
	execute function users_credentials_changed();

create function sign_in_method_changed() returns trigger language plpgsql as $$
begin
	update users set credential_version = credential_version + 1 where id = coalesce(new.user_id, old.user_id);
	return null;
end
$$;
create trigger auth_accounts_password after update of password on auth_accounts for each row
	when (new.password is distinct from old.password) execute function sign_in_method_changed();
create trigger passkeys_changed after insert or delete on passkeys
	for each row execute function sign_in_method_changed();

create function verification_of_user() returns trigger language plpgsql as $$
begin
	new.credential_version := (select credential_version from users where id = new.value);
	return new;
end
$$;
create trigger verifications_of_user before insert on verifications for each row execute function verification_of_user();

create table api_keys (
	id uuid primary key,
	user_id text not null references users (id) on delete cascade,
	name text not null,
	-- SHA-256; keys have enough entropy to need no salt.
	key_hash bytea not null unique,
	-- First characters, to tell keys apart.
	key_prefix text not null,
	scopes text[] not null,
	-- Where the browser went with the authorization code, for keys of AI clients that signed in with OAuth: they are valid at
	-- /mcp alone. Null: the user created the key.
	client text,
	created_at timestamptz not null default now(),
	-- With a resolution of a minute.
	last_used_at timestamptz,
	expires_at timestamptz
);
create index api_keys_user_id_idx on api_keys (user_id);

-- Authorization codes of AI clients (OAuth 2.1).
create table authorization_codes (
	-- SHA-256 of the code.
	code_hash bytea primary key,
	user_id text not null references users (id) on delete cascade,
	-- SHA-256 of the client's id.
	client_hash bytea not null,
	client_name text not null,
	redirect_uri text not null,
	-- PKCE, S256.
	code_challenge text not null,
	scopes text[] not null,
	expires_at timestamptz not null,
	used_at timestamptz,
	-- The key it was exchanged for, which is deleted when the code is used again.
	key_id uuid
);
create index authorization_codes_expires_idx on authorization_codes (expires_at);
create index authorization_codes_user_id_idx on authorization_codes (user_id);

-- The operator is the first user to sign up. At most one row; it cannot be deleted while it references a
-- user, so that nobody inherits the role by accident.
create table operator (
	only_one boolean primary key default true check (only_one),
	user_id text not null references users (id)
);

-- In the sign-up transaction: of two concurrent first users exactly one becomes the operator.
create function first_user_is_operator() returns trigger language plpgsql as $$
begin
	insert into operator (user_id) values (new.id) on conflict do nothing;
	return null;
end
$$;
create trigger users_first_is_operator after insert on users
	for each row execute function first_user_is_operator();

-- A known text, encrypted with the secret of the installation: a start with another secret is refused. At most one row.
create table secret_check (
	only_one boolean primary key default true check (only_one),
	sealed bytea not null
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
	-- By a sign-up in progress or completed.
	reserved_at timestamptz,
	used_by text references users (id) on delete set null,
	used_at timestamptz
);
create index invitations_created_by on invitations (created_by);
create index invitations_used_by on invitations (used_by);

-- Unsolved security checks; the first answer deletes the row, right or wrong.
create table security_checks (
	token_hash bytea primary key,
	answer smallint not null,
	expires_at timestamptz not null
);
create index security_checks_expires on security_checks (expires_at);

-- Fixed-window counters of attempts; the key is a keyed hash of client and action.
create table rate_limits (
	key bytea primary key,
	count integer not null,
	resets_at timestamptz not null
);
create index rate_limits_resets on rate_limits (resets_at);

-- Account deletions; a job deletes the user's data, and this row last.
create table account_deletions (
	owner_id text primary key,
	requested_at timestamptz not null default now()
);


-- Settings of users, by section. Sections are declared with their schema in code (src/shared/settings.ts).

create table settings (
	owner_id text not null,
	section text not null,
	-- The mailbox, for sections that have values per mailbox; otherwise the zero UUID.
	account_id uuid not null default '00000000-0000-0000-0000-000000000000',
	-- Only values that the user set; all others have their default.
	value jsonb not null default '{}',
	updated_at timestamptz not null default now(),
	primary key (owner_id, section, account_id)
);


-- Accounts: connected mailboxes.

create table connected_accounts (
	owner_id text not null,
	id uuid not null,
	-- A kind of src/shared/providers.ts.
	provider text not null,
	name text not null,
	email text,
	-- `disconnected`: its mail is kept but no longer synced.
	status text not null default 'connected'
		check (status in ('connected', 'needs_sign_in', 'error', 'disconnected', 'deleting')),
	settings jsonb not null default '{}',
	-- AES-256-GCM, see src/server/platform/secrets/secrets.ts
	credentials bytea,
	-- Version of the search tokens (src/shared/search/tokens.ts) that the whole mailbox is indexed with. New mailboxes
	-- start with the newest version; a job upgrades the others.
	search_version smallint not null default 2,
	-- Version of the counts per day that the whole mailbox is counted with; a job recounts those with an older one.
	rollup_version smallint not null default 1,
	-- The server that does not respond to changes of mail, and since when; null: it does.
	unanswered_server text,
	unanswered_since timestamptz,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now(),
	primary key (owner_id, id)
);
create unique index connected_accounts_name on connected_accounts (owner_id, provider, lower(name)) where status <> 'deleting';
create index connected_accounts_watched on connected_accounts (provider) where status = 'connected';

-- Pending OAuth consents: data needed when the user returns, bound to the browser's state parameter. Rows are single-use.
create table pending_consents (
	state_hash bytea primary key,
	owner_id text not null,
	provider text not null,
	-- The account to reconnect; null: a new one.
	account_id uuid,
	access text not null check (access in ('full', 'read')),
	redirect_uri text not null,
	-- PKCE code verifier (RFC 7636), encrypted.
	code_verifier bytea not null,
	expires_at timestamptz not null
);
create index pending_consents_expires on pending_consents (expires_at);

-- State of providers without a server.
create table provider_state (
	owner_id text not null,
	account_id uuid not null,
	key text collate "C" not null,
	value jsonb not null,
	primary key (owner_id, account_id, key)
);

-- Remaining request budgets per provider, shared by all processes and kept across restarts.
-- Budgets of the whole server belong to the owner '' and the account of zeros.
create table provider_budgets (
	owner_id text not null,
	account_id uuid not null,
	name text not null,
	-- Units left at `counted_at`; they refill over time.
	units double precision not null,
	counted_at timestamptz not null,
	-- The provider throttles requests until then.
	paused_until timestamptz,
	primary key (owner_id, account_id, name)
);

-- Locks per account for work that only one process may do at a time.
create table account_locks (
	owner_id text not null,
	account_id uuid not null,
	scope text not null,
	holder uuid not null,
	expires_at timestamptz not null,
	primary key (owner_id, account_id, scope)
);


-- Sync: state and history per mailbox, and the workers that watch mailboxes.

create table email_sync_status (
	owner_id text not null,
	account_id uuid not null,
	sync_status text not null default 'idle' check (sync_status in ('idle', 'syncing', 'failed')),
	-- Sync cursor, opaque to all but the provider; written in the transaction that stores its page.
	cursor text,
	-- Progress of the running or last job, written in the same transaction.
	stats jsonb,
	-- When a sync was last requested: a running sync lists again.
	requested_at timestamptz,
	last_sync_at timestamptz,
	last_error text,
	primary key (owner_id, account_id)
);

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

-- When the user was last notified by email that a mailbox does not sync: at most once a day.
create table sync_failure_notifications (
	owner_id text not null,
	account_id uuid not null,
	notified_at timestamptz not null,
	primary key (owner_id, account_id)
);

-- Workers that watch mailboxes, with their leases.
create table watchers (
	id uuid primary key,
	lease_until timestamptz not null
);

-- Which worker watches an account. Its row in `watchers` is the lease of all its accounts: one write renews them.
create table account_watches (
	owner_id text not null,
	account_id uuid not null,
	watcher_id uuid,
	-- Next poll of the mailbox, whether or not it reports changes.
	poll_at timestamptz not null default now(),
	primary key (owner_id, account_id)
);
create index account_watches_due on account_watches (watcher_id, poll_at);


-- Messages.

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
	-- Hash of the base subject (RFC 5256), by which replies without References find their thread; null: it links nothing.
	subject_key bigint,
	-- Names no ancestors in References, and may answer a message with the same subject.
	is_loose_reply boolean not null default false,
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
	category_reason text,
	-- Null with `category`. Precedence: user, provider, classifier.
	category_source text check (category_source in ('provider', 'classifier', 'user')),
	-- Category before the user's correction, {category, reason, source}: restored when it is undone. Null unless category_source is
	-- 'user'.
	previous_category jsonb,
	-- List key, see src/shared/mail/list-identity.ts; empty: none. Null: not determined yet, and not counted in
	-- month_stats.
	list_key text,
	-- {urls, mailtos, links, oneClick, oneClickCheck, listId}, see ListUnsubscribe in src/shared/mail/message.ts
	list_unsubscribe jsonb,
	-- Header fields used by tools.
	headers jsonb not null default '{}',
	body_preview text not null,
	has_html boolean not null default false,
	-- Address of the person whom the text quotes first: tells which message it answers where References do not.
	quoted_sender text,
	-- What the whole body shows about its kind: bits by CONTENT_FEATURES in src/shared/mail/content-features.ts.
	content_features bigint not null default 0,
	-- Made when a user asks for it: {short, long, actions, engine}, see src/shared/contracts/summaries.ts
	ai_summary jsonb,
	ai_summary_short text,
	-- SHA-256 of the raw message; null while only its headers are stored.
	raw_sha256 text,
	damage text,
	source_offset bigint,
	-- Incremented with every change of folder, flags or labels; plans are checked against it.
	revision integer not null default 1,
	primary key (owner_id, account_id, id)
);
-- No condition concerns these columns: ANALYZE, which makes others wait on the embedded database, skips them.
alter table emails
	alter column recipients set statistics 0, alter column category_reason set statistics 0,
	alter column previous_category set statistics 0, alter column list_unsubscribe set statistics 0,
	alter column headers set statistics 0, alter column body_preview set statistics 0,
	alter column ai_summary set statistics 0, alter column ai_summary_short set statistics 0,
	alter column source_offset set statistics 0,
	alter column content_features set statistics 0,
	alter column quoted_sender set statistics 0;
create unique index emails_provider_id on emails (owner_id, account_id, provider_id);
create index emails_folder on emails (owner_id, account_id, folder_id, received_date desc, id desc);
create index emails_received on emails (owner_id, account_id, received_date desc, id desc);
-- Conditions of searches without words: too rare for a scan by date.
create index emails_unread on emails (owner_id, account_id, received_date desc, id desc) where not is_read;
create index emails_starred on emails (owner_id, account_id, received_date desc, id desc) where is_starred;
create index emails_with_attachments on emails (owner_id, account_id, received_date desc, id desc) where has_attachments;
create index emails_size on emails (owner_id, account_id, size_bytes);
create index emails_labels on emails using gin (labels) where labels <> '{}';
create index emails_subject on emails (owner_id, account_id, subject_key, received_date) where subject_key is not null;
create index emails_loose_replies on emails (owner_id, account_id, subject_key, received_date) where is_loose_reply;
-- Conversations, and the newest message of each in a folder.
create index emails_thread on emails (owner_id, account_id, thread_id, received_date desc, id desc);
-- First and last message of a sender per folder role, and all mail of the sender.
create index emails_sender on emails (owner_id, account_id, sender_email, folder_role, received_date);
create index emails_category on emails (owner_id, account_id, category, received_date desc, id desc) where category is not null;
create index emails_list on emails (owner_id, account_id, list_key, received_date desc) where list_key <> '';
-- Messages whose list key is still to be determined.
create index emails_without_list_key on emails (owner_id, account_id) where list_key is null;
-- Messages without a stored body, in fetch order: the inbox before the rest, newest first.
create index emails_without_body on emails (owner_id, account_id, (folder_role = 'inbox') desc, received_date desc, id desc)
	where raw_sha256 is null;

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
	-- Whether its text is searched: pending, read, unreadable or skipped; null: it has none.
	text_state text,
	-- How often reading began: a file that ends the process is skipped after a few attempts.
	text_attempts smallint not null default 0,
	-- Its text in UTF-8, compressed (raw deflate); null: none.
	text_deflated bytea,
	primary key (owner_id, account_id, email_id, position)
);
alter table email_attachments alter text_deflated set storage external;
create index email_attachments_pending on email_attachments (owner_id, account_id, email_id) where text_state = 'pending';

-- Every Message-ID seen or referenced, and its thread (JWZ containers).
create table email_thread_links (
	owner_id text not null,
	account_id uuid not null,
	message_id text collate "C" not null,
	thread_id uuid not null,
	primary key (owner_id, account_id, message_id)
);
create index email_thread_links_thread on email_thread_links (owner_id, account_id, thread_id);

-- New messages since the first listing, until every module has handled them; written with the message.
create table inbox_events (
	owner_id text not null,
	account_id uuid not null,
	email_id uuid not null,
	arrived_at timestamptz not null default now(),
	primary key (owner_id, account_id, email_id)
);


-- Search.

-- Text for search on PostgreSQL, separate from `emails` so that a flag change never touches the index. The embedded
-- database leaves it empty.
create table email_search (
	owner_id text not null,
	account_id uuid not null,
	email_id uuid not null,
	received_date timestamptz not null,
	-- Tokens of src/shared/search/tokens.ts, without positions.
	lexemes tsvector not null,
	-- Words of src/shared/search/words.ts, for phrases: one line for the subject, one for the text, and one for the text
	-- of attachments where there is some; words separated by spaces.
	body_words text not null,
	primary key (owner_id, account_id, email_id)
) with (toast_tuple_target = 128);
-- Stored out of line, so that scans by date read little, and uncompressed, because compression costs more time than
-- the rest of the row. (`create table` accepts `storage` only since PostgreSQL 16.)
alter table email_search alter lexemes set storage external, alter body_words set storage external;
create index email_search_lexemes on email_search using gin (lexemes);

-- Messages with these words, up to a limit, unordered. A separate function, because the planner ignores the cost of
-- fetching out-of-line lexemes and would scan the whole table for a common word: the conditions on owner and account
-- are written so that no other index is eligible.
-- With `excludes`, rows are checked once more: while the index merges its pending list, it knows only some of a row's
-- words, and so finds rows with a word that the search excludes. By the operator's function, because the planner drops
-- a condition that repeats the index's.
create function mail_hits(owner text, accounts uuid[], words tsquery, excludes boolean, since timestamptz,
	until timestamptz, most integer)
returns table (account_id uuid, email_id uuid, received_date timestamptz)
language sql stable rows 2000
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off
as $$
	select s.account_id, s.email_id, s.received_date from email_search s
	where s.lexemes @@ words and s.owner_id || '' = owner and array_position(accounts, s.account_id) is not null
		and s.received_date >= since and s.received_date < until and (not excludes or ts_match_vq(s.lexemes, words))
	limit most
$$;


-- Search on the embedded database: its text index is a file, which follows this outbox.

create sequence search_outbox_position;

create table search_outbox (
	owner_id text not null,
	account_id uuid not null,
	position bigint not null default nextval('search_outbox_position'),
	-- Messages that were stored, moved into spam or trash or out of them, or deleted; null: the account is deleted.
	email_ids uuid[],
	-- The text of these messages changed: they are indexed again.
	is_replacement boolean not null default false,
	primary key (owner_id, account_id, position)
);

alter sequence search_outbox_position owned by search_outbox.position;

-- At most one row, written with the first use.
create table search_outbox_state (
	-- The index of another database is of no use.
	database_id uuid primary key default gen_random_uuid(),
	-- Up to here, the index has the entries on disk, and they were deleted.
	trimmed_to bigint not null default 0
);


-- Statistics: rollups, updated in the transaction that changes the mail, so that no screen scans a mailbox.

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
	-- Empty: none.
	category text not null default '',
	email_count integer not null,
	read_count integer not null,
	important_count integer not null,
	size_bytes bigint not null,
	-- Messages with attachments, their size, and the size of the attachments alone.
	attached_count integer not null,
	attached_bytes bigint not null,
	attachment_bytes bigint not null,
	-- Messages per hour of the day, in UTC: 24 counts.
	hour_counts integer[] not null,
	primary key (owner_id, account_id, day, folder_role, category)
);

-- Lists of senders without a List-Id: an address (`from:…`), or the name that several addresses of one newsletter share
-- (`name:…`), and the list that it belongs to.
create table list_aliases (
	owner_id text not null,
	account_id uuid not null,
	alias text not null,
	list_key text not null,
	primary key (owner_id, account_id, alias)
);

create table month_stats (
	owner_id text not null,
	account_id uuid not null,
	-- First day of the month, in UTC.
	month date not null,
	folder_role text not null,
	-- Empty: none.
	category text not null default '',
	list_key text not null default '',
	sender_email text not null,
	email_count integer not null,
	read_count integer not null,
	size_bytes bigint not null,
	primary key (owner_id, account_id, month, folder_role, category, list_key, sender_email)
);


-- Changes: plans and operations on mail, with the selection, the previous state of each message, and progress.

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
	-- Name of the API key that made the plan; null: the user did.
	requested_by text,
	-- Browser and system of the session that applied it; null: an API key or the server itself did.
	device text,
	-- `freezing`: its list is still being written; not visible yet.
	state text not null default 'freezing'
		check (state in ('freezing', 'planned', 'running', 'done', 'failed', 'cancelled', 'expired')),
	item_count integer not null default 0,
	bytes bigint not null default 0,
	applied integer not null default 0,
	-- Of the changed messages.
	bytes_applied bigint,
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
	-- When the items of an old operation were deleted; only its summary remains.
	items_deleted_at timestamptz,
	primary key (owner_id, id)
);
create index operations_started on operations (owner_id, started_at desc, id desc) where started_at is not null;
create index operations_waiting on operations (owner_id) where state = 'planned' and requested_by is not null;
create index operations_running on operations (owner_id) where state = 'running';
create index operations_unstarted on operations (expires_at) where state in ('freezing', 'planned', 'expired');
create index operations_finished on operations (finished_at) where started_at is not null and items_deleted_at is null;

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
	-- Copied when the list is frozen, so that lists of any length sort fast and deleted messages still count.
	size_bytes bigint,
	received_date timestamptz,
	-- State after the operation; null where unchanged.
	to_folder_id text,
	to_read boolean,
	to_starred boolean,
	to_important boolean,
	to_labels text[],
	-- `excluded`: removed from the plan by the user; never processed. `local`: changed here, not pushed to the provider yet.
	state text not null default 'pending'
		check (state in ('pending', 'excluded', 'local', 'done', 'skipped', 'failed')),
	reason text,
	-- The change was requested from the provider, and the message's new id is not known: a listing shows it.
	push_requested boolean not null default false,
	-- When the change reached the provider: a listing that was requested earlier shows the state before it.
	pushed_at timestamptz,
	primary key (owner_id, operation_id, account_id, email_id)
);
-- Items still to be pushed to providers.
create index operation_items_local on operation_items (owner_id, account_id, operation_id) where state = 'local';
-- Folder of a message before it was moved, for restoring.
create index operation_items_moved on operation_items (owner_id, account_id, email_id) where to_folder_id is not null;
create index operation_items_requested on operation_items (owner_id, account_id) where push_requested;
create index operation_items_pushed on operation_items (owner_id, account_id, pushed_at) where pushed_at is not null;

-- Messages that replace others in an operation, such as copies without attachments: both are changed or neither.
create table operation_replacements (
	owner_id text not null,
	operation_id uuid not null,
	account_id uuid not null,
	-- The original.
	email_id uuid not null,
	-- Its replacement: the provider's id; and the local id, once synced.
	replacement_provider_id text not null,
	replacement_id uuid,
	replacement_bytes bigint not null,
	primary key (owner_id, operation_id, account_id, email_id)
);


-- Categories: corrections by users, and the model that classified a mailbox.

-- Corrections of one message, a sender or a list. The newest for a target applies; older ones are kept, because
-- undoing the newest restores the one before.
create table category_corrections (
	owner_id text not null,
	account_id uuid not null,
	id uuid not null,
	target_type text not null check (target_type in ('message', 'sender', 'list')),
	-- Message id, lower-case sender address, or list key.
	target text not null,
	category text not null check (category in ('promotions', 'social', 'updates', 'forums', 'primary')),
	-- Display name: the message's subject, the sender's name, the list's name.
	name text not null,
	-- Training data of one message: tokens of src/server/mail/classify/tokens.ts. Empty for senders and lists.
	tokens text[] not null default '{}',
	created_at timestamptz not null default now(),
	primary key (owner_id, account_id, id)
);
create index category_corrections_target on category_corrections (owner_id, account_id, target_type, target, id desc);

-- Version of the built-in model that classified a whole mailbox.
create table category_models (
	owner_id text not null,
	account_id uuid not null,
	version integer not null,
	primary key (owner_id, account_id)
);


-- Uploads, and the mail files of accounts.

create table uploads (
	owner_id text not null,
	id uuid not null,
	filename text not null,
	size_bytes bigint not null,
	-- Lease of the request that writes to it.
	lease_id uuid,
	lease_until timestamptz,
	-- False: sent in one request, which cannot be resumed; it is deleted once its lease has expired.
	resumable boolean not null default true,
	created_at timestamptz not null default now(),
	primary key (owner_id, id)
);

create sequence account_files_position;

-- Uploaded mail files, and files on the server that the operator imports.
create table account_files (
	owner_id text not null,
	account_id uuid not null,
	id uuid not null,
	-- A sequence: an identity column does not work with partitions.
	position bigint not null default nextval('account_files_position'),
	name text not null,
	path text not null,
	size_bytes bigint not null,
	sha256 text,
	created_at timestamptz not null default now(),
	primary key (owner_id, account_id, id)
);
alter sequence account_files_position owned by account_files.position;
-- A file uploaded twice is stored once.
create index account_files_sha256 on account_files (owner_id, sha256);
create unique index account_files_unique on account_files (owner_id, account_id, sha256) where sha256 is not null;


-- Artifacts: files generated for a user, with an expiry; stored by id in the object store if configured, else in the
-- data folder.

create table artifacts (
	owner_id text not null,
	id uuid not null,
	-- File name for the user.
	name text not null,
	size_bytes bigint not null default 0,
	-- Null: still being written.
	ready_at timestamptz,
	expires_at timestamptz not null,
	primary key (owner_id, id)
);
create index artifacts_expires on artifacts (expires_at);

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


-- Jobs.

create table jobs (
	id uuid not null,
	owner_id text not null,
	account_id uuid,
	kind text not null,
	input jsonb not null,
	state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
	-- Background job: shown to the user only when it takes long or fails, and deleted when done.
	background boolean not null default false,
	done double precision not null default 0,
	total double precision,
	unit text not null default 'messages',
	note text,
	-- Estimated from recent speed; null while unknown.
	seconds_left double precision,
	result jsonb,
	error text,
	-- Stable code, next to the message in error.
	error_code text,
	attempt integer not null default 0,
	-- Lease: the claim of the process that runs it, and until when.
	lease_id uuid,
	lease_until timestamptz,
	-- The process that runs it, or ran it last.
	worker_id uuid,
	-- Suspect: it was running when its process crashed and may be the cause; a process runs one suspect at a time.
	suspect boolean not null default false,
	-- Crashes it may have caused, and its progress at the last one.
	crashes integer not null default 0,
	done_at_crash double precision not null default 0,
	cancel_requested boolean not null default false,
	-- At most one unfinished job with the same key.
	dedupe_key text,
	-- The job that must finish before this one starts.
	depends_on uuid,
	run_after timestamptz not null default now(),
	-- Claim order of queued jobs of a kind. Jobs of one owner are spaced in time, so that those of others are interleaved.
	-- Null: not claimable yet, see run_after.
	queue_position timestamptz,
	created_at timestamptz not null default now(),
	started_at timestamptz,
	finished_at timestamptz,
	primary key (owner_id, id)
);
create index jobs_owner on jobs (owner_id, created_at desc);
create unique index jobs_dedupe on jobs (owner_id, kind, dedupe_key)
	where dedupe_key is not null and state in ('queued', 'running');
create index jobs_queue on jobs (kind, queue_position, owner_id) where state = 'queued' and queue_position is not null;
create index jobs_owner_queue on jobs (owner_id, kind, queue_position) where state = 'queued' and queue_position is not null;
create index jobs_delayed on jobs (run_after) where state = 'queued' and queue_position is null;
create index jobs_depends_on on jobs (owner_id, depends_on) where state = 'queued' and depends_on is not null;
-- Not on lease_until: it changes often, and an index on it would make each change cost more.
create index jobs_running on jobs (kind) where state = 'running';
create index jobs_finished on jobs (finished_at) where finished_at is not null;
create index jobs_crashed on jobs (owner_id, kind) where error_code = 'job-crashed';

-- Last sweep for jobs whose process died or whose delay has passed.
create table job_sweeps (
	only_one boolean primary key default true check (only_one),
	swept_at timestamptz not null default '-infinity'
);
insert into job_sweeps default values;


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
create index work_batches_unfinished on work_batches (owner_id, kind) where finished_at is null;
create index work_batches_finished on work_batches (finished_at) where finished_at is not null;

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

-- Usage of limits, by key. Rows of limits shared by the whole server belong to the owner ''; the key '' is the overall limit.
create table work_limit_usage (
	owner_id text not null,
	kind text not null,
	key text not null,
	-- Items in progress.
	running integer not null default 0,
	-- When the next item may start.
	next_start_at timestamptz not null default 'epoch',
	primary key (owner_id, kind, key)
);
create index work_limit_usage_idle on work_limit_usage (next_start_at) where running = 0;


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


-- Event streams: an outbox of events written in the transaction that changes something, and a cursor per subscriber.
-- See src/server/platform/event-streams and docs/decisions/0005-event-streams.md.

create sequence stream_events_number;

create table stream_events (
	owner_id text not null,
	id uuid not null,
	-- Insertion order. Timestamps cannot tell it: two may be equal, and clocks can be set back.
	number bigint not null default nextval('stream_events_number'),
	stream text not null,
	-- Events of one owner and key are delivered in order.
	ordering_key text not null default '',
	payload jsonb not null,
	-- Also sent to the owner's open browsers.
	for_browser boolean not null default false,
	-- When the row was written, not when its transaction started.
	written_at timestamptz not null default clock_timestamp(),
	-- Order of delivery; assigned once the transaction has committed. Null: not dispatched yet.
	position bigint,
	primary key (owner_id, id)
);
alter sequence stream_events_number owned by stream_events.number;
create index stream_events_undispatched on stream_events (written_at) where position is null;
create unique index stream_events_position on stream_events (owner_id, ordering_key, position) where position is not null;
create index stream_events_written on stream_events (written_at);

-- The last position of each owner. Its row lock lets one process at a time dispatch an owner's events.
create table stream_heads (
	owner_id text primary key,
	position bigint not null
);

-- Which subscriber reads which stream: events from before `created_at` are not delivered to it.
create table stream_subscriptions (
	subscriber text not null,
	stream text not null,
	created_at timestamptz not null default now(),
	-- When a process with this subscriber last started or ran maintenance.
	seen_at timestamptz not null default now(),
	primary key (subscriber, stream)
);

-- How far each subscriber has read.
create table stream_cursors (
	owner_id text not null,
	subscriber text not null,
	ordering_key text not null,
	-- Every event up to this one has been handled.
	position bigint not null,
	-- Consecutive failures; zero: none.
	attempts integer not null default 0,
	failing_since timestamptz,
	error text,
	-- Not retried any more until an operator asks for it.
	parked_at timestamptz,
	primary key (owner_id, subscriber, ordering_key)
);
create index stream_cursors_failing on stream_cursors (failing_since) where failing_since is not null;


-- Events that NOTIFY cannot carry: large ones, and all of them behind a pooler without LISTEN. Read within
-- seconds and deleted after a minute; losing them in a crash does no harm.

create unlogged table transient_events (
	id bigint generated always as identity primary key,
	message jsonb not null,
	created_at timestamptz not null default now()
);
create index transient_events_created on transient_events (created_at);


-- Outgoing mail: what is to be sent, what became of it, and addresses that get none.

create table outgoing_messages (
	owner_id text not null,
	account_id uuid not null,
	id uuid not null,
	-- The caller's name for the message: the same key never sends twice.
	idempotency_key text not null,
	-- Without angle brackets, as composed.
	message_id text not null,
	-- As the recipients see it: some providers replace it.
	sent_message_id text,
	-- The copy in Sent, and its thread at the provider.
	provider_id text,
	provider_thread_id text,
	sender text not null,
	subject text not null,
	-- The whole message; removed once it is sent and its copy is in Sent, or it has failed.
	raw bytea,
	priority text not null check (priority in ('interactive', 'bulk')),
	state text not null check (state in ('queued', 'sending', 'sent', 'partially_sent', 'failed', 'uncertain')),
	-- Why it is in this state, for the user.
	explanation text,
	attempts integer not null default 0,
	-- When to try, look for it, or save its copy again; null: nothing is left to do.
	next_attempt_at timestamptz,
	-- Written immediately before the message is given to the provider. In state `sending`: null means certainly not sent.
	submitted_at timestamptz,
	-- The provider's, for looking it up.
	reference text,
	-- Whether its copy in Sent is still to be saved.
	needs_copy boolean not null default false,
	-- The mail server that it waits for, for what, and since when. In state `sending`: what the attempt waits for, as long as
	-- its process holds the account's lock. In state `queued`: `retry`, since the first attempt that did not reach the server.
	waiting_server text,
	waiting_for text check (waiting_for in ('answer', 'sign_in', 'acceptance', 'confirmation', 'retry')),
	waiting_since timestamptz,
	created_at timestamptz not null,
	sent_at timestamptz,
	primary key (owner_id, account_id, id)
);
create unique index outgoing_messages_key on outgoing_messages (owner_id, idempotency_key);
create index outgoing_messages_created on outgoing_messages (owner_id, created_at desc, id);
create index outgoing_messages_message_id on outgoing_messages (owner_id, message_id);
create index outgoing_messages_sent_message_id on outgoing_messages (owner_id, sent_message_id);
create index outgoing_messages_provider_id on outgoing_messages (owner_id, account_id, provider_id);
create index outgoing_messages_due on outgoing_messages (next_attempt_at) where next_attempt_at is not null;

create table outgoing_recipients (
	owner_id text not null,
	account_id uuid not null,
	outgoing_id uuid not null,
	-- In lower case.
	address text not null,
	-- `bounced`: accepted by the mail server and returned later.
	state text not null check (state in ('pending', 'accepted', 'rejected', 'deferred', 'suppressed', 'bounced')),
	-- Enhanced status code (RFC 3463).
	status text,
	-- The server's words.
	reply text,
	updated_at timestamptz not null,
	primary key (owner_id, account_id, outgoing_id, address)
);
create index outgoing_recipients_address on outgoing_recipients (owner_id, address, updated_at desc);

-- Messages that came back: replies, automatic replies, delivery reports. One row per message, so that repeated delivery
-- does nothing twice.
create table outgoing_responses (
	owner_id text not null,
	account_id uuid not null,
	email_id uuid not null,
	outgoing_id uuid not null,
	kind text not null check (kind in ('reply', 'auto_reply', 'bounce', 'delay', 'complaint')),
	responded_at timestamptz not null,
	primary key (owner_id, account_id, email_id)
);
create index outgoing_responses_message on outgoing_responses (owner_id, account_id, outgoing_id);

create table suppressions (
	owner_id text not null,
	-- An address, or a domain with all of its addresses; in lower case.
	target text not null,
	source text not null check (source in ('manual', 'bounce', 'unsubscribe', 'complaint')),
	reason text,
	created_at timestamptz not null,
	primary key (owner_id, target)
);


-- People whom users correspond with, derived from stored mail (src/server/mail/people). Counts are recomputed from what
-- is stored, never incremented, so that repeating an update changes nothing.

-- To, Cc and Bcc of sent messages: one row per message and address.
create table sent_recipients (
	owner_id text not null,
	account_id uuid not null,
	email_id uuid not null,
	-- Lowercase.
	address text not null,
	-- As the message names the recipient; empty: not at all.
	name text not null,
	sent_at timestamptz not null,
	primary key (owner_id, account_id, email_id, address)
);
create index sent_recipients_address on sent_recipients (owner_id, address, sent_at);

create table people (
	owner_id text not null,
	id uuid not null,
	-- Empty: unknown.
	name text not null,
	-- Registrable domain of the most recent address that is not at a mail provider for everybody; empty: none.
	organization text not null,
	received_count integer not null,
	sent_count integer not null,
	first_contact_at timestamptz not null,
	last_contact_at timestamptz not null,
	-- Probably a program: its address says so, or it sends bulk mail only and was never written to.
	is_automated boolean not null,
	primary key (owner_id, id)
);
create index people_recent on people (owner_id, last_contact_at desc, id desc);

create table person_addresses (
	owner_id text not null,
	-- Lowercase.
	address text not null,
	-- Kept when the counts are recomputed: people whom the user merged stay merged.
	person_id uuid not null,
	name text not null,
	-- Null: not determined yet.
	organization text,
	received_count integer not null,
	sent_count integer not null,
	first_contact_at timestamptz not null,
	last_contact_at timestamptz not null,
	is_automated boolean not null,
	primary key (owner_id, address)
);
create index person_addresses_person on person_addresses (owner_id, person_id);

-- Merges by the user, for undo.
create table person_merges (
	owner_id text not null,
	id uuid not null,
	-- Who has the addresses now.
	person_id uuid not null,
	-- [{address, personId}] of the addresses that were moved: whose they were.
	moved jsonb not null,
	-- [{id, personId}] of the merges behind the people who were merged: whose they were.
	earlier jsonb not null,
	merged_at timestamptz not null,
	primary key (owner_id, id)
);
create index person_merges_person on person_merges (owner_id, person_id);

-- When an owner's people were last recomputed completely.
create table people_refreshes (
	owner_id text primary key,
	refreshed_at timestamptz not null
);


-- Webhooks: where a user's events are sent, and the deliveries. See src/server/platform/webhooks.

create table webhooks (
	owner_id text not null,
	id uuid not null,
	url text not null,
	-- Types of events, such as `email.received`.
	events text[] not null,
	-- Encrypted (src/server/platform/secrets).
	secret bytea not null,
	-- The secret before the last change signs as well until then.
	previous_secret bytea,
	previous_until timestamptz,
	state text not null default 'active' check (state in ('active', 'paused', 'disabled')),
	-- Why the server disabled it.
	disabled_reason text check (disabled_reason in ('gone', 'failing')),
	-- Since when no delivery succeeded; null: the last one did.
	failing_since timestamptz,
	created_at timestamptz not null,
	primary key (owner_id, id)
);

create table webhook_deliveries (
	owner_id text not null,
	id uuid not null,
	webhook_id uuid not null,
	event text not null,
	-- Identifies the fact, so that it is sent once however often it is emitted.
	event_key text not null,
	-- When it happened.
	occurred_at timestamptz not null,
	data jsonb not null,
	is_test boolean not null default false,
	state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
	-- Since it was last enqueued.
	attempts integer not null default 0,
	-- Null unless pending.
	next_attempt_at timestamptz,
	last_attempt_at timestamptz,
	response_status integer,
	-- The beginning of the response body.
	response_excerpt text,
	-- Why there was no response.
	error text,
	created_at timestamptz not null,
	primary key (owner_id, id),
	unique (owner_id, webhook_id, event_key),
	foreign key (owner_id, webhook_id) references webhooks (owner_id, id) on delete cascade
);
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where state = 'pending';
create index webhook_deliveries_log on webhook_deliveries (owner_id, webhook_id, id desc);
create index webhook_deliveries_age on webhook_deliveries (created_at);


-- Language models: users' API keys, what was sent, and answers that are used again.

create table model_keys (
	owner_id text primary key,
	-- Scheme, host and port of the only server that it is sent to.
	origin text not null,
	-- Encrypted (src/server/platform/secrets).
	api_key bytea not null,
	updated_at timestamptz not null default now()
);

create table model_calls (
	owner_id text not null,
	id uuid not null,
	-- What it was for, such as `summary`.
	purpose text not null,
	model text not null,
	host text not null,
	-- The user's own model, with limits of its own.
	is_own boolean not null,
	state text not null check (state in ('running', 'done', 'cached', 'failed', 'canceled')),
	error_code text,
	attempts integer not null default 0,
	-- Null: deleted, or expired.
	sent text,
	received text,
	sent_bytes bigint not null default 0,
	-- While it runs: the most that it may use, reserved of the day's limit.
	input_tokens bigint not null default 0,
	output_tokens bigint not null default 0,
	-- Millionths of a US dollar; null: no price is set.
	cost_micros bigint,
	started_at timestamptz not null,
	finished_at timestamptz,
	primary key (owner_id, id)
);
create index model_calls_recent on model_calls (owner_id, started_at desc, id desc);
create index model_calls_expiring on model_calls (started_at);

create table model_answers (
	owner_id text not null,
	-- SHA-256 of host, model and everything that was sent.
	hash bytea not null,
	answer text not null,
	created_at timestamptz not null,
	primary key (owner_id, hash)
);
create index model_answers_expiring on model_answers (created_at);


-- What the operator calls the product, and how it looks; no row: the defaults. For all users, so no owner leads the key.
create table brand (
	-- At most one row.
	id boolean primary key default true check (id),
	name text not null,
	-- The sender's name of system mail; null: the product's name.
	sender_name text,
	-- As #1d5b41; null: the default.
	accent text,
	-- SVG or PNG; null: the default.
	logo bytea,
	-- The logo as a PNG for home screens.
	icon bytea,
	check ((logo is null) = (icon is null))
);

-- Pricing plans that the operator offers, and their limits. They are for all users, so no owner leads the key.
create table pricing_plans (
	id uuid primary key,
	-- Order on the pricing page.
	position integer not null,
	name text not null,
	-- As shown: "Free", "$2".
	price text not null,
	-- Shown after the price: "per month".
	period text not null,
	description text not null,
	-- What the plan includes, one line each.
	features text[] not null,
	-- Null: no limit. The last two are per calendar month (UTC).
	mailbox_limit integer check (mailbox_limit >= 0),
	personalization_limit integer check (personalization_limit >= 0),
	validation_limit integer check (validation_limit >= 0),
	-- The plan of users to whom none is assigned.
	is_default boolean not null default false,
	-- Stripe's id of the price; null: the plan can't be bought.
	stripe_price_id text,
	-- The price is for one mailbox, and as many can be connected as are paid for.
	is_per_mailbox boolean not null default false,
	created_at timestamptz not null default now()
);
create unique index pricing_plans_name on pricing_plans (lower(name));
create unique index pricing_plans_default on pricing_plans (is_default) where is_default;

-- The plan assigned to a user; none: the default plan.
create table user_plans (
	owner_id text primary key,
	plan_id uuid not null references pricing_plans (id),
	-- Mailboxes that are paid for; null: the plan's limit applies.
	paid_mailboxes integer,
	since timestamptz not null default now()
);
create index user_plans_plan_id_idx on user_plans (plan_id);

-- Users at Stripe, and the state of their subscription as Stripe reported it last.
create table stripe_customers (
	owner_id text primary key,
	customer_id text not null,
	-- As Stripe names it: active, past_due, canceled …; null: there is no subscription.
	status text,
	subscription_id text,
	-- The plan that the subscription has assigned.
	plan_id uuid references pricing_plans (id) on delete set null,
	-- Increases with each change, so that concurrent ones notice each other.
	revision integer not null default 0,
	updated_at timestamptz not null default now()
);
-- Events name the customer alone. Not unique: keys begin with the owner, and Stripe gives each id once.
create index stripe_customers_customer on stripe_customers (customer_id);

-- Events of Stripe that were handled. They come before their user is known, so no owner leads the key.
create table stripe_events (
	id text primary key,
	handled_at timestamptz not null
);
create index stripe_events_handled_at on stripe_events (handled_at);

-- Usage per user, since the account was created and in the latest month.
create table usage_stats (
	owner_id text primary key,
	-- Addresses whose validation was requested, repetitions included.
	emails_validated bigint not null default 0,
	-- Drafts written for the user.
	ai_personalizations bigint not null default 0,
	-- The first day of the latest month (UTC) with usage, and what was used in it.
	month date not null,
	month_emails_validated bigint not null default 0,
	month_ai_personalizations bigint not null default 0,
	updated_at timestamptz not null default now()
);

-- Adds to a user's usage; negative numbers return what was counted in the given month and not used.
create function update_usage_stats(
	p_user_id text, p_emails_validated bigint default 0, p_ai_personalizations bigint default 0,
	p_month date default date_trunc('month', now() at time zone 'utc')::date
) returns void language plpgsql as $$
begin
	if coalesce(p_user_id, '') = '' then
		raise exception 'User not authenticated';
	end if;
	insert into usage_stats as u (owner_id, emails_validated, ai_personalizations, month, month_emails_validated,
		month_ai_personalizations)
	values (p_user_id, greatest(p_emails_validated, 0), greatest(p_ai_personalizations, 0), p_month,
		greatest(p_emails_validated, 0), greatest(p_ai_personalizations, 0))
	on conflict (owner_id) do update set
		emails_validated = greatest(u.emails_validated + p_emails_validated, 0),
		ai_personalizations = greatest(u.ai_personalizations + p_ai_personalizations, 0),
		month = greatest(u.month, p_month),
		month_emails_validated = case when u.month > p_month then u.month_emails_validated
			else greatest(case when u.month = p_month then u.month_emails_validated else 0 end + p_emails_validated, 0) end,
		month_ai_personalizations = case when u.month > p_month then u.month_ai_personalizations
			else greatest(case when u.month = p_month then u.month_ai_personalizations else 0 end + p_ai_personalizations, 0) end,
		updated_at = now();
end $$;


-- Contact form: its messages. They are for the operator, so no owner leads the key.

create table contact_messages (
	id uuid primary key,
	name text not null,
	email text not null,
	subject text not null,
	message text not null,
	-- The sender, if signed in: deleted with their account.
	user_id text references users (id) on delete cascade,
	-- The honeypot field was filled in: stored for review, never sent.
	is_suspected_spam boolean not null default false,
	created_at timestamptz not null default now(),
	-- Null: not sent (yet).
	mailed_at timestamptz
);
create index contact_messages_user_id_idx on contact_messages (user_id) where user_id is not null;


-- Views that tools read: the kernel's tables are private and change freely, a published view keeps its columns. An
-- incompatible change is a new view (`…_v2`) next to the old one. They are plain selections of columns, which the planner
-- replaces by the table. Every query filters by owner_id.

-- Connected mailboxes. Those with the status `deleting` are gone for users; `settings` are those of the provider.
create view mail_accounts_v1 as
	select owner_id, id, provider, name, email, status, settings, created_at from connected_accounts;

-- Folders of mailboxes, with counts.
create view mail_folders_v1 as
	select owner_id, account_id, id, folder_name, role, total_count, unread_count, size_bytes from email_folders;

-- Stored messages. `revision` increases with every change of folder, flags or labels; `raw_sha256` is null while only the
-- header is stored.
create view mail_messages_v1 as
	select owner_id, account_id, id, provider_id, thread_id, folder_id, folder_role, message_id, in_reply_to, subject, sender_name,
		sender_email, recipients, sent_at, received_date, size_bytes, is_read, is_starred, is_important, is_answered,
		has_attachments, attachment_bytes, labels, category, category_reason, category_source, list_key, list_unsubscribe, headers,
		body_preview, ai_summary_short, has_html, raw_sha256, revision
	from emails;

-- Attachments of messages.
create view mail_attachments_v1 as
	select owner_id, account_id, email_id, position, filename, content_type, size_bytes, content_id, is_inline
	from email_attachments;

-- Totals per sender and folder role.
create view mail_sender_stats_v1 as
	select owner_id, account_id, sender_email, folder_role, sender_name, email_count, read_count, size_bytes, first_date,
		last_date
	from sender_stats;

-- Totals per day (UTC), folder role and category; `hour_counts` are the messages per hour (UTC).
create view mail_day_stats_v1 as
	select owner_id, account_id, day, folder_role, email_count, read_count, size_bytes, category, important_count, attached_count,
		attached_bytes, attachment_bytes, hour_counts
	from day_stats;

-- Totals per month (first day, UTC), folder role, category, list and sender.
create view mail_month_stats_v1 as
	select owner_id, account_id, month, folder_role, category, list_key, sender_email, email_count, read_count, size_bytes
	from month_stats;

-- Plans and operations.
create view mail_operations_v1 as
	select owner_id, id, account_id, action, source, state, item_count, bytes, applied, skipped, failed, undo_of, undone_by,
		job_id, created_at, expires_at, started_at, finished_at
	from operations;

-- Messages of plans and operations.
create view mail_operation_items_v1 as
	select owner_id, operation_id, account_id, email_id, revision, state, reason, size_bytes, received_date
	from operation_items;

-- Messages replaced by an operation, and their replacements; `replacement_id` is null until the replacement is synced.
create view mail_operation_replacements_v1 as
	select owner_id, operation_id, account_id, email_id, replacement_id, replacement_bytes from operation_replacements;

-- Jobs.
create view jobs_v1 as
	select owner_id, id, account_id, kind, state, error, error_code, created_at, started_at, finished_at from jobs;

-- Sync history of mailboxes; `state` is that of the job.
create view mail_syncs_v1 as
	select owner_id, account_id, id, trigger, state, started_at, finished_at, added, changed, removed, error from email_syncs;

-- Batches of work, with the counts of their items.
create view work_batches_v1 as
	select owner_id, id, kind, state, total, done, failed, error, created_at, finished_at from work_batches;

-- Generated files with an expiry; `ready_at` is null while a file is being written.
create view artifacts_v1 as select owner_id, id, name, size_bytes, ready_at, expires_at from artifacts;

-- Messages that were sent through the product, with the Message-ID that recipients see: a provider may have replaced it.
create view mail_outgoing_v1 as
	select owner_id, account_id, id, coalesce(sent_message_id, message_id) as message_id, sent_at, state
	from outgoing_messages;

-- Recipients of messages that were sent through the product, with the result for each.
create view mail_outgoing_recipients_v1 as
	select owner_id, account_id, outgoing_id, address, state, status, reply, updated_at from outgoing_recipients;

-- Addresses of people.
create view person_addresses_v1 as
	select owner_id, address, person_id, name, received_count, sent_count, first_contact_at, last_contact_at
	from person_addresses;

-- To, Cc and Bcc of sent messages.
create view sent_recipients_v1 as select owner_id, account_id, email_id, address, sent_at from sent_recipients;

-- One row per person.
create view people_v1 as
	select p.owner_id, p.id as person_id, p.name, p.organization, p.received_count, p.sent_count, p.first_contact_at,
		p.last_contact_at, p.is_automated,
		array(
			select a.address from person_addresses a where a.owner_id = p.owner_id and a.person_id = p.id
			order by a.last_contact_at desc, a.address
		) as addresses
	from people p;
