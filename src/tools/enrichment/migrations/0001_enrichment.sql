-- Enrichment: what is known about the person behind an address, with the evidence.

create table enrichments (
	owner_id text not null,
	id uuid not null,
	-- In lower case.
	email text not null,
	-- Whether there is at least one fact or picture.
	found boolean not null,
	-- [{field, value, confidence, evidence: [{source, kind, url, emailId, count, firstSeen, lastSeen}], alternatives}]
	facts jsonb not null,
	-- [{kind, source, url, dataUrl}]: one of the person and one of the organization at most
	pictures jsonb not null default '[]',
	-- From 0 to 1; 0 when nothing was found.
	confidence real not null,
	-- {source, state, detail} of each source that was asked.
	asked jsonb not null,
	checked_at timestamptz not null,
	primary key (owner_id, id)
);
create unique index enrichments_email on enrichments (owner_id, email);
create index enrichments_checked on enrichments (owner_id, checked_at desc, id desc);

-- API keys of paid sources.
create table enrichment_keys (
	owner_id text not null,
	source text not null,
	-- Encrypted (src/server/platform/secrets).
	api_key bytea not null,
	updated_at timestamptz not null,
	primary key (owner_id, source)
);

-- People about whom nothing is collected.
create table enrichment_opt_outs (
	owner_id text not null,
	-- In lower case.
	email text not null,
	created_at timestamptz not null,
	primary key (owner_id, email)
);

-- Lists whose people are or were looked up. Their rows are the items of the batch with the same id, which is deleted 30 days
-- after it ended. They hold no details: those are in enrichments, where people who opt out are deleted.
create table enrichment_lists (
	owner_id text not null,
	id uuid not null,
	-- The file's name, or what the user selected.
	name text not null,
	-- Names of the file's columns.
	columns text[] not null,
	-- Rows without an address.
	skipped_rows integer not null,
	-- Rows with the address of an earlier row.
	duplicates integer not null,
	-- The public sources that are asked.
	public_sources text[] not null,
	created_at timestamptz not null,
	primary key (owner_id, id)
);

-- What is known about addresses, for other tools.
create view enriched_addresses_v1 as
	select owner_id, id, email, found, facts, confidence, checked_at from enrichments;
