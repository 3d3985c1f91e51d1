-- One spelling of each address; what was known of another spelling is determined again.
select respell_addresses('validated_emails', 'email', '{owner_id}');
delete from validated_email_history h where not exists (
	select from validated_emails v where v.owner_id = h.owner_id and v.id = h.email_id);
select respell_addresses('mailbox_probes', 'address', '{owner_id}');
select respell_addresses('monitored_addresses', 'address', '{owner_id,list_id}');
select respell_addresses('monitored_changes', 'address', '{owner_id,list_id,changed_at}');
