-- People who are away at a provider to allow something: what is needed when they come back, bound to the state that
-- their browser carries. A row is used once.

create table consent_attempts (
	state_hash bytea primary key,
	owner_id text not null,
	provider text not null,
	-- Connect this account again; null: a new one.
	account_id uuid,
	access text not null check (access in ('full', 'read')),
	redirect_uri text not null,
	-- Of PKCE, sealed.
	verifier bytea not null,
	expires_at timestamptz not null
);
create index consent_attempts_expires on consent_attempts (expires_at);
