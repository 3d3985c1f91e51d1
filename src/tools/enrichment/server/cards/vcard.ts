import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import { components, unescaped } from "#shared/mail/content-lines.ts";
import { vcardLines } from "#shared/mail/vcard-lines.ts";
import { textBefore } from "#shared/trim.ts";
import { personName } from "../names.ts";
import { profileOf } from "../signature/links.ts";

/** A person of a vCard (RFC 6350, also versions 2.1 and 3.0). Empty values are absent. */
export interface Card {
	fullName: string | null;
	/** In lower case. */
	emails: string[];
	/** As written, or in international format where the number has a country. */
	phones: string[];
	company: string | null;
	position: string | null;
	address: string | null;
	location: string | null;
	urls: string[];
}

/** Reads the vCards of a file. Never throws: what is not understood is left out. */
export function readCards(bytes: Uint8Array): Card[] {
	const cards: Card[] = [];
	let card: Card | null = null;
	for (const { name, params, value } of vcardLines(bytes)) {
		if (name === "BEGIN" && /^vcard$/i.test(value.trim())) card = emptyCard();
		else if (name === "END" && card !== null) {
			cards.push(card);
			card = null;
		} else if (card !== null) readProperty(card, name, value, params.get("TYPE") ?? "");
	}
	return cards;
}

const emptyCard = (): Card => ({
	...{ fullName: null, emails: [], phones: [], company: null, position: null, address: null, location: null, urls: [] },
});

function readProperty(card: Card, name: string, value: string, type: string): void {
	const text = unescaped(value).slice(0, 300);
	if (text.replaceAll(";", "").trim() === "") return;
	if (name === "FN") card.fullName = text;
	else if (name === "N") {
		const [last = "", first = "", middle = ""] = components(value);
		card.fullName ??= [first, middle, last].filter((part) => part !== "").join(" ");
	} else if (name === "EMAIL") {
		const email = text.replace(/^mailto:/i, "").toLowerCase();
		if (/^[^\s@]+@[^\s@]+$/.test(email)) card.emails.push(email);
	} else if (name === "TEL") {
		if (!/fax|pager/i.test(type)) card.phones.push(phoneOf(text));
	} else if (name === "ORG") card.company = components(value)[0]?.slice(0, 200) || card.company;
	else if (name === "TITLE") card.position = text;
	else if (name === "ROLE") card.position ??= text;
	else if (name === "URL" || name === "X-SOCIALPROFILE" || name === "SOCIALPROFILE") card.urls.push(text);
	else if (name === "ADR") readAddress(card, components(value));
}

function readAddress(
	card: Card,
	[box = "", extended = "", street = "", city = "", region = "", code = "", country = ""]: string[],
): void {
	const location = [city, region, country].filter((part) => part !== "").join(", ");
	if (location === "") return;
	card.location ??= location;
	const line = [box, extended, street].filter((part) => part !== "").join(", ");
	if (line !== "")
		card.address ??= [line, [code, city].join(" ").trim(), region, country].filter((part) => part !== "").join(", ");
}

function phoneOf(text: string): string {
	const number = textBefore(text.replace(/^tel:/i, ""), ";");
	return parsePhoneNumberFromString(number)?.formatInternational() ?? number;
}

/** The facts of a card. */
export function findingsOf(card: Card) {
	const profiles = card.urls.flatMap((url) => profileOf(url) ?? []);
	const website = card.urls.find((url) => /^https?:\/\/\S+$/i.test(url) && profileOf(url) === null);
	const name = personName(card.fullName ?? "");
	return [
		...(name === null ? [] : [{ field: "fullName" as const, value: name }]),
		...(card.company === null ? [] : [{ field: "company" as const, value: card.company }]),
		...(card.position === null ? [] : [{ field: "position" as const, value: card.position }]),
		...(card.address === null ? [] : [{ field: "address" as const, value: card.address }]),
		...(card.location === null ? [] : [{ field: "location" as const, value: card.location }]),
		...card.phones.filter((phone) => phone.startsWith("+")).map((value) => ({ field: "phone" as const, value })),
		...profiles,
		...(website === undefined ? [] : [{ field: "website" as const, value: website }]),
	];
}
