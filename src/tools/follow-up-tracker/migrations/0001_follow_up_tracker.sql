-- Campaigns: what is sent to whom and when, and what came back.

create table campaigns (
	owner_id text not null,
	id uuid not null,
	name text not null,
	state text not null check (state in ('draft', 'scheduled', 'active', 'paused', 'stopped', 'completed')),
	-- Mailboxes to send from, in turn.
	account_ids uuid[] not null,
	-- Display name of the sender; empty: none.
	from_name text not null,
	-- Shown above the unsubscribe link; empty: none.
	postal_address text not null,
	time_zone text not null,
	-- 0: Sunday.
	send_days smallint[] not null,
	-- Minutes after midnight in the time zone.
	send_from smallint not null,
	send_until smallint not null,
	-- Messages per mailbox and local day.
	daily_cap integer not null,
	-- Between two messages of a mailbox, on average.
	spacing_seconds integer not null,
	-- Warm-up: messages of a mailbox on its first day of sending, and how many more on each later one; null: none.
	warm_up_start integer,
	warm_up_step integer,
	-- The recipients' field with their time zone; empty: the campaign's zone is everyone's.
	zone_field text not null,
	-- A reply ends the sequence for everyone with the same organization.
	stops_organization boolean not null,
	-- Also people whom the user is in conversation with.
	includes_conversations boolean not null,
	tracks_opens boolean not null,
	tracks_clicks boolean not null,
	-- Names of the recipients' fields.
	fields text[] not null,
	-- When to start; null: at launch.
	starts_at timestamptz,
	-- When the recipients were last checked; null: something has changed since.
	checked_at timestamptz,
	check_job_id uuid,
	-- Problems found before the launch: [{code, message, isBlocking}].
	findings jsonb not null,
	-- Why it was paused; null: by the user.
	pause_reason text,
	-- When something is next to be done; null: nothing.
	next_run_at timestamptz,
	created_at timestamptz not null,
	launched_at timestamptz,
	finished_at timestamptz,
	primary key (owner_id, id)
);
create index campaigns_created on campaigns (owner_id, created_at desc, id desc);
create index campaigns_due on campaigns (next_run_at) where next_run_at is not null;

-- The messages of a sequence: the first one and its follow-ups.
create table campaign_steps (
	owner_id text not null,
	campaign_id uuid not null,
	-- From 0.
	position smallint not null,
	-- Working days after the message before.
	wait_days smallint not null,
	-- Empty: a reply in the conversation of the message before.
	subject text not null,
	-- Half of the recipients get this subject; empty: none.
	subject_b text not null,
	-- The plain text; of a formatted message, made of its HTML.
	body text not null,
	-- A formatted message; null: plain text alone.
	html text,
	-- Who gets it, of those who did not reply.
	condition text not null check (condition in ('no_reply', 'not_opened', 'clicked')),
	primary key (owner_id, campaign_id, position)
);

create table campaign_recipients (
	owner_id text not null,
	id uuid not null,
	campaign_id uuid not null,
	-- Order in the list.
	position integer not null,
	email text not null,
	-- The mailbox that it reaches: one recipient for each.
	mailbox_key text not null,
	-- Domain of the organization; empty: none.
	organization text not null,
	-- Values by field.
	fields jsonb not null,
	-- `waiting` also before the launch; `sending`: handed over to be sent; `finished`: the sequence ended without a reply.
	state text not null check (state in ('waiting', 'excluded', 'sending', 'uncertain', 'finished', 'replied', 'unsubscribed',
		'bounced', 'failed', 'stopped')),
	-- Why it is in this state: a code for `excluded`, else a sentence.
	reason text,
	-- What the check found that does not exclude it.
	warning text,
	-- The mailbox that sends to it. Not `account_id`: whom a campaign wrote to is kept when the mailbox is removed.
	sender_id uuid,
	-- The step to send next.
	next_step smallint not null,
	-- Earliest time of that; null: nothing is left to send.
	next_at timestamptz,
	-- Its own time zone, since the launch; null: the campaign's.
	time_zone text,
	-- What the reply says; null: unknown, or no reply.
	tone text check (tone in ('interested', 'not_now', 'refused', 'wrong_person')),
	-- Who says so; null: nobody.
	tone_source text check (tone_source in ('rules', 'user')),
	-- Out of office until then.
	away_until timestamptz,
	-- When the page to unsubscribe was last shown, to a person or to a program that follows every link; null: never.
	unsubscribe_shown_at timestamptz,
	changed_at timestamptz not null,
	primary key (owner_id, id)
);
create unique index campaign_recipients_mailbox on campaign_recipients (owner_id, campaign_id, mailbox_key);
create index campaign_recipients_list on campaign_recipients (owner_id, campaign_id, position);
create index campaign_recipients_state on campaign_recipients (owner_id, campaign_id, state);
create index campaign_recipients_email on campaign_recipients (owner_id, lower(email));
create index campaign_recipients_follow_ups on campaign_recipients (owner_id, campaign_id, sender_id, next_at)
	where state = 'waiting' and next_step > 0;
create index campaign_recipients_first on campaign_recipients (owner_id, campaign_id, sender_id, next_at, position)
	where state = 'waiting' and next_step = 0;

-- One row per recipient and step, written in the transaction that hands the message over to be sent.
create table campaign_messages (
	owner_id text not null,
	campaign_id uuid not null,
	recipient_id uuid not null,
	step smallint not null,
	-- From 1; a further one only after a failure that certainly sent nothing.
	attempt smallint not null,
	-- The mailbox that sent it, which may have been removed since.
	sender_id uuid not null,
	outgoing_id uuid not null,
	message_id text,
	subject text not null,
	-- Which subject of the step: 0 or 1.
	variant smallint not null,
	state text not null check (state in ('queued', 'sent', 'uncertain', 'failed', 'bounced')),
	-- Destinations of tracked links.
	links text[] not null,
	handed_over_at timestamptz not null,
	sent_at timestamptz,
	-- First open and click by a person.
	opened_at timestamptz,
	clicked_at timestamptz,
	primary key (owner_id, recipient_id, step)
);
create index campaign_messages_campaign on campaign_messages (owner_id, campaign_id, step);
create index campaign_messages_outgoing on campaign_messages (owner_id, outgoing_id);
create index campaign_messages_sender on campaign_messages (owner_id, sender_id, handed_over_at desc);
create index campaign_messages_open on campaign_messages (owner_id, campaign_id) where state in ('queued', 'uncertain');

-- Days on which a mailbox sent campaign messages, in the time zone of the campaign: the warm-up counts them.
create table campaign_sending_days (
	owner_id text not null,
	account_id uuid not null,
	day date not null,
	primary key (owner_id, account_id, day)
);

-- What happened, for the timeline of a recipient.
create table campaign_events (
	owner_id text not null,
	id uuid not null,
	campaign_id uuid not null,
	recipient_id uuid not null,
	kind text not null check (kind in ('sent', 'replied', 'auto_replied', 'away', 'bounced', 'soft_bounced', 'delayed',
		'unsubscribed', 'opened', 'clicked', 'failed', 'stopped', 'skipped')),
	step smallint,
	-- The received message.
	email_id uuid,
	detail text,
	-- An open or click by a program.
	is_machine boolean not null,
	happened_at timestamptz not null,
	primary key (owner_id, id)
);
create index campaign_events_recipient on campaign_events (owner_id, recipient_id, happened_at);
create index campaign_events_campaign on campaign_events (owner_id, campaign_id, happened_at desc);
create unique index campaign_events_once on campaign_events (owner_id, recipient_id, kind, email_id) where email_id is not null;

-- Recipients of deleted campaigns who were sent something: their unsubscribe links keep working.
create table campaign_former_recipients (
	owner_id text not null,
	id uuid not null,
	email text not null,
	primary key (owner_id, id)
);

-- Messages of deleted campaigns whose links are tracked: they keep leading to their destinations.
create table campaign_former_messages (
	owner_id text not null,
	recipient_id uuid not null,
	step smallint not null,
	links text[] not null,
	primary key (owner_id, recipient_id, step)
);

-- Sent emails whose opens or links are tracked, for other tools. Opens and clicks by programs don't count.
create view tracked_emails_v1 as
	select m.owner_id, m.sender_id as account_id, m.sent_at, c.tracks_opens, m.links <> '{}' as tracks_clicks, m.opened_at, m.clicked_at
	from campaign_messages m join campaigns c on c.owner_id = m.owner_id and c.id = m.campaign_id
	where m.state = 'sent' and (c.tracks_opens or m.links <> '{}');
