-- Smart archive: analysis results, duplicates, mail backups and sweep rules.

-- Last analysis of a mailbox, which takes longer than a page load.
create table storage_analyses (
	owner_id text not null,
	account_id uuid not null,
	analyzed_at timestamptz not null,
	-- As reported by the mail server, in bytes; null: not reported.
	quota_used_bytes bigint,
	quota_limit_bytes bigint,
	-- Breakdown of the mailbox, see analysis/kinds.ts: [{kind, count, bytes}].
	kinds jsonb not null default '[]',
	primary key (owner_id, account_id)
);

-- Fingerprints of message texts, so that the next analysis only reads new mail.
create table message_fingerprints (
	owner_id text not null,
	account_id uuid not null,
	email_id uuid not null,
	-- Hash of the sender, the subject without its prefixes, and the text's first words and numbers: only messages with the
	-- same one are compared. Null: too little text, or attachments; not compared.
	match_key bigint,
	-- Hash of all words of the text.
	text_hash bigint not null,
	primary key (owner_id, account_id, email_id)
);

-- Groups of duplicates found by the last analysis.
create table duplicate_emails (
	owner_id text not null,
	account_id uuid not null,
	kind text not null check (kind in ('exact', 'near')),
	email_id uuid not null,
	-- The message to keep; part of the group.
	kept_id uuid not null,
	primary key (owner_id, account_id, kind, email_id)
);
create index duplicate_emails_kept on duplicate_emails (owner_id, account_id, kind, kept_id);

-- Mail backups: mbox.gz files written before mail goes to the trash. The file is the artifact with the same id.
create table mail_backups (
	owner_id text not null,
	id uuid not null,
	-- The plan whose messages it contains; messages that fail verification are removed from the plan.
	operation_id uuid not null,
	job_id uuid not null,
	title text not null,
	-- Messages that passed verification, and those that failed.
	archived_count integer not null default 0,
	failed_count integer not null default 0,
	-- Size of the messages in the mailbox.
	archived_bytes bigint not null default 0,
	created_at timestamptz not null default now(),
	primary key (owner_id, id)
);

-- Messages in a backup's file, with the state they had: what restoring them needs.
create table mail_backup_messages (
	owner_id text not null,
	backup_id uuid not null,
	-- Number of the entry in the file, from 0.
	position integer not null,
	-- The mailbox and the message they came from. Not `account_id`: the backup outlives the mailbox.
	mailbox_id uuid not null,
	email_id uuid not null,
	message_id text,
	-- Of the message's bytes.
	sha256 text not null,
	size_bytes bigint not null,
	received_date timestamptz not null,
	folder_id text not null,
	folder_role text not null,
	folder_name text not null,
	is_read boolean not null,
	is_starred boolean not null,
	is_important boolean not null,
	is_answered boolean not null,
	labels text[] not null,
	primary key (owner_id, backup_id, position)
);

-- Restores of backups.
create table mail_restores (
	owner_id text not null,
	id uuid not null,
	backup_id uuid not null,
	-- Null: the mailboxes they came from.
	target_id uuid,
	job_id uuid not null,
	-- Mailboxes whose items are determined.
	planned uuid[] not null default '{}',
	-- The operation that moves the messages to their folders; null until all of them are in the mailbox.
	operation_id uuid,
	created_at timestamptz not null,
	primary key (owner_id, id)
);

-- Messages to restore in a mailbox: those in its trash, and those that are appended to it first.
create table mail_restore_items (
	owner_id text not null,
	restore_id uuid not null,
	account_id uuid not null,
	position integer not null,
	-- The message in the mailbox; null: not there yet.
	email_id uuid,
	-- Its folder; null: one to be created by this name.
	folder_id text,
	folder_name text not null,
	labels text[] not null,
	-- Appending was requested: without a result, the message may or may not be in the mailbox.
	append_requested boolean not null default false,
	provider_id text,
	-- Why it could not be appended.
	reason text,
	primary key (owner_id, restore_id, account_id, position)
);

-- Sweep rules: recurring cleanup of a sender's mail.
create table sweep_rules (
	owner_id text not null,
	account_id uuid not null,
	id uuid not null,
	-- Lower case.
	sender_email text not null,
	sender_name text not null,
	-- A message is swept if it is not among the newest n and older than n days. Null: no such condition.
	keep_newest integer,
	older_than_days integer,
	action text not null check (action in ('archive', 'trash')),
	is_active boolean not null default true,
	created_at timestamptz not null default now(),
	last_run_at timestamptz,
	-- Last run with matches.
	operation_id uuid,
	check (keep_newest is not null or older_than_days is not null),
	primary key (owner_id, id)
);
create unique index sweep_rules_sender on sweep_rules (owner_id, account_id, sender_email);
create index sweep_rules_due on sweep_rules (last_run_at) where is_active;

-- Messages swept by a rule: not swept again after being restored manually or by undo.
create table swept_emails (
	owner_id text not null,
	account_id uuid not null,
	rule_id uuid not null,
	email_id uuid not null,
	operation_id uuid not null,
	primary key (owner_id, account_id, rule_id, email_id)
);
