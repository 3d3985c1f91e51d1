-- When the list of an old operation was deleted: after that it is only known that it was.
alter table operations add column forgotten_at timestamptz;
create index operations_finished on operations (finished_at) where started_at is not null and forgotten_at is null;
