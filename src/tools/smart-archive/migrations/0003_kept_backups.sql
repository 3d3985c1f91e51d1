-- Backups are kept until the user says otherwise. The date is never reached: files have an expiry.
update artifacts set expires_at = '9999-12-31T00:00:00Z'
where ready_at is not null and expires_at > now()
	and exists (select from mail_backups b where b.owner_id = artifacts.owner_id and b.id = artifacts.id);

-- Names of the mailboxes that a backup's messages came from, which outlive the mailboxes.
alter table mail_backups add column mailbox_names text[] not null default '{}';
update mail_backups b set mailbox_names = array(
	select a.name from mail_accounts_v1 a where a.owner_id = b.owner_id and a.id in (
		select m.mailbox_id from mail_backup_messages m where m.owner_id = b.owner_id and m.backup_id = b.id)
	order by a.name);
