-- One spelling of each address. A card of another spelling fills in what the card that stays does not say, as an import does.
update contact_cards c set name = coalesce(nullif(c.name, ''), d.name), company = coalesce(nullif(c.company, ''), d.company),
	position = coalesce(nullif(c.position, ''), d.position), phones = case when c.phones = '{}' then d.phones else c.phones end,
	postal_address = coalesce(nullif(c.postal_address, ''), d.postal_address),
	website = coalesce(nullif(c.website, ''), d.website), note = coalesce(nullif(c.note, ''), d.note)
from contact_card_addresses a
join contact_card_addresses b on b.owner_id = a.owner_id and b.address = address_key(a.address) and b.card_id <> a.card_id
join contact_cards d on d.owner_id = a.owner_id and d.id = a.card_id
where a.address ~ '[^\x01-\x7e]' and c.owner_id = a.owner_id and c.id = b.card_id;
select respell_addresses('contact_card_addresses', 'address', '{owner_id}');
delete from contact_cards c where not exists (
	select from contact_card_addresses a where a.owner_id = c.owner_id and a.card_id = c.id);
