-- When the domains of its mailboxes were last checked while it was in progress; null: not since its launch.
alter table campaigns add column domains_checked_at timestamptz;
