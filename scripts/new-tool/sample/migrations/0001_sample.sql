-- New messages, until a digest counts them. A message that is reported twice is one row.
create table sample_emails (
	owner_id text not null,
	account_id uuid not null,
	email_id uuid not null,
	-- Null: not counted yet.
	digest_id uuid,
	primary key (owner_id, account_id, email_id)
);
create index sample_emails_new on sample_emails (owner_id, account_id) where digest_id is null;

-- Digests that were sent.
create table sample_digests (
	owner_id text not null,
	id uuid not null,
	account_id uuid not null,
	email_count integer not null,
	created_at timestamptz not null default now(),
	primary key (owner_id, id)
);
