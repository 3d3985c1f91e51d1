-- Filters that the provider runs as well: which mailboxes they are kept in step with, and how each stands there.

create table native_mailboxes (
	owner_id text not null,
	account_id uuid not null,
	-- False: being taken away there; the row goes when that is done.
	is_on boolean not null,
	state text not null check (state in ('working', 'in_step', 'failed')),
	-- Why it failed, in a sentence.
	problem text,
	-- When the filters last changed as far as they concern the mailbox, and when it was last brought in step.
	asked_at timestamptz not null default now(),
	checked_at timestamptz,
	primary key (owner_id, account_id)
);

create table native_filters (
	owner_id text not null,
	account_id uuid not null,
	filter_id uuid not null,
	state text not null check (state in ('in_step', 'not_possible', 'changed', 'gone')),
	-- Why it is not possible, in a sentence.
	why text,
	-- Where it does not mean exactly the same there, in sentences.
	note text,
	primary key (owner_id, account_id, filter_id)
);
