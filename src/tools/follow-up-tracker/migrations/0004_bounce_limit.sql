-- Percent of bounces at which a campaign pauses; null: at none.
alter table campaigns add column pause_at_bounces smallint default 5;
-- When it last paused for them: only bounces of later messages count; null: never.
alter table campaigns add column bounces_from timestamptz;
