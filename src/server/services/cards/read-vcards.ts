import { components, unescaped, unescapeText } from "#shared/mail/content-lines.ts";
import { textBefore } from "#shared/trim.ts";
import { addressOf } from "../../mail/addresses/entries.ts";
import { vcardLines } from "./vcard-lines.ts";

/** What a vCard says about one contact. Empty: nothing. */
export interface Vcard {
	/** FN, or the parts of N. */
	name: string;
	/** Not checked. */
	emails: string[];
	/** As written. */
	phones: string[];
	/** Numbers of fax machines and pagers. */
	faxes: string[];
	company: string;
	/** TITLE, or ROLE. */
	position: string;
	addresses: PostalAddress[];
	/** Web pages, and then profiles of social networks. */
	urls: string[];
	profiles: string[];
	note: string;
}

interface PostalAddress {
	/** All of it on one line. */
	line: string;
	/** Post office box, extended address and street. */
	street: string;
	/** City, region and country. */
	location: string;
}

type Reading = Vcard & { nameParts: string; role: string };

/** Characters of a value, of an address and of a note. */
const [MAX_TEXT, MAX_ADDRESS, MAX_NOTE] = [300, 600, 4_000];

/**
 * The cards of a vCard file (RFC 6350, also versions 2.1 and 3.0). What is not understood is left out. Runs in a worker
 * thread.
 * @throws AppError 400 `not-a-vcard` for a file of more lines
 */
export function* readVcards(bytes: Uint8Array, maxLines?: number): Generator<Vcard> {
	let card: Reading | null = null;
	for (const { name, params, value } of vcardLines(bytes, maxLines)) {
		if (name === "BEGIN" && /^vcard$/i.test(value.trim())) card = emptyCard();
		else if (name === "END" && card !== null) {
			const { nameParts, role, ...rest } = card;
			yield { ...rest, name: rest.name || nameParts, position: rest.position || role };
			card = null;
		} else if (card !== null) readProperty(card, name, value, params.get("TYPE") ?? "");
	}
}

const emptyCard = (): Reading => ({
	...{ name: "", nameParts: "", emails: [], phones: [], faxes: [], company: "", position: "", role: "" },
	...{ addresses: [], urls: [], profiles: [], note: "" },
});

function readProperty(card: Reading, name: string, value: string, type: string): void {
	const text = unescaped(value).slice(0, MAX_TEXT);
	if (text.replaceAll(";", "").trim() === "") return;
	if (name === "FN") card.name ||= text;
	else if (name === "N") card.nameParts ||= nameIn(value);
	else if (name === "EMAIL") card.emails.push(addressOf(text));
	else if (name === "TEL") {
		const phone = textBefore(text.replace(/^tel:/i, ""), ";").trim();
		if (phone !== "") card[/fax|pager/i.test(type) ? "faxes" : "phones"].push(phone);
	} else if (name === "ORG") card.company ||= (components(value)[0] ?? "").slice(0, MAX_TEXT);
	else if (name === "TITLE") card.position ||= text;
	else if (name === "ROLE") card.role ||= text;
	else if (name === "ADR") card.addresses.push(addressIn(value));
	else if (name === "URL") card.urls.push(text);
	else if (name === "X-SOCIALPROFILE" || name === "SOCIALPROFILE") card.profiles.push(text);
	else if (name === "NOTE") card.note ||= unescapeText(value).trim().slice(0, MAX_NOTE);
}

function nameIn(value: string): string {
	const [last = "", first = "", middle = ""] = components(value);
	return joined([first, middle, last], " ").slice(0, MAX_TEXT);
}

function addressIn(value: string): PostalAddress {
	const [box = "", extended = "", street = "", city = "", region = "", code = "", country = ""] = components(value);
	const lineOf = (parts: readonly string[]): string => joined(parts, ", ").slice(0, MAX_ADDRESS);
	return {
		line: lineOf([box, extended, street, joined([code, city], " "), region, country]),
		street: lineOf([box, extended, street]),
		location: lineOf([city, region, country]),
	};
}

const joined = (parts: readonly string[], separator: string): string =>
	parts.filter((part) => part !== "").join(separator);
