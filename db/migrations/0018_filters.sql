-- Block & filter: rules, what they took of new mail, and senders who wrote for the first time.

create table custom_filters (
	owner_id text not null,
	id uuid not null,
	-- Null: every mailbox of the owner.
	account_id uuid,
	name text not null,
	rule_type text not null check (rule_type in ('domain', 'sender', 'subject', 'keyword', 'advanced')),
	rule_value text not null,
	-- Of `advanced`, see src/tools/block-filter/condition.ts.
	conditions jsonb,
	action text not null check (action in ('delete', 'archive', 'label', 'block', 'move', 'star', 'mark_read', 'forward')),
	label_name text,
	folder_name text,
	forward_to text,
	is_active boolean not null default true,
	-- Rules are tried in this order, those with the same in that of their making.
	position integer not null,
	-- Why it could not act the last time, in a sentence; null: it could.
	problem text,
	-- Messages that it has acted on.
	hit_count integer not null default 0,
	last_hit_at timestamptz,
	created_at timestamptz not null default now(),
	-- Since it or its place last changed.
	updated_at timestamptz not null default now(),
	-- Deleted, but for a day it can be brought back.
	deleted_at timestamptz,
	primary key (owner_id, id)
);
create index custom_filters_account on custom_filters (owner_id, account_id);

-- New mail that a rule has taken: each message once, so that being told of it twice does nothing twice.
create table filtered_emails (
	owner_id text not null,
	account_id uuid not null,
	email_id uuid not null,
	filter_id uuid not null,
	-- `due`: taken, but not acted on yet.
	state text not null check (state in ('due', 'done', 'failed')),
	taken_at timestamptz not null default now(),
	primary key (owner_id, account_id, email_id)
);
create index filtered_emails_due on filtered_emails (owner_id, account_id) where state = 'due';
create index filtered_emails_taken on filtered_emails (taken_at);

-- Which rule a plan was made of, to count what it has done.
create table filter_plans (
	owner_id text not null,
	operation_id uuid not null,
	filter_id uuid not null,
	made_at timestamptz not null default now(),
	primary key (owner_id, operation_id)
);

-- Mailboxes whose first-time senders are held back or listed.
create table screener_mailboxes (
	owner_id text not null,
	account_id uuid not null,
	is_on boolean not null,
	-- Mail of those who wait lies apart; else it stays where it is.
	holds_back boolean not null,
	primary key (owner_id, account_id)
);

create table screened_senders (
	owner_id text not null,
	account_id uuid not null,
	sender_email text not null,
	sender_name text not null,
	state text not null check (state in ('waiting', 'accepted', 'blocked')),
	first_at timestamptz not null,
	decided_at timestamptz,
	primary key (owner_id, account_id, sender_email)
);
create index screened_senders_state on screened_senders (owner_id, state, first_at desc);
