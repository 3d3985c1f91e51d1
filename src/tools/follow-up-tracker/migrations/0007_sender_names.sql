-- Names of the mailboxes' people, by mailbox; others send as from_name.
alter table campaigns add column sender_names jsonb not null default '{}';
