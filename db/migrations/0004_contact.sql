-- What visitors write with the contact form. It is addressed to the operator, so no owner leads the key.

create table contact_messages (
	id uuid primary key,
	name text not null,
	email text not null,
	subject text not null,
	message text not null,
	-- The person who wrote it, when signed in: their messages go when they go.
	user_id text references users (id) on delete cascade,
	-- The field that people do not see was filled in: kept to look at, never mailed.
	suspected boolean not null default false,
	created_at timestamptz not null default now(),
	-- Null: not mailed (yet).
	mailed_at timestamptz
);
create index contact_messages_user_id_idx on contact_messages (user_id) where user_id is not null;
