-- contract
-- Settings of users, by section. Sections are declared with their schema in code (src/shared/settings.ts).
create table settings (
	owner_id text not null,
	section text not null,
	-- The mailbox, for sections that have values per mailbox; otherwise the zero UUID.
	account_id uuid not null default '00000000-0000-0000-0000-000000000000',
	-- Only values that the user set; all others have their default.
	value jsonb not null default '{}',
	updated_at timestamptz not null default now(),
	primary key (owner_id, section, account_id)
);

insert into settings (owner_id, section, value, updated_at)
	select owner_id, 'notifications', preferences, updated_at from user_settings;

drop table user_settings;
