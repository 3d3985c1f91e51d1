-- One spelling of each address.
select respell_addresses('unsubscribed_senders', 'sender_email', '{owner_id,account_id}');
