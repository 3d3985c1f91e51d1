-- Messages whose header is stored and whose body is still to be fetched, in the order in which it is: the inbox before
-- the rest, newest first.
create index emails_bodiless on emails (owner_id, account_id, (folder_role = 'inbox') desc, received_date desc, id desc)
	where raw_sha256 is null;

alter table email_sync_status
	-- When somebody last asked for a look at the provider: a sync that runs looks again.
	add column asked_at timestamptz;

-- Estimated from how fast it went lately; null while unknown.
alter table jobs add column seconds_left double precision;
