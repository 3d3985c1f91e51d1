import type { MailContext } from "#kernel/module.ts";
import type { Card } from "../../contract.ts";
import { addressesOf } from "../contacts.ts";
import { CONTACTS } from "../query.ts";
import { insertCard, updateCard } from "./store.ts";

/** Enters what the user knows about a contact, on the card that the contact has or on a new one. @throws AppError 404 */
export async function setCard(
	{ database, now }: Pick<MailContext, "database" | "now">,
	ownerId: string,
	{ id, card }: { id: string; card: Card },
): Promise<void> {
	const emails = await addressesOf(database, ownerId, id);
	const shown = await database.one<{ card_id: string | null }>(
		`with ${CONTACTS} select card_id from contacts where id = $2`,
		[ownerId, id],
	);
	const cardId = shown?.card_id ?? null;
	await database.transaction(async () => {
		const at = new Date(now());
		if (cardId === null) await insertCard(database, ownerId, { card, emails, importId: null, now: at });
		else await updateCard(database, ownerId, { id: cardId, card, now: at });
	});
}
