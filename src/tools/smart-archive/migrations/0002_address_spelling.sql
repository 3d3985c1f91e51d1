-- One spelling of each address.
select respell_addresses('sweep_rules', 'sender_email', '{owner_id,account_id}');
