-- Users, sessions and sign-in methods (the first four tables belong to Better Auth, whose column names
-- are mapped in src/server/identity/auth/options.ts), and protection against guessing.

create table users (
	id text primary key,
	name text not null,
	email text not null unique,
	email_verified boolean not null,
	image text,
	created_at timestamptz not null default current_timestamp,
	updated_at timestamptz not null default current_timestamp
);

create table sessions (
	id text primary key,
	expires_at timestamptz not null,
	token text not null unique,
	created_at timestamptz not null default current_timestamp,
	updated_at timestamptz not null,
	ip_address text,
	user_agent text,
	user_id text not null references users (id) on delete cascade
);
create index sessions_user_id_idx on sessions (user_id);

create table auth_accounts (
	id text primary key,
	account_id text not null,
	provider_id text not null,
	user_id text not null references users (id) on delete cascade,
	access_token text,
	refresh_token text,
	id_token text,
	access_token_expires_at timestamptz,
	refresh_token_expires_at timestamptz,
	scope text,
	password text,
	created_at timestamptz not null default current_timestamp,
	updated_at timestamptz not null
);
create index auth_accounts_user_id_idx on auth_accounts (user_id);

create table verifications (
	id text primary key,
	identifier text not null,
	value text not null,
	expires_at timestamptz not null,
	created_at timestamptz not null default current_timestamp,
	updated_at timestamptz not null default current_timestamp
);
create index verifications_identifier_idx on verifications (identifier);

-- The operator is the first user to sign up. At most one row; it cannot be deleted while it references a
-- user, so that nobody inherits the role by accident.
create table operator (
	only_one boolean primary key default true check (only_one),
	user_id text not null references users (id)
);

-- In the sign-up transaction: of two concurrent first users exactly one becomes the operator.
create function first_person_is_operator() returns trigger language plpgsql as $$
begin
	insert into operator (user_id) values (new.id) on conflict do nothing;
	return null;
end
$$;
create trigger users_first_is_operator after insert on users
	for each row execute function first_person_is_operator();

-- Unsolved security checks; the first answer deletes the row, right or wrong.
create table security_checks (
	token_hash bytea primary key,
	answer smallint not null,
	expires_at timestamptz not null
);
create index security_checks_expires on security_checks (expires_at);

-- Fixed-window counters of attempts; the key is a keyed hash of client and action.
create table rate_limits (
	key bytea primary key,
	count integer not null,
	resets_at timestamptz not null
);
create index rate_limits_resets on rate_limits (resets_at);
