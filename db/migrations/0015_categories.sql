-- Category corrections by users, and the model that classified a mailbox.

-- Category before the user's correction, {category, why, by}: restored when it is undone. Null unless category_by is
-- 'user'.
alter table emails add column category_before jsonb;

-- Corrections of one message, a sender or a list. The newest for a target applies; older ones are kept, because
-- undoing the newest restores the one before.
create table category_corrections (
	owner_id text not null,
	account_id uuid not null,
	id uuid not null,
	what text not null check (what in ('message', 'sender', 'list')),
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
create index if not exists category_corrections_target on category_corrections (owner_id, account_id, what, target, id desc);

-- Version of the built-in model that classified a whole mailbox.
create table category_models (
	owner_id text not null,
	account_id uuid not null,
	version integer not null,
	primary key (owner_id, account_id)
);
