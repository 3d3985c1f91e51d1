-- Percent of bounces at which a campaign pauses; null: at none.
alter table campaigns add column pause_at_bounces smallint default 5;
-- From when on bounces count: the launch, or when it was resumed after a pause for them; null: not launched.
alter table campaigns add column bounces_from timestamptz;
update campaigns set bounces_from = launched_at;
