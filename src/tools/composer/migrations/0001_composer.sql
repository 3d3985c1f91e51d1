-- Composer: messages being written, waiting to be sent, or that did not reach everybody.

create table drafts (
	owner_id text not null,
	id uuid not null,
	-- The mailbox to send from; not `account_id`: a draft survives the deletion of a mailbox. Null: not chosen.
	sender_id uuid,
	kind text not null check (kind in ('new', 'reply', 'reply_all', 'forward')),
	-- The message that it answers or forwards.
	email_id uuid,
	-- In-Reply-To and References (RFC 5322), without angle brackets.
	in_reply_to text,
	message_references text[] not null default '{}',
	-- {to, cc, bcc}: lists of {name, email}
	recipients jsonb not null,
	subject text not null,
	-- Null: plain text.
	html text,
	body_text text not null,
	-- {html, text}: the quoted message; null: none.
	quote jsonb,
	-- Days after sending until a reminder, unless somebody answers; null: none, or it was set.
	remind_after_days integer,
	-- `sent`: handed to `outgoing_messages`, which knows the rest.
	state text not null check (state in ('editing', 'scheduled', 'sent', 'discarded')),
	-- While scheduled.
	send_at timestamptz,
	outgoing_id uuid,
	-- Attempts to send it: part of the idempotency key.
	attempt integer not null default 0,
	-- Why it could not be sent, for the user.
	problem text,
	version integer not null default 1,
	-- The window that saved the content last, and the number of that save; null: the content was changed otherwise since.
	saver_id uuid,
	saver_sequence bigint,
	created_at timestamptz not null,
	updated_at timestamptz not null,
	-- All recipients have it: deleted a day later.
	finished_at timestamptz,
	-- Its copy in the Drafts folder of a mailbox: the mailbox (null: there is none), the copy's id at the provider (null:
	-- unknown) and which state of the draft it shows.
	copy_mailbox_id uuid,
	copy_id text,
	copy_state text,
	-- Why the provider has no copy, for the user.
	copy_problem text,
	-- The message in Drafts, written in another mail program, that it continues.
	opened_email_id uuid,
	primary key (owner_id, id)
);
create index drafts_updated on drafts (owner_id, updated_at desc, id desc);
create unique index drafts_outgoing on drafts (owner_id, outgoing_id) where outgoing_id is not null;
create index drafts_opened on drafts (owner_id, opened_email_id) where opened_email_id is not null;
create index drafts_ended on drafts (updated_at) where state = 'discarded' or finished_at is not null;

create table message_templates (
	owner_id text not null,
	id uuid not null,
	name text not null,
	subject text not null,
	-- Null: plain text.
	html text,
	body_text text not null,
	updated_at timestamptz not null,
	primary key (owner_id, id)
);

-- Templates, for other tools.
create view message_templates_v1 as select owner_id, id, name, subject, html, body_text from message_templates;

create table draft_attachments (
	owner_id text not null,
	draft_id uuid not null,
	position integer not null,
	-- Its bytes.
	artifact_id uuid not null,
	filename text not null,
	content_type text not null,
	size_bytes bigint not null,
	-- Content-ID (RFC 2392) without angle brackets, by which the text shows it; null: not shown in the text.
	content_id text,
	primary key (owner_id, draft_id, position)
);
