-- Version of the search tokens (src/shared/search/tokens.ts) that a whole mailbox is indexed with; 2 has symbols and
-- emoji. New mailboxes start with the newest version; a job upgrades the others.
alter table connected_accounts add column search_version smallint not null default 1;
alter table connected_accounts alter column search_version set default 2;
