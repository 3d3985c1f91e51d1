-- A mailbox that is being deleted is gone for tools at once, while a job deletes its mail.
create or replace view mail_accounts_v1 as
	select owner_id, id, provider, name, email, status, settings, created_at from connected_accounts where status <> 'deleting';
