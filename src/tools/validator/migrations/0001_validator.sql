-- Validator: the latest verdict on each address, its history, the evidence about domains, and validated files.

create table validated_emails (
	owner_id text not null,
	id uuid not null,
	-- With the domain in lower case and Punycode; an entry without valid syntax as it was given.
	email text not null,
	status text not null check (status in ('valid', 'risky', 'invalid', 'unknown')),
	-- Code of src/tools/validator/reasons.ts.
	reason text not null,
	score integer not null,
	-- Null: the address has none.
	domain text,
	-- Null: not established.
	mx_record boolean,
	spf_valid boolean,
	dkim_valid boolean,
	suggestion text,
	flags text[] not null,
	-- What the user's own mail knows, {state, detail}; null: nothing.
	own_mail jsonb,
	checked_at timestamptz not null,
	primary key (owner_id, id)
);
create unique index validated_emails_email on validated_emails (owner_id, email);
create index validated_emails_checked on validated_emails (owner_id, checked_at desc, id desc);

-- The latest verdicts, for other tools.
create view validated_addresses_v1 as
	select owner_id, id, email, status, reason, score, checked_at from validated_emails;

-- One row whenever the verdict on an address changes.
create table validated_email_history (
	owner_id text not null,
	email_id uuid not null,
	checked_at timestamptz not null,
	status text not null,
	reason text not null,
	score integer not null,
	primary key (owner_id, email_id, checked_at)
);

-- The latest evidence about the domains of validated addresses.
create table validated_domains (
	owner_id text not null,
	domain text not null,
	-- [{name, state, detail, durationMs, source, checkedAt}]
	checks jsonb not null,
	checked_at timestamptz not null,
	primary key (owner_id, domain)
);

-- Files that are or were validated. Their rows are the items of the batch with the same id, which is deleted 30 days after
-- it ended. While rows are being read, the file is the artifact with the same id.
create table validation_files (
	owner_id text not null,
	id uuid not null,
	filename text not null,
	size_bytes bigint not null,
	encoding text not null,
	-- Empty: each line is one value.
	delimiter text not null,
	has_header boolean not null,
	-- Names of the columns.
	columns text[] not null,
	email_column integer not null,
	-- Rows without an address.
	skipped_rows integer not null default 0,
	-- Rows with the mailbox of an earlier row.
	duplicates integer not null default 0,
	-- Rows that count as usage of the user's plan.
	counted_rows integer not null default 0,
	-- Why reading stopped before the end of the file; null: it did not.
	error text,
	-- Called when the validation has ended; null: nobody asked for it.
	webhook_url text,
	webhook_state text check (webhook_state in ('pending', 'delivered', 'failed')),
	-- Why the last call failed; null: it did not.
	webhook_error text,
	created_at timestamptz not null default now(),
	primary key (owner_id, id)
);

-- What mail servers said about addresses, for users who turned mailbox checks on.
create table mailbox_probes (
	owner_id text not null,
	-- As in validated_emails.
	address text not null,
	outcome text not null,
	-- Null: the server was not asked for this address.
	reply text,
	-- The host that replied.
	server text not null,
	checked_at timestamptz not null,
	-- When a greylisting server is asked again; null: not by the schedule.
	retry_at timestamptz,
	-- Attempts in a row that were greylisted.
	tries integer not null,
	primary key (owner_id, address)
);
create index mailbox_probes_retry on mailbox_probes (owner_id, retry_at) where retry_at is not null;

-- Whether the mail servers of a domain accept every address.
create table mailbox_probe_domains (
	owner_id text not null,
	domain text not null,
	is_catch_all boolean not null,
	checked_at timestamptz not null,
	primary key (owner_id, domain)
);

-- Lists whose addresses are validated again on a schedule. A list is a copy: deleting its file does not change it.
create table monitored_lists (
	owner_id text not null,
	id uuid not null,
	name text not null,
	every text not null check (every in ('day', 'week', 'month')),
	created_at timestamptz not null,
	-- When the last check began; null: there was none.
	check_started_at timestamptz,
	-- When it ended; null: there was none, or it is in progress.
	checked_at timestamptz,
	-- Why the last check stopped before its end; null: it did not.
	error text,
	primary key (owner_id, id)
);

create table monitored_addresses (
	owner_id text not null,
	list_id uuid not null,
	-- As in validated_emails.
	address text not null,
	-- The last verdict other than unknown; null: there was none.
	status text,
	reason text,
	-- When it was validated last, with whatever verdict.
	checked_at timestamptz,
	primary key (owner_id, list_id, address)
);
create index monitored_addresses_due on monitored_addresses (owner_id, list_id, checked_at nulls first, address);

-- One row whenever the verdict on an address of a list changes.
create table monitored_changes (
	owner_id text not null,
	list_id uuid not null,
	changed_at timestamptz not null,
	address text not null,
	from_status text not null,
	from_reason text not null,
	to_status text not null,
	to_reason text not null,
	primary key (owner_id, list_id, changed_at, address)
);
