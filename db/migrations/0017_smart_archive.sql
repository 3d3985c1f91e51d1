-- Smart archive: what an analysis found, copies among the mail, backups of what is to go, and rules that go on sweeping.

-- The last look at a mailbox that takes longer than a page may.
create table storage_analyses (
	owner_id text not null,
	account_id uuid not null,
	analysed_at timestamptz not null,
	-- As the mail server said then, in bytes; null: it does not say.
	quota_used_bytes bigint,
	quota_limit_bytes bigint,
	-- What fills the mail, see analysis/kinds.ts: [{kind, count, bytes}].
	kinds jsonb not null default '[]',
	primary key (owner_id, account_id)
);

-- What a message says, as two numbers: so that the next analysis reads the text of new mail alone.
create table message_prints (
	owner_id text not null,
	account_id uuid not null,
	email_id uuid not null,
	-- Hash of the sender and the subject without its numbers and prefixes: only messages with the same one are compared.
	topic bigint not null,
	-- MinHash of the words, 64 bytes; null: too little text, or attachments, so that it is compared with nothing.
	print bytea,
	primary key (owner_id, account_id, email_id)
);

-- Groups of messages of which one would do, as the last analysis found them.
create table duplicate_emails (
	owner_id text not null,
	account_id uuid not null,
	kind text not null check (kind in ('exact', 'near')),
	email_id uuid not null,
	-- The message of the group that stays; it is in the group itself.
	kept_id uuid not null,
	primary key (owner_id, account_id, kind, email_id)
);
create index duplicate_emails_kept on duplicate_emails (owner_id, account_id, kind, kept_id);

-- Files that the server keeps for a person until they expire: in the object store where one is set, else in the data
-- folder, under their ids.
create table kept_files (
	owner_id text not null,
	id uuid not null,
	size_bytes bigint not null default 0,
	-- Null: still being written.
	ready_at timestamptz,
	expires_at timestamptz not null,
	primary key (owner_id, id)
);
create index kept_files_expires on kept_files (expires_at);

-- Mail written into an mbox file before it goes to the trash. The file is the kept file of the same id.
create table mail_backups (
	owner_id text not null,
	id uuid not null,
	-- The plan whose messages it holds; those that it does not verifiably hold are taken out of it.
	operation_id uuid not null,
	job_id uuid not null,
	title text not null,
	-- Messages that were read back from the file as they were, and those that were not.
	held_count integer not null default 0,
	missed_count integer not null default 0,
	-- Of the messages as they are in the mailbox.
	held_bytes bigint not null default 0,
	created_at timestamptz not null default now(),
	primary key (owner_id, id)
);

-- What is to go of a sender's mail, again and again.
create table sweep_rules (
	owner_id text not null,
	account_id uuid not null,
	id uuid not null,
	-- Lower case.
	sender_email text not null,
	sender_name text not null,
	-- A message goes when it is not among the newest so many, and older than so many days. Null: this is not asked.
	keep_newest integer,
	older_than_days integer,
	action text not null check (action in ('archive', 'trash')),
	is_active boolean not null default true,
	created_at timestamptz not null default now(),
	last_run_at timestamptz,
	-- The last run that found something.
	operation_id uuid,
	check (keep_newest is not null or older_than_days is not null),
	primary key (owner_id, id)
);
create unique index sweep_rules_sender on sweep_rules (owner_id, account_id, sender_email);
create index sweep_rules_due on sweep_rules (last_run_at) where is_active;

-- What a rule has swept once: put back by hand or by undo, it stays.
create table swept_emails (
	owner_id text not null,
	account_id uuid not null,
	rule_id uuid not null,
	email_id uuid not null,
	operation_id uuid not null,
	primary key (owner_id, account_id, rule_id, email_id)
);
