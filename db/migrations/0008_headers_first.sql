-- Messages without a stored body, in fetch order: the inbox before the rest, newest first.
create index emails_bodiless on emails (owner_id, account_id, (folder_role = 'inbox') desc, received_date desc, id desc)
	where raw_sha256 is null;

alter table email_sync_status
	-- When a sync was last requested: a running sync lists again.
	add column asked_at timestamptz;

-- Estimated from recent speed; null while unknown.
alter table jobs add column seconds_left double precision;
