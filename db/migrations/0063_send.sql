-- Outgoing mail: what is to be sent, what became of it, and addresses that get none.

create table outgoing_messages (
	owner_id text not null,
	account_id uuid not null,
	id uuid not null,
	-- The caller's name for the message: the same key never sends twice.
	idempotency_key text not null,
	-- Without angle brackets, as composed.
	message_id text not null,
	-- As the recipients see it: some providers replace it.
	sent_message_id text,
	-- The copy in Sent, and its thread at the provider.
	provider_id text,
	provider_thread_id text,
	sender text not null,
	subject text not null,
	-- The whole message; removed once it is sent and its copy is in Sent, or it has failed.
	raw bytea,
	priority text not null check (priority in ('interactive', 'bulk')),
	state text not null check (state in ('queued', 'sending', 'sent', 'partially-sent', 'failed', 'uncertain')),
	-- Why it is in this state, for the user.
	explanation text,
	attempts integer not null default 0,
	-- When to try, look for it, or save its copy again; null: nothing is left to do.
	next_attempt_at timestamptz,
	-- Written immediately before the provider is given the message. In state `sending`: null means certainly not sent.
	handed_over_at timestamptz,
	-- The provider's, for looking it up.
	reference text,
	-- Whether its copy in Sent is still to be saved.
	needs_copy boolean not null default false,
	created_at timestamptz not null,
	sent_at timestamptz,
	primary key (owner_id, account_id, id)
);
create unique index outgoing_messages_key on outgoing_messages (owner_id, idempotency_key);
create index outgoing_messages_created on outgoing_messages (owner_id, created_at desc, id);
create index outgoing_messages_message_id on outgoing_messages (owner_id, message_id);
create index outgoing_messages_sent_message_id on outgoing_messages (owner_id, sent_message_id);
create index outgoing_messages_provider_id on outgoing_messages (owner_id, account_id, provider_id);
create index outgoing_messages_due on outgoing_messages (next_attempt_at) where next_attempt_at is not null;

create table outgoing_recipients (
	owner_id text not null,
	account_id uuid not null,
	outgoing_id uuid not null,
	-- In lower case.
	address text not null,
	-- `bounced`: accepted by the mail server and returned later.
	state text not null check (state in ('pending', 'accepted', 'rejected', 'deferred', 'suppressed', 'bounced')),
	-- Enhanced status code (RFC 3463).
	status text,
	-- The server's words.
	reply text,
	updated_at timestamptz not null,
	primary key (owner_id, account_id, outgoing_id, address)
);
create index outgoing_recipients_address on outgoing_recipients (owner_id, address, updated_at desc);

-- Messages that came back: replies, automatic replies, delivery reports. One row per message, so that repeated delivery
-- does nothing twice.
create table outgoing_responses (
	owner_id text not null,
	account_id uuid not null,
	email_id uuid not null,
	outgoing_id uuid not null,
	kind text not null check (kind in ('reply', 'auto-reply', 'bounce', 'delay', 'complaint')),
	responded_at timestamptz not null,
	primary key (owner_id, account_id, email_id)
);
create index outgoing_responses_message on outgoing_responses (owner_id, account_id, outgoing_id);

create table suppressions (
	owner_id text not null,
	-- An address, or a domain with all of its addresses; in lower case.
	target text not null,
	source text not null check (source in ('manual', 'bounce', 'unsubscribe', 'complaint')),
	reason text,
	created_at timestamptz not null,
	primary key (owner_id, target)
);
