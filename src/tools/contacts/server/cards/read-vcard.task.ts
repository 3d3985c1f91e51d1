import { readVcards } from "#kernel/card-parsing.ts";
import type { Vcard } from "#kernel/cards.ts";
import { badRequest } from "#kernel/errors.ts";
import type { ImportedCard } from "./import.ts";

/** What a vCard file may have. */
export interface CardLimits {
	cards: number;
	/** Phone numbers, and email addresses, of one card. */
	values: number;
}

/** The contacts of an uploaded vCard file. @throws AppError 400 `not-a-vcard` */
export default function task(raw: Buffer, limits: CardLimits): ImportedCard[] {
	const cards: ImportedCard[] = [];
	for (const card of readVcards(raw)) {
		if (cards.length === limits.cards)
			throw tooLarge(
				`The file has more than ${limits.cards.toLocaleString("en-US")} contacts. Split it and try again.`,
			);
		const phones = [...card.phones, ...card.faxes];
		for (const [{ length }, what] of [
			[phones, "phone numbers"],
			[card.emails, "email addresses"],
		] as const)
			if (length > limits.values)
				throw tooLarge(`A contact in this file has more than ${limits.values} ${what}. Shorten it and try again.`);
		cards.push(importedCard(card, phones));
	}
	if (cards.length === 0) throw badRequest("not-a-vcard", "This file has no contacts. Choose a vCard file (.vcf).");
	return cards;
}

const tooLarge = (message: string) => badRequest("not-a-vcard", message);

function importedCard(
	{ name, emails, company, position, addresses, urls, note }: Vcard,
	phones: string[],
): ImportedCard {
	const [postalAddress, website] = [addresses[0]?.line ?? "", urls[0] ?? ""];
	return { name, emails, company, position, phones, postalAddress, website, note };
}
