import { readVcards } from "#kernel/card-parsing.ts";
import type { Vcard } from "#kernel/cards.ts";
import { badRequest } from "#kernel/errors.ts";
import { addressKey } from "#shared/mail/address-key.ts";
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

function importedCard(card: Vcard, phones: string[]): ImportedCard {
	const { name, firstName, middleName, lastName, emails, company, position, note, birthday, photo } = card;
	const [postalAddress, website] = [card.addresses[0]?.line ?? "", card.urls[0] ?? ""];
	return {
		...{ name, firstName, middleName, lastName, emails, company, position, phones, postalAddress, website, note },
		...{ birthday, tags: card.categories, customFields: card.fields, types: card.types.map(storedType) },
		...(photo !== null && { photo: `data:${photo.contentType};base64,${photo.base64}` }),
	};
}

/** Addresses are stored in one spelling. */
const storedType = ({ value, type }: Vcard["types"][number]): Vcard["types"][number] => ({
	value: value.includes("@") ? addressKey(value) : value,
	type,
});
