-- Block & filter: rules, their matches in new mail, first-time senders, and native rules.

create table custom_filters (
	owner_id text not null,
	id uuid not null,
	-- Null: every mailbox of the owner.
	account_id uuid,
	name text not null,
	rule_type text not null check (rule_type in ('domain', 'sender', 'subject', 'keyword', 'advanced')),
	rule_value text not null,
	-- Condition of `advanced` rules, see src/tools/block-filter/condition.ts.
	conditions jsonb,
	action text not null check (action in ('delete', 'archive', 'label', 'block', 'move', 'star', 'mark_read', 'forward')),
	label_name text,
	folder_name text,
	forward_to text,
	is_active boolean not null default true,
	-- Rules are evaluated in this order, ties by creation.
	position integer not null,
	-- Error message of the last run; null: it succeeded.
	last_error text,
	-- New messages that it matched. Stored messages, and what was undone, are counted from filter_operations.
	hit_count integer not null default 0,
	last_hit_at timestamptz,
	created_at timestamptz not null default now(),
	-- When the rule or its position last changed.
	updated_at timestamptz not null default now(),
	-- Deleted; can be restored for a day.
	deleted_at timestamptz,
	primary key (owner_id, id)
);
create index custom_filters_account on custom_filters (owner_id, account_id);

-- New mail matched by a rule: one row per message, so that repeated delivery does nothing twice.
create table filtered_emails (
	owner_id text not null,
	account_id uuid not null,
	email_id uuid not null,
	filter_id uuid not null,
	-- `due`: matched, not acted on yet.
	state text not null check (state in ('due', 'done', 'failed')),
	matched_at timestamptz not null default now(),
	primary key (owner_id, account_id, email_id)
);
create index filtered_emails_due on filtered_emails (owner_id, account_id) where state = 'due';
create index filtered_emails_matched on filtered_emails (matched_at);

-- The rule that made a plan or an operation, for its counters. Rows are deleted once nothing can be undone anymore.
create table filter_operations (
	owner_id text not null,
	operation_id uuid not null,
	filter_id uuid not null,
	-- Its messages are included in custom_filters.hit_count.
	is_new_mail boolean not null,
	created_at timestamptz not null default now(),
	primary key (owner_id, operation_id)
);
create index filter_operations_created on filter_operations (created_at);

-- What a run of the active rules would do to stored mail, by rule and mailbox. Rows are deleted a day later.
create table filter_plans (
	owner_id text not null,
	-- The job that plans.
	job_id uuid not null,
	-- Order of the rules.
	position integer not null,
	filter_id uuid not null,
	account_id uuid not null,
	matched integer not null,
	-- As the API shows it; null: nothing would change.
	plan jsonb,
	-- Why the rule cannot act in the mailbox, as a message.
	reason text,
	created_at timestamptz not null default now(),
	primary key (owner_id, job_id, position)
);
create index filter_plans_created on filter_plans (created_at);

create table screened_senders (
	owner_id text not null,
	account_id uuid not null,
	sender_email text not null,
	sender_name text not null,
	state text not null check (state in ('waiting', 'accepted', 'blocked')),
	first_seen_at timestamptz not null,
	decided_at timestamptz,
	primary key (owner_id, account_id, sender_email)
);
create index screened_senders_state on screened_senders (owner_id, state, first_seen_at desc);

-- Native rules: mailboxes in sync with the filters, and the status of each rule.

create table native_rule_syncs (
	owner_id text not null,
	account_id uuid not null,
	-- False: being removed at the provider; the row is deleted afterwards.
	is_on boolean not null,
	state text not null check (state in ('syncing', 'synced', 'failed')),
	-- Error message.
	last_error text,
	-- When filters relevant to the mailbox last changed, and when it was last synced.
	requested_at timestamptz not null default now(),
	last_synced_at timestamptz,
	primary key (owner_id, account_id)
);

create table native_rules (
	owner_id text not null,
	account_id uuid not null,
	filter_id uuid not null,
	state text not null check (state in ('synced', 'unsupported', 'changed', 'deleted')),
	-- Why it is unsupported, as a message.
	reason text,
	-- Differences of the native rule, as messages.
	difference text,
	primary key (owner_id, account_id, filter_id)
);
