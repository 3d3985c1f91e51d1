-- When a change reached the provider: a listing that was requested earlier shows the state before it.
alter table operation_items add column pushed_at timestamptz;
create index operation_items_pushed on operation_items (owner_id, account_id, pushed_at) where pushed_at is not null;
