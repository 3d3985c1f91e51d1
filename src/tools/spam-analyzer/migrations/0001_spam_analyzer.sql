-- Spam-risk analyzer: past analyses.

create table spam_analyses (
	owner_id text not null,
	id uuid not null,
	-- As entered: an address or a domain.
	subject text not null,
	domain text not null,
	-- Null: too little could be checked, or is known.
	trust_score integer,
	reputation_score integer,
	-- `report` of src/tools/spam-analyzer/contract.ts.
	report jsonb not null,
	analyzed_at timestamptz not null,
	primary key (owner_id, id)
);
create index spam_analyses_domain on spam_analyses (owner_id, domain, analyzed_at desc);
create index spam_analyses_recent on spam_analyses (owner_id, analyzed_at desc, id desc);

-- Senders from whose lists the user unsubscribed, from the events of unsubscribing.
create table unsubscribed_senders (
	owner_id text not null,
	account_id uuid not null,
	sender_email text not null,
	unsubscribed_at timestamptz not null,
	primary key (owner_id, account_id, sender_email)
);

-- Domains that are analyzed on a schedule.
create table watched_domains (
	owner_id text not null,
	domain text not null,
	-- As entered: an address or a domain.
	subject text not null,
	every text not null check (every in ('day', 'week')),
	-- Changes are emailed to the user.
	mails boolean not null,
	created_at timestamptz not null,
	-- Null: not analyzed yet.
	checked_at timestamptz,
	analysis_id uuid,
	-- By check, the latest state that was known and its records: `Known` of server/watch/compare.ts.
	known jsonb not null default '{}',
	primary key (owner_id, domain)
);

-- What changed between two analyses of a watched domain.
create table domain_changes (
	owner_id text not null,
	id uuid not null,
	domain text not null,
	found_at timestamptz not null,
	-- `domainChange[]` of src/tools/spam-analyzer/contract.ts.
	changes jsonb not null,
	-- Null: the user has not looked at it.
	seen_at timestamptz,
	primary key (owner_id, id)
);
create index domain_changes_domain on domain_changes (owner_id, domain, found_at desc);

-- Aggregate DMARC reports (RFC 9990) that arrived in mailboxes: one row for each email that was read.
create table dmarc_reports (
	owner_id text not null,
	account_id uuid not null,
	email_id uuid not null,
	organization text not null,
	report_id text not null,
	-- Null, as the period: no report could be read, and `problem` says why.
	domain text,
	begins timestamptz,
	ends timestamptz,
	policy text not null,
	problem text,
	primary key (owner_id, account_id, email_id)
);
create index dmarc_reports_domain on dmarc_reports (owner_id, domain, begins);

-- Messages of one source with the same results, as a report counts them.
create table dmarc_sources (
	owner_id text not null,
	account_id uuid not null,
	email_id uuid not null,
	position integer not null,
	ip text not null,
	emails integer not null,
	disposition text not null check (disposition in ('none', 'quarantine', 'reject')),
	-- Passed in alignment with the author's domain.
	dkim boolean not null,
	spf boolean not null,
	header_from text not null,
	-- Registrable domain that was authenticated; null: none.
	sender text,
	primary key (owner_id, account_id, email_id, position)
);

-- When the reports of a mailbox were last read.
create table dmarc_scans (
	owner_id text not null,
	account_id uuid not null,
	scanned_at timestamptz not null,
	primary key (owner_id, account_id)
);
