import { addressOf, parseAddress, storedAddress } from "#kernel/addresses.ts";
import type { MailContext } from "#kernel/module.ts";
import { newId } from "#shared/ids.ts";
import { addressKey } from "#shared/mail/address-key.ts";
import type { Card } from "../../contract.ts";
import { addAddresses, cardsWith, insertCard, readCards, updateCard } from "./store.ts";

/** A card with its addresses, as a file or form has them. */
export type ImportedCard = Partial<Card> & { emails: readonly string[] };

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
				if (id === undefined) {
					await insertCard(database, ownerId, { card: complete(imported), emails, importId, now: at });
					result.added++;
					continue;
				}
				const before = (await readCards(database, ownerId, [id])).get(id);
				if (before !== undefined)
					await updateCard(database, ownerId, { id, card: filled(before, complete(imported)), now: at });
				const unknown = emails.filter((email) => !known.has(email));
				await addAddresses(database, ownerId, { id, emails: unknown });
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

function complete({ name, company, position, phones, postalAddress, website, note }: ImportedCard): Card {
	return {
		...{ name: name ?? "", company: company ?? "", position: position ?? "", phones: phones ?? [] },
		...{ postalAddress: postalAddress ?? "", website: website ?? "", note: note ?? "" },
	};
}

function filled(before: Card, added: Card): Card {
	return {
		name: before.name || added.name,
		company: before.company || added.company,
		position: before.position || added.position,
		phones: before.phones.length > 0 ? before.phones : added.phones,
		postalAddress: before.postalAddress || added.postalAddress,
		website: before.website || added.website,
		note: before.note || added.note,
	};
}
