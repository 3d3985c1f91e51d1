-- What people teach about categories, and which model has sorted a mailbox.

-- Where a message stood before a person's word, {category, why, by}: it comes back when that is taken back. Null unless
-- category_by is 'person'.
alter table emails add column category_before jsonb;

-- What a person said of one message, of a sender or of a list. Of several about the same the newest holds; the others are
-- kept, because taking back the newest brings back the one before.
create table category_corrections (
	owner_id text not null,
	account_id uuid not null,
	id uuid not null,
	what text not null check (what in ('message', 'sender', 'list')),
	-- The message's id, the sender's address in lower case, or the list's key.
	target text not null,
	category text not null check (category in ('promotions', 'social', 'updates', 'forums', 'primary')),
	-- How people call it: the message's subject, the sender's name, the list's name.
	name text not null,
	-- What is learned from one message: tokens of src/server/mail/classify/tokens.ts. Empty for senders and lists.
	tokens text[] not null default '{}',
	created_at timestamptz not null default now(),
	primary key (owner_id, account_id, id)
);
create index if not exists category_corrections_target on category_corrections (owner_id, account_id, what, target, id desc);

-- Which version of the built-in model has sorted all of a mailbox.
create table category_models (
	owner_id text not null,
	account_id uuid not null,
	version integer not null,
	primary key (owner_id, account_id)
);
