-- When the user put it away; null: it is in the list.
alter table campaigns add column archived_at timestamptz;
