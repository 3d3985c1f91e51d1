-- One spelling of each address.
update unsubscribe_attempts set sender_email = address_key(sender_email) where sender_email ~ '[^\x01-\x7e]';
