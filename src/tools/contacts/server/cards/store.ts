import { column, type Database, insertInto, type RowOf, table } from "#kernel/database.ts";
import { notFound } from "#kernel/errors.ts";
import { organizationOf } from "#kernel/parse.ts";
import { newId } from "#shared/ids.ts";
import type { Card } from "../../contract.ts";
import { dataUrlOf, readPhotos } from "./photos.ts";

/** The SQL of cards. */

export const contactCards = table("contact_cards", {
	ownerId: column.text(),
	id: column.uuid(),
	name: column.text(),
	firstName: column.text().withDefault(),
	middleName: column.text().withDefault(),
	lastName: column.text().withDefault(),
	company: column.text(),
	/** Registrable domain of the first address; empty for mail providers for everybody. */
	organization: column.text(),
	position: column.text(),
	phones: column.textArray(),
	postalAddress: column.text(),
	website: column.text(),
	note: column.text(),
	birthday: column.text().withDefault(),
	tags: column.textArray().withDefault(),
	customFields: column.jsonb<Card["customFields"]>().withDefault(),
	types: column.jsonb<Card["types"]>().withDefault(),
	importId: column.uuid().nullable(),
	createdAt: column.timestamptz(),
	updatedAt: column.timestamptz(),
});

const CARD = contactCards.without("ownerId", "organization", "importId", "createdAt", "updatedAt");

/** Cards by id. */
export async function readCards(
	database: Database,
	ownerId: string,
	ids: readonly string[],
): Promise<Map<string, Card>> {
	const rows = await database.query<RowOf<typeof CARD>>(
		`select ${CARD.select()} from contact_cards where owner_id = $1 and id = any($2::uuid[])`,
		[ownerId, ids],
	);
	return new Map(rows.map(({ id, ...card }) => [id, card]));
}

/** The cards with these addresses: card by address. */
export async function cardsWith(
	database: Database,
	ownerId: string,
	addresses: readonly string[],
): Promise<Map<string, string>> {
	const rows = await database.query<{ address: string; id: string }>(
		"select address, card_id as id from contact_card_addresses where owner_id = $1 and address = any($2::text[])",
		[ownerId, addresses],
	);
	return new Map(rows.map(({ address, id }) => [address, id]));
}

/** Adds a card. @param emails in lower case @returns its id */
export async function insertCard(
	database: Database,
	ownerId: string,
	{ card, emails, importId, now }: { card: Card; emails: readonly string[]; importId: string | null; now: Date },
): Promise<string> {
	const id = newId(now.getTime());
	const organization = organizationOf(emails[0]?.split("@").at(-1) ?? "");
	await database.exec(
		...insertInto(contactCards, { ...card, ownerId, id, organization, importId, createdAt: now, updatedAt: now }),
	);
	await addAddresses(database, ownerId, { id, emails });
	return id;
}

/** Puts addresses on a card, from another one if they are there; a card without any is deleted. @param card.emails in lower case */
export async function addAddresses(
	database: Database,
	ownerId: string,
	{ id, emails }: { id: string; emails: readonly string[] },
): Promise<void> {
	await database.exec(
		`insert into contact_card_addresses (owner_id, address, card_id, position)
		select $1, address, $2, (select count(*) from contact_card_addresses where owner_id = $1 and card_id = $2) + number
		from unnest($3::text[]) with ordinality as a (address, number)
		on conflict (owner_id, address) do update set card_id = excluded.card_id, position = excluded.position`,
		[ownerId, id, emails],
	);
	await database.exec(
		`with gone as (
			delete from contact_cards c where owner_id = $1 and not exists (
				select 1 from contact_card_addresses a where a.owner_id = c.owner_id and a.card_id = c.id)
			returning id
		) delete from contact_photos where owner_id = $1 and card_id in (select id from gone)`,
		[ownerId],
	);
}

/** Replaces what a card says. @throws AppError 404 */
export async function updateCard(
	database: Database,
	ownerId: string,
	{ id, card, now }: { id: string; card: Card; now: Date },
): Promise<void> {
	const { set, values } = contactCards.assign({ ...card, updatedAt: now }, 2);
	const rows = await database.query(`update contact_cards set ${set} where owner_id = $1 and id = $2 returning id`, [
		...[ownerId, id, ...values],
	]);
	if (rows.length === 0) throw notFound("The contact");
}

/** Deletes the cards with one of these addresses. @returns what they said, with all their addresses */
export async function deleteCards(
	database: Database,
	ownerId: string,
	addresses: readonly string[],
): Promise<(Card & { emails: string[]; photo?: string })[]> {
	return database.transaction(async () => {
		const ids = [...new Set((await cardsWith(database, ownerId, addresses)).values())];
		const cards = await readCards(database, ownerId, ids);
		const owned = await database.query<{ id: string; emails: string[] }>(
			`select card_id as id, array_agg(address order by position, address) as emails from contact_card_addresses
			where owner_id = $1 and card_id = any($2::uuid[]) group by card_id`,
			[ownerId, ids],
		);
		const photos = await readPhotos(database, ownerId, ids);
		await deleteByIds(database, ownerId, ids);
		return owned.flatMap(({ id, emails }) => {
			const [card, photo] = [cards.get(id), photos.get(id)];
			return card === undefined ? [] : [{ ...card, emails, ...(photo !== undefined && { photo: dataUrlOf(photo) }) }];
		});
	});
}

/** Deletes the cards that an import added. @throws AppError 404 */
export async function undoImport(database: Database, ownerId: string, importId: string): Promise<void> {
	await database.transaction(async () => {
		const rows = await database.query<{ id: string }>(
			"select id from contact_cards where owner_id = $1 and import_id = $2 for update",
			[ownerId, importId],
		);
		if (rows.length === 0) throw notFound("The import");
		await deleteByIds(
			database,
			ownerId,
			rows.map(({ id }) => id),
		);
	});
}

async function deleteByIds(database: Database, ownerId: string, ids: readonly string[]): Promise<void> {
	for (const [from, key] of [
		["contact_card_addresses", "card_id"],
		["contact_photos", "card_id"],
		["contact_cards", "id"],
	])
		await database.exec(`delete from ${from} where owner_id = $1 and ${key} = any($2::uuid[])`, [ownerId, ids]);
}
