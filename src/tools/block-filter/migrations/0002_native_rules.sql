-- Native rules: mailboxes in sync with the filters, and the status of each rule.

create table native_mailboxes (
	owner_id text not null,
	account_id uuid not null,
	-- False: being removed at the provider; the row is deleted afterwards.
	is_on boolean not null,
	state text not null check (state in ('working', 'synced', 'failed')),
	-- Error message.
	problem text,
	-- When filters relevant to the mailbox last changed, and when it was last synced.
	asked_at timestamptz not null default now(),
	checked_at timestamptz,
	primary key (owner_id, account_id)
);

create table native_filters (
	owner_id text not null,
	account_id uuid not null,
	filter_id uuid not null,
	state text not null check (state in ('synced', 'not_possible', 'changed', 'gone')),
	-- Why it is not possible, as a message.
	why text,
	-- Differences of the native rule, as messages.
	note text,
	primary key (owner_id, account_id, filter_id)
);
