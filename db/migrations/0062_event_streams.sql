-- Event streams: an outbox of events written in the transaction that changes something, and a cursor per subscriber.
-- See src/server/platform/event-streams and docs/decisions/0047-event-streams.md.

create table stream_events (
	owner_id text not null,
	id uuid not null,
	stream text not null,
	-- Events of one owner and key are delivered in order.
	ordering_key text not null default '',
	payload jsonb not null,
	-- Also sent to the owner's open browsers.
	for_browser boolean not null default false,
	-- When the row was written, not when its transaction started: orders events that become visible together.
	written_at timestamptz not null default clock_timestamp(),
	-- Order of delivery; assigned once the transaction has committed. Null: not dispatched yet.
	position bigint,
	primary key (owner_id, id)
);
create index stream_events_undispatched on stream_events (written_at) where position is null;
create unique index stream_events_position on stream_events (owner_id, ordering_key, position) where position is not null;
create index stream_events_written on stream_events (written_at);

-- The last position of each owner. Its row lock lets one process at a time dispatch an owner's events.
create table stream_heads (
	owner_id text primary key,
	position bigint not null
);

-- Which subscriber reads which stream: events from before `created_at` are not delivered to it.
create table stream_subscriptions (
	subscriber text not null,
	stream text not null,
	created_at timestamptz not null default now(),
	-- When a process with this subscriber last started or ran maintenance.
	seen_at timestamptz not null default now(),
	primary key (subscriber, stream)
);

-- How far each subscriber has read.
create table stream_cursors (
	owner_id text not null,
	subscriber text not null,
	ordering_key text not null,
	-- Every event up to this one has been handled.
	position bigint not null,
	-- Consecutive failures; zero: none.
	attempts integer not null default 0,
	failing_since timestamptz,
	error text,
	-- Not retried any more until an operator asks for it.
	parked_at timestamptz,
	primary key (owner_id, subscriber, ordering_key)
);
create index stream_cursors_failing on stream_cursors (failing_since) where failing_since is not null;
