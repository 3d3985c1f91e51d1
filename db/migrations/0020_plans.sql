-- A plan shows its whole list, in any order, and takes messages out of it; a change says how much it has moved.

-- Copied when the list is frozen, so that lists of any length sort quickly and what was deleted still counts. Null: frozen
-- by a version before.
alter table operation_items add column size_bytes bigint;
alter table operation_items add column received_date timestamptz;

-- `excluded`: the person took it out of the plan. Not one of the states that anything is done about.
alter table operation_items drop constraint operation_items_state_check;
alter table operation_items add constraint operation_items_state_check
	check (state in ('pending', 'excluded', 'local', 'done', 'skipped', 'failed')) not valid;

-- Of the messages that were changed. Null: begun by a version before.
alter table operations add column bytes_applied bigint;
