-- An upload sent in one request cannot be resumed: it is deleted once its lease has expired.
alter table uploads add column resumable boolean not null default true;
