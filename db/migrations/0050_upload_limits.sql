-- An upload that is sent in one request cannot be gone on with: once nobody writes to it any more, it is deleted.
alter table uploads add column resumable boolean not null default true;
