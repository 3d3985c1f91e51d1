-- Views that tools read: the kernel's tables are private and change freely, a published view keeps its columns. An
-- incompatible change is a new view (`…_v2`) next to the old one. They are plain selections of columns, which the planner
-- replaces by the table. Every query filters by owner_id.

-- Connected mailboxes. Those with the status `deleting` are gone for users; `settings` are those of the provider.
create view mail_accounts_v1 as
	select owner_id, id, provider, name, email, status, settings, created_at from connected_accounts;

-- Folders of mailboxes, with counts.
create view mail_folders_v1 as
	select owner_id, account_id, id, folder_name, role, total_count, unread_count, size_bytes from email_folders;

-- Stored messages. `revision` increases with every change of folder, flags or labels; `raw_sha256` is null while only the
-- header is stored.
create view mail_messages_v1 as
	select owner_id, account_id, id, thread_id, folder_id, folder_role, message_id, in_reply_to, subject, sender_name,
		sender_email, recipients, sent_at, received_date, size_bytes, is_read, is_starred, is_important, is_answered,
		has_attachments, attachment_bytes, labels, category, category_why, category_by, list_key, list_unsubscribe, headers,
		body_preview, has_html, raw_sha256, revision
	from emails;

-- Search tokens of messages (src/shared/search/tokens.ts).
create view mail_tokens_v1 as
	select owner_id, account_id, email_id, received_date, lexemes, body_words from email_search;

-- Attachments of messages.
create view mail_attachments_v1 as
	select owner_id, account_id, email_id, position, filename, content_type, size_bytes, content_id, is_inline
	from email_attachments;

-- Totals per sender and folder role.
create view mail_sender_stats_v1 as
	select owner_id, account_id, sender_email, folder_role, sender_name, email_count, read_count, size_bytes, first_date,
		last_date
	from sender_stats;

-- Totals per day (UTC) and folder role.
create view mail_day_stats_v1 as
	select owner_id, account_id, day, folder_role, email_count, read_count, size_bytes from day_stats;

-- Totals per month (first day, UTC), folder role, category, list and sender.
create view mail_month_stats_v1 as
	select owner_id, account_id, month, folder_role, category, list_key, sender_email, email_count, read_count, size_bytes
	from month_stats;

-- Plans and operations.
create view mail_operations_v1 as
	select owner_id, id, account_id, action, source, state, item_count, bytes, applied, skipped, failed, undo_of, undone_by,
		job_id, created_at, expires_at, started_at, finished_at
	from operations;

-- Messages of plans and operations.
create view mail_operation_items_v1 as
	select owner_id, operation_id, account_id, email_id, revision, state, reason, size_bytes, received_date
	from operation_items;

-- Messages replaced by an operation, and their replacements; `copy_id` is null until the replacement is synced.
create view mail_operation_pairs_v1 as
	select owner_id, operation_id, account_id, email_id, copy_id, copy_bytes from operation_pairs;

-- Jobs.
create view jobs_v1 as
	select owner_id, id, account_id, kind, state, error, error_code, created_at, started_at, finished_at from jobs;

-- Generated files with an expiry; `ready_at` is null while a file is being written.
create view artifacts_v1 as select owner_id, id, size_bytes, ready_at, expires_at from artifacts;
