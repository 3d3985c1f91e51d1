-- Parts of names, birthdays, tags, fields of the user's own, kinds of numbers, and pictures.
alter table contact_cards
	add column first_name text not null default '',
	add column middle_name text not null default '',
	add column last_name text not null default '',
	-- `1985-04-12`, or `--04-12` without a year.
	add column birthday text not null default '',
	add column tags text[] not null default '{}',
	-- [{label, value}]
	add column custom_fields jsonb not null default '[]',
	-- [{value, type}], value a phone number or address
	add column types jsonb not null default '[]';

-- Order of the addresses of a card, the preferred one first.
alter table contact_card_addresses add column position integer not null default 0;

create table contact_photos (
	owner_id text not null,
	card_id uuid not null,
	content_type text not null,
	-- In base64, as exports of the user's data have it.
	data text not null,
	primary key (owner_id, card_id)
);

create or replace view contact_addresses_v1 as
	select a.owner_id, a.address, a.card_id, c.name, c.company, c.organization, c.first_name, c.tags,
		a.position
	from contact_card_addresses a join contact_cards c on c.owner_id = a.owner_id and c.id = a.card_id;
