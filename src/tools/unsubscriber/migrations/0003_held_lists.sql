-- Lists whose new mail stays out of the inbox: always, by a filter, or until a time.
create table held_lists (
	owner_id text not null,
	account_id uuid not null,
	id uuid not null,
	-- As in emails.list_key.
	list_key text not null,
	-- When its mail comes back; null: never.
	held_until timestamptz,
	-- The filter that archives its mail; null: a pause.
	filter_id uuid,
	created_at timestamptz not null,
	check ((held_until is null) <> (filter_id is null)),
	primary key (owner_id, account_id, id)
);
create unique index held_lists_list on held_lists (owner_id, account_id, list_key);

-- Messages that a pause archived and will move to the inbox.
create table held_emails (
	owner_id text not null,
	account_id uuid not null,
	hold_id uuid not null,
	email_id uuid not null,
	primary key (owner_id, account_id, hold_id, email_id)
);
