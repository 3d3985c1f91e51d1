import { escapeText, foldLines } from "#shared/mail/write-content-lines.ts";
import type { Vcard } from "./read-vcards.ts";

/** What is written about a contact; of its addresses the preferred one first. Empty values are left out. */
export interface VcardContact
	extends Pick<Vcard, "name" | "emails" | "company" | "position" | "phones" | "urls" | "note"> {
	id: string;
	postalAddress: string;
}

/** A contact as a vCard 4.0 (RFC 6350). @param now epoch milliseconds, its REV */
export function writeVcard(contact: VcardContact, now: number): string {
	const { id, name, emails, company, position, phones, postalAddress, urls, note } = contact;
	const rev = new Date(now)
		.toISOString()
		.replace(/\.\d+Z$/, "Z")
		.replace(/[-:]/g, "");
	const lines = [
		"BEGIN:VCARD",
		"VERSION:4.0",
		`UID:urn:uuid:${id}`,
		// Each vCard has a name.
		`FN:${escapeText(name || (emails[0] ?? ""))}`,
		...emails.map((email, index) => `EMAIL${index === 0 && emails.length > 1 ? ";PREF=1" : ""}:${escapeText(email)}`),
		...(company === "" ? [] : [`ORG:${escapeText(company)}`]),
		...(position === "" ? [] : [`TITLE:${escapeText(position)}`]),
		...phones.map(phoneLine),
		// Its parts are not known, so the whole is the street.
		...(postalAddress === "" ? [] : [`ADR:;;${escapeText(postalAddress)};;;;`]),
		...urls.map((url) => `URL:${singleLine(url)}`),
		...(note === "" ? [] : [`NOTE:${escapeText(note)}`]),
		`REV:${rev}`,
		"END:VCARD",
	];
	return foldLines(lines);
}

/** International numbers are URIs (RFC 3966), others text. */
function phoneLine(phone: string): string {
	const number = phone.replace(/[\s().-]/g, "");
	return /^\+\d{5,15}$/.test(number) ? `TEL;VALUE=uri:tel:${number}` : `TEL;VALUE=text:${escapeText(phone)}`;
}

/** A URI, which has no escapes: no text of it may start another line. */
function singleLine(text: string): string {
	return text.replace(/[\p{Cc}\s]/gu, "");
}
