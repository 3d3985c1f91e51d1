import type { Database } from "#kernel/database.ts";
import { notFound } from "#kernel/errors.ts";
import { organizationOf } from "#kernel/parse.ts";
import { newId } from "#shared/ids.ts";
import type { Card } from "../../contract.ts";

/** The SQL of cards. */

const COLUMNS = `name, company, position, phones, postal_address as "postalAddress", website, note`;

/** Cards by id. */
export async function readCards(
	database: Database,
	ownerId: string,
	ids: readonly string[],
): Promise<Map<string, Card>> {
	const rows = await database.query<Card & { id: string }>(
		`select id, ${COLUMNS} from contact_cards where owner_id = $1 and id = any($2::uuid[])`,
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
		`insert into contact_cards (owner_id, id, name, company, organization, position, phones, postal_address, website, note,
			import_id, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)`,
		[
			...[ownerId, id, card.name, card.company, organization, card.position, card.phones, card.postalAddress],
			...[card.website, card.note, importId, now],
		],
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
		`insert into contact_card_addresses (owner_id, address, card_id)
		select $1, address, $2 from unnest($3::text[]) as a (address)
		on conflict (owner_id, address) do update set card_id = excluded.card_id`,
		[ownerId, id, emails],
	);
	await database.exec(
		`delete from contact_cards c where owner_id = $1 and not exists (
			select 1 from contact_card_addresses a where a.owner_id = c.owner_id and a.card_id = c.id)`,
		[ownerId],
	);
}

/** Replaces what a card says. @throws AppError 404 */
export async function updateCard(
	database: Database,
	ownerId: string,
	{ id, card, now }: { id: string; card: Card; now: Date },
): Promise<void> {
	const rows = await database.query(
		`update contact_cards set name = $3, company = $4, position = $5, phones = $6, postal_address = $7, website = $8,
			note = $9, updated_at = $10 where owner_id = $1 and id = $2 returning id`,
		[
			...[ownerId, id, card.name, card.company, card.position, card.phones, card.postalAddress, card.website],
			...[card.note, now],
		],
	);
	if (rows.length === 0) throw notFound("The contact");
}

/** Deletes the cards with one of these addresses. @returns what they said, with all their addresses */
export async function deleteCards(
	database: Database,
	ownerId: string,
	addresses: readonly string[],
): Promise<(Card & { emails: string[] })[]> {
	return database.transaction(async () => {
		const ids = [...new Set((await cardsWith(database, ownerId, addresses)).values())];
		const cards = await readCards(database, ownerId, ids);
		const owned = await database.query<{ id: string; emails: string[] }>(
			`select card_id as id, array_agg(address order by address) as emails from contact_card_addresses
			where owner_id = $1 and card_id = any($2::uuid[]) group by card_id`,
			[ownerId, ids],
		);
		await deleteByIds(database, ownerId, ids);
		return owned.flatMap(({ id, emails }) => {
			const card = cards.get(id);
			return card === undefined ? [] : [{ ...card, emails }];
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
	for (const [table, column] of [
		["contact_card_addresses", "card_id"],
		["contact_cards", "id"],
	])
		await database.exec(`delete from ${table} where owner_id = $1 and ${column} = any($2::uuid[])`, [ownerId, ids]);
}
