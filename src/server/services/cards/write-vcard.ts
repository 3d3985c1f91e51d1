import { BIRTHDAY, type DetailType, isSamePlain } from "#shared/contact-card.ts";
import { escapeText, foldLines } from "#shared/mail/write-content-lines.ts";
import type { Vcard } from "./read-vcards.ts";

type Written =
	| "name"
	| "firstName"
	| "middleName"
	| "lastName"
	| "emails"
	| "company"
	| "position"
	| "phones"
	| "types"
	| "urls"
	| "note"
	| "birthday"
	| "categories"
	| "photo"
	| "fields";

/** What is written about a contact; of its addresses the preferred one first. Empty values are left out. */
export interface VcardContact extends Pick<Vcard, Written> {
	id: string;
	postalAddress: string;
}

/** Phones read version 3.0, files are written in 4.0. */
export type VcardVersion = "3.0" | "4.0";

/** A contact as a vCard (RFC 6350, RFC 2426). @param now epoch milliseconds, its REV; null: it has none */
export function writeVcard(contact: VcardContact, now: number | null, version: VcardVersion = "4.0"): string {
	const { id, name, emails, company, position, postalAddress, urls, note, categories } = contact;
	const lines = [
		"BEGIN:VCARD",
		`VERSION:${version}`,
		`UID:urn:uuid:${id}`,
		// Each vCard has a name.
		`FN:${escapeText(name || (emails[0] ?? ""))}`,
		...nameLine(contact, version),
		...emails.map((email, index) => emailLine(contact, version, { email, isFirst: index === 0 })),
		...(company === "" ? [] : [`ORG:${escapeText(company)}`]),
		...(position === "" ? [] : [`TITLE:${escapeText(position)}`]),
		...contact.phones.map((phone) => phoneLine(contact, version, phone)),
		// Its parts are not known, so the whole is the street.
		...(postalAddress === "" ? [] : [`ADR:;;${escapeText(postalAddress)};;;;`]),
		...urls.map((url) => `URL:${singleLine(url)}`),
		...birthdayLine(contact.birthday, version),
		...(categories.length === 0 ? [] : [`CATEGORIES:${categories.map(escapeText).join(",")}`]),
		...(note === "" ? [] : [`NOTE:${escapeText(note)}`]),
		...contact.fields.flatMap(({ label, value }, index) => [
			`item${index + 1}.X-CUSTOM-FIELD:${escapeText(value)}`,
			`item${index + 1}.X-ABLabel:${escapeText(label)}`,
		]),
		...photoLine(contact.photo, version),
		...(now === null ? [] : [`REV:${revisionOf(now)}`]),
		"END:VCARD",
	];
	return foldLines(lines);
}

function revisionOf(time: number): string {
	return new Date(time)
		.toISOString()
		.replace(/\.\d+Z$/, "Z")
		.replace(/[-:]/g, "");
}

/** N, which version 3.0 requires (RFC 2426 §3.1.2). */
function nameLine({ firstName, middleName, lastName, name, emails }: VcardContact, version: VcardVersion): string[] {
	const parts = [lastName, firstName, middleName].map(escapeText);
	if (parts.some((part) => part !== "")) return [`N:${parts.join(";")};;`];
	return version === "3.0" ? [`N:${escapeText(name || (emails[0] ?? ""))};;;;`] : [];
}

function emailLine(
	contact: VcardContact,
	version: VcardVersion,
	{ email, isFirst }: { email: string; isFirst: boolean },
): string {
	const type = typeParam(contact, email);
	const isPreferred = isFirst && contact.emails.length > 1;
	if (version === "4.0")
		return `EMAIL${type === "" ? "" : `;TYPE=${type}`}${isPreferred ? ";PREF=1" : ""}:${escapeText(email)}`;
	const types = ["INTERNET", type.toUpperCase(), isPreferred ? "PREF" : ""].filter((one) => one !== "");
	return `EMAIL;TYPE=${types.join(",")}:${escapeText(email)}`;
}

/** International numbers are URIs (RFC 3966) in version 4.0, others text. */
function phoneLine(contact: VcardContact, version: VcardVersion, phone: string): string {
	const type = typeParam(contact, phone);
	if (version === "3.0") return `TEL${type === "" ? "" : `;TYPE=${type.toUpperCase()}`}:${escapeText(phone)}`;
	const number = phone.replace(/[\s().-]/g, "");
	const param = type === "" ? "" : `;TYPE=${type}`;
	return /^\+\d{5,15}$/.test(number)
		? `TEL${param};VALUE=uri:tel:${number}`
		: `TEL${param};VALUE=text:${escapeText(phone)}`;
}

/** As TYPE calls them. */
const TYPE_NAMES: Record<DetailType, string> = {
	home: "home",
	work: "work",
	mobile: "cell",
	fax: "fax",
	pager: "pager",
};

function typeParam({ types }: VcardContact, value: string): string {
	const found = types.find((one) => isSamePlain(one.value, value));
	return found === undefined ? "" : TYPE_NAMES[found.type];
}

function birthdayLine(birthday: string, version: VcardVersion): string[] {
	const [, year = "", month = "", day = ""] = BIRTHDAY.exec(birthday) ?? [];
	if (month === "") return [];
	if (version === "4.0") return [`BDAY:${year === "-" ? "--" : year}${month}${day}`];
	// Version 3.0 has no birthdays without a year; address books agree on this one (see `birthday.ts`).
	return year === "-" ? [`BDAY;X-APPLE-OMIT-YEAR=1604:1604-${month}-${day}`] : [`BDAY:${birthday}`];
}

function photoLine(photo: VcardContact["photo"], version: VcardVersion): string[] {
	if (photo === null) return [];
	if (version === "4.0") return [`PHOTO:data:${photo.contentType};base64,${photo.base64}`];
	return [`PHOTO;ENCODING=b;TYPE=${photo.contentType.slice("image/".length).toUpperCase()}:${photo.base64}`];
}

/** A URI, which has no escapes: no text of it may start another line. */
function singleLine(text: string): string {
	return text.replace(/[\p{Cc}\s]/gu, "");
}
