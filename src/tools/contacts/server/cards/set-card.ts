import type { MailContext } from "#kernel/module.ts";
import type { Card } from "../../contract.ts";
import { addressesOf, cardOf } from "../contacts.ts";
import { complete } from "./import.ts";
import { insertCard, updateCard } from "./store.ts";

/** Enters what the user knows about a contact, on the card that the contact has or on a new one. @throws AppError 404 */
export async function setCard(
	{ database, now }: Pick<MailContext, "database" | "now">,
	ownerId: string,
	{ id, card }: { id: string; card: Card },
): Promise<void> {
	const emails = await addressesOf(database, ownerId, id);
	const cardId = await cardOf(database, ownerId, id);
	await database.transaction(async () => {
		const at = new Date(now());
		const whole = complete(card);
		if (cardId === null) await insertCard(database, ownerId, { card: whole, emails, importId: null, now: at });
		else await updateCard(database, ownerId, { id: cardId, card: whole, now: at });
	});
}
