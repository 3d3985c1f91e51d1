-- contract
-- What the cleaning tools count and act on: which list a message belongs to, who put it into its category, counts per
-- month, sender, category and list, and the messages that have just come.

-- The list that it belongs to, see src/shared/mail/list-identity.ts; empty: none. Null: nobody has looked yet, and
-- month_stats does not count the message yet.
alter table emails add column list_key text;
-- Null with `category`, and for what the provider said before this was kept. A person's word counts more than the provider's, the provider's more than the classifier's.
alter table emails add column category_by text check (category_by in ('provider', 'classifier', 'person'));

create index if not exists emails_list on emails (owner_id, account_id, list_key, received_date desc) where list_key <> '';
create index if not exists emails_category on emails (owner_id, account_id, category, received_date desc, id desc) where category is not null;
-- What is still to be looked at, after an update of the program.
create index if not exists emails_unlisted on emails (owner_id, account_id) where list_key is null;

-- Rollup, kept as the others are, in the transaction that changes the mail.
create table month_stats (
	owner_id text not null,
	account_id uuid not null,
	-- Its first day, in UTC.
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

-- Messages that came after the mailbox was first listed, until every tool has seen them: written with the message itself.
create table arrivals (
	owner_id text not null,
	account_id uuid not null,
	email_id uuid not null,
	arrived_at timestamptz not null default now(),
	primary key (owner_id, account_id, email_id)
);
