-- Leaving lists: every try with what came of it, and what the person decided about lists.

create table unsubscribe_attempts (
	owner_id text not null,
	account_id uuid not null,
	id uuid not null,
	-- The order in which they were asked for.
	position bigint generated always as identity,
	-- As in emails.list_key.
	list_key text not null,
	list_name text not null,
	sender_email text not null,
	-- The message whose header was followed.
	email_id uuid,
	-- The job in whose line it stands; null: the person left by hand.
	job_id uuid,
	-- Null until it is its turn.
	method text check (method in ('one-click', 'mailto', 'web', 'none')),
	address text,
	-- `waiting` stands in line. `asking` is written before the request goes out, so that nothing is asked twice whenever the
	-- process dies; what comes of it replaces it.
	state text not null check (state in ('waiting', 'asking', 'requested', 'confirmed', 'failed', 'needs_you')),
	reason text,
	explanation text,
	answer_status integer,
	answer_line text,
	created_at timestamptz not null,
	asked_at timestamptz,
	answered_at timestamptz,
	-- When mail came although more than 48 hours had passed.
	still_since timestamptz,
	primary key (owner_id, account_id, id)
);
create index unsubscribe_attempts_list on unsubscribe_attempts (owner_id, account_id, list_key, position desc);
create index unsubscribe_attempts_job on unsubscribe_attempts (owner_id, job_id);
-- A list is asked by one at a time.
create unique index unsubscribe_attempts_open on unsubscribe_attempts (owner_id, account_id, list_key)
	where state in ('waiting', 'asking');

create table list_decisions (
	owner_id text not null,
	account_id uuid not null,
	list_key text not null,
	decision text not null check (decision in ('kept', 'not_required')),
	decided_at timestamptz not null,
	primary key (owner_id, account_id, list_key)
);
