-- Inbox: answers to invitations.

create table invitation_answers (
	owner_id text not null,
	-- UID of the event (RFC 5545), and of one date of a series its RECURRENCE-ID, as a hash.
	event_key text not null,
	-- Of the event: a later version asks again.
	sequence integer not null,
	-- The message that was answered; not `account_id`: the answer may be sent from another mailbox.
	email_id uuid not null,
	attendee text not null,
	answer text not null check (answer in ('accepted', 'tentative', 'declined')),
	-- Times that it was answered: part of the idempotency key.
	attempt integer not null,
	answered_at timestamptz not null,
	primary key (owner_id, event_key)
);
