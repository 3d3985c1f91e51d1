import { badRequest } from "#kernel/errors.ts";
import { components, unescaped, unescapeText } from "#shared/mail/content-lines.ts";
import { vcardLines } from "#shared/mail/vcard-lines.ts";
import { textBefore } from "#shared/trim.ts";
import type { Card } from "../../contract.ts";
import type { ImportedCard } from "./import.ts";
import { VCARD_LIMITS, type VcardLimits } from "./vcard-limits.ts";

type Reading = Card & { emails: string[]; nameParts: string };

/**
 * The cards of a vCard file (RFC 6350, also versions 2.1 and 3.0). What is not understood is left out. Runs in a worker
 * thread.
 * @throws AppError 400 `not-a-vcard`
 */
export function readVcards(bytes: Uint8Array, limits: VcardLimits = VCARD_LIMITS): ImportedCard[] {
	const cards: ImportedCard[] = [];
	let card: Reading | null = null;
	let lines = 0;
	for (const { name, value } of vcardLines(bytes, limits.lines + 1)) {
		if (++lines > limits.lines)
			throw tooLarge(`The file has more than ${limits.lines.toLocaleString("en-US")} lines. Split it and try again.`);
		if (name === "BEGIN" && /^vcard$/i.test(value.trim())) card = emptyCard();
		else if (name === "END" && card !== null) {
			if (cards.length === limits.cards)
				throw tooLarge(
					`The file has more than ${limits.cards.toLocaleString("en-US")} contacts. Split it and try again.`,
				);
			for (const [{ length }, what] of [
				[card.phones, "phone numbers"],
				[card.emails, "email addresses"],
			] as const)
				if (length > limits.values)
					throw tooLarge(`A contact in this file has more than ${limits.values} ${what}. Shorten it and try again.`);
			const { nameParts, ...rest } = card;
			cards.push({ ...rest, name: rest.name || nameParts });
			card = null;
		} else if (card !== null) readProperty(card, name, value);
	}
	if (cards.length === 0) throw badRequest("not-a-vcard", "This file has no contacts. Choose a vCard file (.vcf).");
	return cards;
}

const tooLarge = (message: string) => badRequest("not-a-vcard", message);

const emptyCard = (): Reading => ({
	...{ name: "", nameParts: "", company: "", position: "", phones: [], postalAddress: "", website: "", note: "" },
	emails: [],
});

function readProperty(card: Reading, name: string, value: string): void {
	const text = unescaped(value).slice(0, 300);
	if (text.replaceAll(";", "").trim() === "") return;
	if (name === "FN") card.name ||= text;
	else if (name === "N") {
		const [last = "", first = "", middle = ""] = components(value);
		card.nameParts = [first, middle, last]
			.filter((part) => part !== "")
			.join(" ")
			.slice(0, 300);
	} else if (name === "EMAIL") {
		card.emails.push(text.replace(/^mailto:/i, ""));
	} else if (name === "TEL") {
		const phone = textBefore(text.replace(/^tel:/i, ""), ";").trim();
		if (phone !== "") card.phones.push(phone);
	} else if (name === "ORG") card.company ||= (components(value)[0] ?? "").slice(0, 300);
	else if (name === "TITLE") card.position ||= text;
	else if (name === "ADR") card.postalAddress ||= addressIn(value);
	else if (name === "URL") card.website ||= text;
	else if (name === "NOTE") card.note ||= unescapeText(value).trim().slice(0, 4_000);
}

/** A structured address on one line. */
function addressIn(value: string): string {
	const [box = "", extended = "", street = "", city = "", region = "", code = "", country = ""] = components(value);
	const town = [code, city].filter((part) => part !== "").join(" ");
	return [box, extended, street, town, region, country]
		.filter((part) => part !== "")
		.join(", ")
		.slice(0, 600);
}
