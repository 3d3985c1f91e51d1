-- Artifacts: files generated for a user, with an expiry; stored by id in the object store if configured, else in the
-- data folder.
create table artifacts (
	owner_id text not null,
	id uuid not null,
	size_bytes bigint not null default 0,
	-- Null: still being written.
	ready_at timestamptz,
	expires_at timestamptz not null,
	primary key (owner_id, id)
);
create index artifacts_expires on artifacts (expires_at);
