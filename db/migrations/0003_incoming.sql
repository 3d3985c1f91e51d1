-- What a message is (`Incoming` in src/shared/mail/incoming.ts); null: a person's.
alter table emails add column incoming jsonb;
alter table emails alter column incoming set statistics 0;

-- Of stored mail, what its header alone says. The text is read of new mail only.
update emails set incoming = jsonb_build_object('kind', 'automatic', 'reason', 'auto-submitted', 'until', null)
where lower(headers ->> 'auto-submitted') ~ '^\s*auto-' or headers ?| array['x-autoreply', 'x-autorespond', 'x-autoresponder',
	'x-autoreply-from', 'x-mail-autoreply', 'x-vacation', 'x-ms-exchange-inbox-rules-autoreply'];

create or replace view mail_messages_v1 as
	select owner_id, account_id, id, provider_id, thread_id, folder_id, folder_role, message_id, in_reply_to, subject, sender_name,
		sender_email, recipients, sent_at, received_date, size_bytes, is_read, is_starred, is_important, is_answered,
		has_attachments, attachment_bytes, labels, category, category_reason, category_source, list_key, list_unsubscribe, headers,
		body_preview, ai_summary_short, has_html, raw_sha256, revision, incoming
	from emails;
