-- What the health score was computed from, per mailbox and day (UTC): the score of any set of mailboxes follows from it.
create table mailbox_health (
	owner_id text not null,
	account_id uuid not null,
	day date not null,
	total_count integer not null,
	unread_count integer not null,
	used_bytes bigint not null,
	quota_bytes bigint not null,
	primary key (owner_id, account_id, day)
);

-- Scans: full scans, and first syncs of mailboxes.
create view gmail_scan_progress as
	select owner_id, id, account_id, 'full' as scan_type,
		case state when 'done' then 'completed' else state end as status, 0 as email_count, created_at as started_at
	from jobs_v1 where kind = 'full-scan'
	union all
	select owner_id, id, account_id, 'first', case state when 'done' then 'completed' else state end, added, started_at
	from mail_syncs_v1 where trigger = 'first';

-- What users did: changes to mail, and unsubscribing. Messages marked as read by opening them are left out.
create view user_activity_logs as
	select owner_id, id, account_id, case when action ->> 'type' = 'archive' then 'archive' else 'cleanup' end as activity_type,
		case state when 'done' then 'completed' else state end as status, item_count::bigint as item_count, started_at as created_at
	from mail_operations_v1 where started_at is not null and source <> 'reading'
	union all
	select owner_id, id, null, 'unsubscribe', case state when 'done' then 'completed' else state end, total, created_at
	from work_batches_v1 where kind = 'unsubscribe';
