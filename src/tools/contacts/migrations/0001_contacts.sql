-- Contacts: what the user entered or imported about people. Who they are comes from people_v1.

create table contact_cards (
	owner_id text not null,
	id uuid not null,
	-- Texts are empty where nothing is known.
	name text not null,
	company text not null,
	-- Registrable domain of the first address; empty for mail providers for everybody.
	organization text not null,
	position text not null,
	phones text[] not null,
	postal_address text not null,
	website text not null,
	note text not null,
	-- The import that added it; null: entered by hand.
	import_id uuid,
	created_at timestamptz not null,
	updated_at timestamptz not null,
	primary key (owner_id, id)
);
create index contact_cards_import on contact_cards (owner_id, import_id) where import_id is not null;

-- Addresses of cards, each on one card.
create table contact_card_addresses (
	owner_id text not null,
	-- In lower case.
	address text not null,
	card_id uuid not null,
	primary key (owner_id, address)
);
create index contact_card_addresses_card on contact_card_addresses (owner_id, card_id);

-- Addresses of cards, for other tools. `company` and `organization` are empty where nothing is known.
create view contact_addresses_v1 as
	select a.owner_id, a.address, a.card_id, c.name, c.company, c.organization
	from contact_card_addresses a join contact_cards c on c.owner_id = a.owner_id and c.id = a.card_id;
