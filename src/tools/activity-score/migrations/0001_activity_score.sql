-- When the conversations of a mailbox were last read as a whole; new mail is added in between.
create table activity_analyses (
	owner_id text not null,
	account_id uuid not null,
	analyzed_at timestamptz not null,
	primary key (owner_id, account_id)
);

-- Messages of conversations, as far as the score needs them: mail from people, the user's own mail, and what it answers.
create table activity_messages (
	owner_id text not null,
	account_id uuid not null,
	email_id uuid not null,
	thread_id uuid not null,
	at timestamptz not null,
	-- Sent by the user.
	is_own boolean not null,
	-- Received from a person: neither a list nor a program.
	is_person boolean not null,
	-- The newest message of its thread.
	is_last boolean not null,
	-- Received: the user wrote in the thread afterwards.
	is_answered boolean not null,
	-- Own: `at` less the response time, where it is the first answer to a received message; null: it answers none.
	answers_at timestamptz,
	-- In the folder Sent: addresses that it went to.
	contacts text[],
	primary key (owner_id, account_id, email_id)
);
create index activity_messages_at on activity_messages (owner_id, account_id, at desc, email_id desc);
create index activity_messages_thread on activity_messages (owner_id, account_id, thread_id);
