-- A domain that accepts email leaves open whether the mailbox exists: such verdicts are unknown.
update validated_emails set status = 'unknown', score = greatest(1, score - 20) where reason = 'accepts-mail';
update validated_email_history set status = 'unknown' where reason = 'accepts-mail';
update monitored_addresses set status = 'unknown' where reason = 'accepts-mail';
update monitored_changes set from_status = 'unknown' where from_reason = 'accepts-mail';
update monitored_changes set to_status = 'unknown' where to_reason = 'accepts-mail';
