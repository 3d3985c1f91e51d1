-- Which version of the search tokens (src/shared/search/tokens.ts) all mail of a mailbox is indexed with; 2 has symbols
-- and emoji. New mailboxes start with the newest version, a job brings the others up to it.
alter table connected_accounts add column search_version smallint not null default 1;
alter table connected_accounts alter column search_version set default 2;
