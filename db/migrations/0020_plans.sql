-- Plans show their whole list, sortable, with messages excluded; operations report the bytes changed.

-- Copied when the list is frozen, so that lists of any length sort fast and deleted messages still count. Null: frozen
-- by an earlier version.
alter table operation_items add column size_bytes bigint;
alter table operation_items add column received_date timestamptz;

-- `excluded`: removed from the plan by the user; never processed.
alter table operation_items drop constraint operation_items_state_check;
alter table operation_items add constraint operation_items_state_check
	check (state in ('pending', 'excluded', 'local', 'done', 'skipped', 'failed')) not valid;

-- Of the changed messages. Null: started by an earlier version.
alter table operations add column bytes_applied bigint;
