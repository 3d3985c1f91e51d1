-- People whom users correspond with, derived from stored mail (src/server/mail/people). Counts are recomputed from what
-- is stored, never incremented, so that repeating an update changes nothing.

-- To, Cc and Bcc of sent messages: one row per message and address.
create table sent_recipients (
	owner_id text not null,
	account_id uuid not null,
	email_id uuid not null,
	-- Lowercase.
	address text not null,
	-- As the message names the recipient; empty: not at all.
	name text not null,
	sent_at timestamptz not null,
	primary key (owner_id, account_id, email_id, address)
);
create index sent_recipients_address on sent_recipients (owner_id, address, sent_at);

create table people (
	owner_id text not null,
	id uuid not null,
	-- Empty: unknown.
	name text not null,
	-- Registrable domain of the most recent address that is not at a mail provider for everybody; empty: none.
	organization text not null,
	received_count integer not null,
	sent_count integer not null,
	first_contact_at timestamptz not null,
	last_contact_at timestamptz not null,
	-- Probably a program: its address says so, or it sends bulk mail only and was never written to.
	is_automated boolean not null,
	primary key (owner_id, id)
);
create index people_recent on people (owner_id, last_contact_at desc, id desc);

create table person_addresses (
	owner_id text not null,
	-- Lowercase.
	address text not null,
	-- Kept when the counts are recomputed: people whom the user merged stay merged.
	person_id uuid not null,
	name text not null,
	-- Null: not determined yet.
	organization text,
	received_count integer not null,
	sent_count integer not null,
	first_contact_at timestamptz not null,
	last_contact_at timestamptz not null,
	is_automated boolean not null,
	primary key (owner_id, address)
);
create index person_addresses_person on person_addresses (owner_id, person_id);

-- When an owner's people were last recomputed completely.
create table people_refreshes (
	owner_id text primary key,
	refreshed_at timestamptz not null
);

-- Published for tools: one row per person. Columns are only added; an incompatible change gets a new view, people_v2.
create view people_v1 as
	select p.owner_id, p.id as person_id, p.name, p.organization, p.received_count, p.sent_count, p.first_contact_at,
		p.last_contact_at, p.is_automated,
		array(
			select a.address from person_addresses a where a.owner_id = p.owner_id and a.person_id = p.id
			order by a.last_contact_at desc, a.address
		) as addresses
	from people p;
