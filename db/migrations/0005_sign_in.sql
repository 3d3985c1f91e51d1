-- Sign-in methods besides passwords: second factor and passkeys (tables of Better Auth, whose column names are mapped
-- in src/server/identity/auth/options.ts), linked identities, and API keys.

alter table users add column two_factor_enabled boolean default false;

create table two_factors (
	id text primary key,
	secret text not null,
	backup_codes text not null,
	user_id text not null references users (id) on delete cascade,
	verified boolean default true,
	failed_verification_count integer default 0,
	locked_until timestamptz
);
create index two_factors_secret_idx on two_factors (secret);
create unique index two_factors_user_id_idx on two_factors (user_id);

-- Authenticator codes that were tried: each is accepted once while it could be valid (RFC 6238 §5.2).
create table used_codes (
	user_id text not null references users (id) on delete cascade,
	code_hash bytea not null,
	used_at timestamptz not null,
	primary key (user_id, code_hash)
);

create table passkeys (
	id text primary key,
	name text,
	public_key text not null,
	user_id text not null references users (id) on delete cascade,
	credential_id text not null,
	counter integer not null,
	device_type text not null,
	backed_up boolean not null,
	transports text,
	created_at timestamptz,
	aaguid text
);
create index passkeys_user_id_idx on passkeys (user_id);
create unique index passkeys_credential_id_idx on passkeys (credential_id);

-- Email address from the provider when the identity was linked: for display, never for lookup.
alter table auth_accounts add column email text;
create unique index auth_accounts_identity on auth_accounts (provider_id, account_id);

-- Public identifier of a session: its id, never its token.
create index sessions_expires on sessions (expires_at);

create table api_keys (
	id uuid primary key,
	user_id text not null references users (id) on delete cascade,
	name text not null,
	-- SHA-256; keys have enough entropy to need no salt.
	key_hash bytea not null unique,
	-- First characters, to tell keys apart.
	start text not null,
	scopes text[] not null,
	created_at timestamptz not null default now(),
	-- With a resolution of a minute.
	last_used_at timestamptz,
	expires_at timestamptz
);
create index api_keys_user_id_idx on api_keys (user_id);
