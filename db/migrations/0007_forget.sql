-- When the items of an old operation were deleted; only its summary remains.
alter table operations add column items_deleted_at timestamptz;
create index operations_finished on operations (finished_at) where started_at is not null and items_deleted_at is null;
