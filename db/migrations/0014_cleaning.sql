-- contract
-- Data of the cleanup tools: list key, source of the category, counts per month, sender, category and list, and new
-- messages.

-- List key, see src/shared/mail/list-identity.ts; empty: none. Null: not determined yet, and not counted in
-- month_stats.
alter table emails add column list_key text;
-- Null with `category`, and for provider categories from before this column. Precedence: user, provider, classifier.
alter table emails add column category_by text check (category_by in ('provider', 'classifier', 'user'));

create index if not exists emails_list on emails (owner_id, account_id, list_key, received_date desc) where list_key <> '';
create index if not exists emails_category on emails (owner_id, account_id, category, received_date desc, id desc) where category is not null;
-- Messages still to be processed after an update of the program.
create index if not exists emails_unlisted on emails (owner_id, account_id) where list_key is null;

-- Rollup, updated like the others in the transaction that changes the mail.
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

-- New messages since the first listing, until every module has handled them; written with the message.
create table inbox_events (
	owner_id text not null,
	account_id uuid not null,
	email_id uuid not null,
	arrived_at timestamptz not null default now(),
	primary key (owner_id, account_id, email_id)
);
