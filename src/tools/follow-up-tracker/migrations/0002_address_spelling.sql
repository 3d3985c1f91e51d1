-- One spelling of each address. Of a mailbox that a campaign has twice, the one that was sent nothing is removed.
delete from campaign_recipients r where r.mailbox_key ~ '[^\x01-\x7e]' and r.state in ('waiting', 'excluded') and r.next_step = 0
	and exists (select from campaign_recipients o where o.owner_id = r.owner_id and o.campaign_id = r.campaign_id and o.id <> r.id
		and (o.mailbox_key = address_key(r.mailbox_key)
			or o.mailbox_key ~ '[^\x01-\x7e]' and address_key(o.mailbox_key) = address_key(r.mailbox_key) and o.position < r.position));
update campaign_recipients set email = address_key(email) where email ~ '[^\x01-\x7e]';
update campaign_recipients r set mailbox_key = address_key(mailbox_key) where mailbox_key ~ '[^\x01-\x7e]' and not exists (
	select from campaign_recipients o where o.owner_id = r.owner_id and o.campaign_id = r.campaign_id and o.id <> r.id
		and address_key(o.mailbox_key) = address_key(r.mailbox_key));
update campaign_former_recipients set email = address_key(email) where email ~ '[^\x01-\x7e]';
