import { addressOf, parseAddress, storedAddress } from "#kernel/addresses.ts";
import type { MailContext } from "#kernel/module.ts";
import { newId } from "#shared/ids.ts";
import { addressKey } from "#shared/mail/address-key.ts";
import { joinedName } from "#shared/person-name.ts";
import type { Card } from "../../contract.ts";
import { MAX_TAGS, MAX_VALUES } from "../../limits.ts";
import { addPhoto, photoOf } from "./photos.ts";
import { addAddresses, cardsWith, insertCard, readCards, updateCard } from "./store.ts";

/** A card with its addresses, as a file or form has them. */
export type ImportedCard = Partial<Card> & {
	emails: readonly string[];
	/** As a `data:` URL. */
	photo?: string | undefined;
};

export interface ImportResult {
	importId: string;
	added: number;
	updated: number;
	skipped: number;
}

/** Cards per transaction. */
const CHUNK = 200;

/**
 * Stores cards. One with an address that is on a card already fills in what that card does not say; nothing the user has is
 * replaced.
 */
export async function importCards(
	{ database, now }: Pick<MailContext, "database" | "now">,
	ownerId: string,
	{ cards, importId = newId() }: { cards: readonly ImportedCard[]; importId?: string | undefined },
	chunk = CHUNK,
): Promise<ImportResult> {
	const result: ImportResult = { importId, added: 0, updated: 0, skipped: 0 };
	for (let from = 0; from < cards.length; from += chunk)
		await database.transaction(async () => {
			for (const imported of cards.slice(from, from + chunk)) {
				const emails = addressesIn(imported.emails);
				if (emails.length === 0) {
					result.skipped++;
					continue;
				}
				const known = await cardsWith(database, ownerId, emails);
				const id = known.values().next().value;
				const at = new Date(now());
				const photo = imported.photo === undefined ? null : photoOf(imported.photo);
				if (id === undefined) {
					const cardId = await insertCard(database, ownerId, { card: complete(imported), emails, importId, now: at });
					if (photo !== null) await addPhoto(database, ownerId, { cardId, photo });
					result.added++;
					continue;
				}
				const before = (await readCards(database, ownerId, [id])).get(id);
				if (before !== undefined)
					await updateCard(database, ownerId, { id, card: filled(before, complete(imported)), now: at });
				const unknown = emails.filter((email) => !known.has(email));
				await addAddresses(database, ownerId, { id, emails: unknown });
				if (photo !== null) await addPhoto(database, ownerId, { cardId: id, photo });
				result.updated++;
			}
		});
	return result;
}

/** As they are stored: valid ones, in the one spelling. */
function addressesIn(texts: readonly string[]): string[] {
	const found = texts.flatMap((text) => {
		const parsed = parseAddress(addressOf(text));
		return typeof parsed === "string" ? [] : [addressKey(storedAddress(parsed))];
	});
	return [...new Set(found)];
}

/** A card with all of its fields; without a name, its parts are the name. */
export function complete(given: Partial<Card>): Card {
	const { firstName = "", middleName = "", lastName = "" } = given;
	const parts = { first: firstName, middle: middleName, last: lastName };
	return {
		...{ name: given.name || joinedName(parts).slice(0, MAX_NAME), firstName, middleName, lastName },
		...{ company: given.company ?? "", position: given.position ?? "", phones: given.phones ?? [] },
		...{ postalAddress: given.postalAddress ?? "", website: given.website ?? "", note: given.note ?? "" },
		...{ birthday: given.birthday ?? "", tags: [...new Set(given.tags)], customFields: given.customFields ?? [] },
		types: given.types ?? [],
	};
}

const MAX_NAME = 300;

function filled(before: Card, added: Card): Card {
	const hasParts = before.firstName + before.lastName !== "";
	// The parts of another name would contradict the one that the user entered.
	const isSameName = before.name === "" || before.name.toLowerCase() === added.name.toLowerCase();
	const { firstName, middleName, lastName } = hasParts || !isSameName ? before : added;
	return {
		...{ name: before.name || added.name, firstName, middleName, lastName },
		company: before.company || added.company,
		position: before.position || added.position,
		phones: before.phones.length > 0 ? before.phones : added.phones,
		postalAddress: before.postalAddress || added.postalAddress,
		website: before.website || added.website,
		note: before.note || added.note,
		birthday: before.birthday || added.birthday,
		tags: [...new Set([...before.tags, ...added.tags])].slice(0, MAX_TAGS),
		customFields: withOthers(before.customFields, added.customFields, ({ label }) => label.toLowerCase()).slice(
			0,
			MAX_VALUES,
		),
		types: withOthers(before.types, added.types, ({ value }) => value).slice(0, 2 * MAX_VALUES),
	};
}

/** The first ones, and those of the others whose key none of them has. */
function withOthers<T>(first: readonly T[], others: readonly T[], keyOf: (one: T) => string): T[] {
	const known = new Set(first.map(keyOf));
	return [...first, ...others.filter((one) => !known.has(keyOf(one)))];
}
