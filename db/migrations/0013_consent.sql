-- Pending OAuth consents: data needed when the user returns, bound to the browser's state parameter. Rows are single-use.

create table consent_attempts (
	state_hash bytea primary key,
	owner_id text not null,
	provider text not null,
	-- The account to reconnect; null: a new one.
	account_id uuid,
	access text not null check (access in ('full', 'read')),
	redirect_uri text not null,
	-- PKCE verifier, encrypted.
	verifier bytea not null,
	expires_at timestamptz not null
);
create index consent_attempts_expires on consent_attempts (expires_at);
