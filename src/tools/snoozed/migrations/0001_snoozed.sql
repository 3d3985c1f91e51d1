-- Snoozed conversations, reminders of sent messages, and muted conversations.

create table reminders (
	owner_id text not null,
	id uuid not null,
	account_id uuid not null,
	-- `no_reply`: of a sent message, unless somebody answers it.
	kind text not null check (kind in ('snooze', 'no_reply')),
	-- Messages that were snoozed, newest first; of a sent message that one, once it is stored.
	email_ids uuid[] not null,
	-- Of a sent message: its Message-ID (RFC 5322) without angle brackets.
	message_id text,
	-- The row of `outgoing_messages`, where it was sent through this server.
	outgoing_id uuid,
	subject text not null,
	-- What to do about it; null: nothing in particular.
	note text,
	due_at timestamptz not null,
	-- `returning`: its messages are being moved to the inbox.
	state text not null check (state in ('waiting', 'returning', 'returned')),
	returned_at timestamptz,
	return_reason text check (return_reason in ('time', 'reply', 'user')),
	created_at timestamptz not null,
	primary key (owner_id, id)
);
create index reminders_account on reminders (owner_id, account_id);

create table muted_conversations (
	owner_id text not null,
	id uuid not null,
	account_id uuid not null,
	-- Any message of the conversation: threads may be joined later.
	email_id uuid not null,
	created_at timestamptz not null,
	primary key (owner_id, id),
	unique (owner_id, account_id, email_id)
);
