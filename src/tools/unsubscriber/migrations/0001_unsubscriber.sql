-- Unsubscribing: every attempt with its result, and user decisions about lists.

create table unsubscribe_attempts (
	owner_id text not null,
	account_id uuid not null,
	id uuid not null,
	-- Order of the requests.
	position bigint generated always as identity,
	-- As in emails.list_key.
	list_key text not null,
	list_name text not null,
	sender_email text not null,
	-- The message whose header was used.
	email_id uuid,
	-- The batch that processes it; null: the user unsubscribed manually.
	batch_id uuid,
	-- Null until it is processed.
	method text check (method in ('one_click', 'mailto', 'web', 'none')),
	address text,
	-- `waiting`: queued. `sending` is written before the request is sent, so that a crash never sends it twice; the result
	-- replaces it.
	state text not null check (state in ('waiting', 'sending', 'requested', 'confirmed', 'failed', 'needs_action')),
	reason text,
	explanation text,
	response_status integer,
	response_text text,
	created_at timestamptz not null,
	requested_at timestamptz,
	responded_at timestamptz,
	-- When mail arrived more than 48 hours later.
	still_sending_since timestamptz,
	-- The plan that moves the list's mail to the trash once the user is unsubscribed; null: none.
	cleanup_operation_id uuid,
	primary key (owner_id, account_id, id)
);
create index unsubscribe_attempts_list on unsubscribe_attempts (owner_id, account_id, list_key, position desc);
create index unsubscribe_attempts_batch on unsubscribe_attempts (owner_id, batch_id);
-- One active attempt per list.
create unique index unsubscribe_attempts_open on unsubscribe_attempts (owner_id, account_id, list_key)
	where state in ('waiting', 'sending');

create table list_decisions (
	owner_id text not null,
	account_id uuid not null,
	list_key text not null,
	decision text not null check (decision in ('kept', 'not_required')),
	decided_at timestamptz not null,
	primary key (owner_id, account_id, list_key)
);

-- Lists whose newest message announces one-click requests, but whose signature was checked and is not valid.
create table one_click_problems (
	owner_id text not null,
	account_id uuid not null,
	list_key text not null,
	-- The message that was checked: a newer one is checked again.
	email_id uuid not null,
	-- A code of src/tools/unsubscriber/server/attempts/reasons.ts.
	reason text not null,
	checked_at timestamptz not null,
	primary key (owner_id, account_id, list_key)
);
