-- Messages of the contact form. They are for the operator, so no owner leads the key.

create table contact_messages (
	id uuid primary key,
	name text not null,
	email text not null,
	subject text not null,
	message text not null,
	-- The sender, if signed in: deleted with their account.
	user_id text references users (id) on delete cascade,
	-- The honeypot field was filled in: stored for review, never sent.
	suspected boolean not null default false,
	created_at timestamptz not null default now(),
	-- Null: not sent (yet).
	mailed_at timestamptz
);
create index contact_messages_user_id_idx on contact_messages (user_id) where user_id is not null;
