-- How far a message can be trusted (src/shared/mail/trust.ts): the verdict with its reasons, what the message itself shows, and the
-- version of the rules. Null: not judged yet, or the user's own.
alter table emails add column trust text, add column trust_reasons jsonb, add column trust_findings jsonb,
	add column trust_version smallint;
alter table emails alter column trust_reasons set statistics 0;
alter table emails alter column trust_findings set statistics 0;

create index emails_distrusted on emails (owner_id, account_id, received_date desc, id desc)
	where trust in ('suspicious', 'forged');

-- The version of the rules by which all mail of a mailbox was judged.
create table trust_versions (
	owner_id text not null,
	account_id uuid not null,
	version integer not null,
	primary key (owner_id, account_id)
);

-- Senders of whom the user said that their mail is safe.
create table trusted_senders (
	owner_id text not null,
	-- As in `emails.sender_email`.
	sender_email text not null,
	trusted_at timestamptz not null default now(),
	primary key (owner_id, sender_email)
);

create or replace view mail_messages_v1 as
	select owner_id, account_id, id, provider_id, thread_id, folder_id, folder_role, message_id, in_reply_to, subject, sender_name,
		sender_email, recipients, sent_at, received_date, size_bytes, is_read, is_starred, is_important, is_answered,
		has_attachments, attachment_bytes, labels, category, category_reason, category_source, list_key, list_unsubscribe, headers,
		body_preview, ai_summary_short, has_html, raw_sha256, revision, incoming, trust
	from emails;
