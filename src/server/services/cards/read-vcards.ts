import { type CustomField, type DetailType, isSamePlain } from "#shared/contact-card.ts";
import { components, unescaped, unescapeText } from "#shared/mail/content-lines.ts";
import { joinedName } from "#shared/person-name.ts";
import { textBefore } from "#shared/trim.ts";
import { addressOf } from "../../mail/addresses/entries.ts";
import { readBirthday } from "./birthday.ts";
import { fieldOf, labelOf } from "./other-properties.ts";
import { type CardPhoto, photoIn } from "./photo.ts";
import { preferenceOf, typeOf } from "./types.ts";
import { type VcardLine, vcardLines } from "./vcard-lines.ts";

/** What a vCard says about one contact. Empty: nothing. Of repeated properties the preferred one is first (PREF). */
export interface Vcard {
	/** FN, or the parts of N. */
	name: string;
	/** The parts of N. */
	firstName: string;
	middleName: string;
	lastName: string;
	/** Not checked. */
	emails: string[];
	/** As written. */
	phones: string[];
	/** Numbers of fax machines and pagers. */
	faxes: string[];
	/** What kind of address or number these are. */
	types: { value: string; type: DetailType }[];
	company: string;
	/** TITLE, or ROLE. */
	position: string;
	addresses: PostalAddress[];
	/** Web pages, and then profiles of social networks. */
	urls: string[];
	profiles: string[];
	note: string;
	/** `1985-04-12`, or `--04-12` without a year. */
	birthday: string;
	categories: string[];
	photo: CardPhoto | null;
	/** What other properties say, such as an anniversary or a nickname. */
	fields: CustomField[];
}

interface PostalAddress {
	/** All of it on one line. */
	line: string;
	/** Post office box, extended address and street. */
	street: string;
	/** City, region and country. */
	location: string;
}

/** A value with its preference: 1 is the most preferred, 100 the least (RFC 6350 §5.3). */
interface Preferred<T> {
	value: T;
	preference: number;
}

/** A card while it is read. */
interface Reading {
	names: string[];
	parts: { firstName: string; middleName: string; lastName: string } | null;
	emails: Preferred<string>[];
	phones: Preferred<string>[];
	faxes: Preferred<string>[];
	types: Vcard["types"];
	companies: Preferred<string>[];
	titles: Preferred<string>[];
	roles: Preferred<string>[];
	addresses: Preferred<PostalAddress>[];
	urls: Preferred<string>[];
	profiles: string[];
	note: string;
	birthday: string;
	categories: string[];
	photo: CardPhoto | null;
	fields: (CustomField & { group: string })[];
	/** By group. */
	labels: Map<string, string>;
}

/** Characters of a value, of an address and of a note. */
const [MAX_TEXT, MAX_ADDRESS, MAX_NOTE] = [300, 600, 4_000];
/** Characters of a category, and how many there are. */
const [MAX_CATEGORY, MAX_CATEGORIES] = [60, 50];
const MAX_FIELDS = 50;

/**
 * The cards of a vCard file (RFC 6350, also versions 2.1 and 3.0). What is not understood is left out. Runs in a worker
 * thread.
 * @throws AppError 400 `not-a-vcard` for a file of more lines
 */
export function* readVcards(bytes: Uint8Array, maxLines?: number): Generator<Vcard> {
	let card: Reading | null = null;
	for (const line of vcardLines(bytes, maxLines)) {
		if (line.name === "BEGIN" && /^vcard$/i.test(line.value.trim())) card = emptyCard();
		else if (line.name === "END" && card !== null) {
			yield cardOf(card);
			card = null;
		} else if (card !== null) readProperty(card, line);
	}
}

const emptyCard = (): Reading => ({
	...{ names: [], parts: null, emails: [], phones: [], faxes: [], types: [], companies: [], titles: [], roles: [] },
	...{ addresses: [], urls: [], profiles: [], note: "", birthday: "", categories: [], photo: null, fields: [] },
	labels: new Map(),
});

function cardOf(card: Reading): Vcard {
	const { firstName = "", middleName = "", lastName = "" } = card.parts ?? {};
	const nameParts = joinedName({ first: firstName, middle: middleName, last: lastName }).slice(0, MAX_TEXT);
	const [company = "", position = inOrder(card.roles)[0] ?? ""] = [inOrder(card.companies)[0], inOrder(card.titles)[0]];
	return {
		...{ name: card.names[0] ?? nameParts, firstName, middleName, lastName, company, position },
		...{ emails: inOrder(card.emails), phones: inOrder(card.phones), faxes: inOrder(card.faxes), types: card.types },
		...{ addresses: inOrder(card.addresses), urls: inOrder(card.urls), profiles: card.profiles, note: card.note },
		...{ birthday: card.birthday, categories: card.categories, photo: card.photo },
		fields: card.fields.map(({ group, label, value }) => ({
			label: (group === "" ? undefined : card.labels.get(group)) ?? label,
			value,
		})),
	};
}

const inOrder = <T>(values: readonly Preferred<T>[]): T[] =>
	values.toSorted((a, b) => a.preference - b.preference).map(({ value }) => value);

function readProperty(card: Reading, line: VcardLine): void {
	const { name, group, params, value } = line;
	if (name === "PHOTO") {
		card.photo ??= photoIn(params, value);
		return;
	}
	const text = unescaped(value).slice(0, MAX_TEXT);
	if (text.replaceAll(";", "").trim() === "") return;
	const preferred = <T>(one: T): Preferred<T> => ({ value: one, preference: preferenceOf(params) });
	if (name === "FN") card.names.push(text);
	else if (name === "N") card.parts ??= partsIn(value);
	else if (name === "EMAIL" || name === "TEL") readReachable(card, line, text);
	else if (name === "ORG") readOrganization(card, line);
	else if (name === "TITLE") card.titles.push(preferred(text));
	else if (name === "ROLE") card.roles.push(preferred(text));
	else if (name === "ADR") card.addresses.push(preferred(addressIn(value)));
	else if (name === "URL") card.urls.push(preferred(text));
	else if (name === "X-SOCIALPROFILE" || name === "SOCIALPROFILE") card.profiles.push(text);
	else if (name === "NOTE") card.note ||= unescapeText(value).trim().slice(0, MAX_NOTE);
	else if (name === "BDAY") card.birthday ||= readBirthday(text);
	else if (name === "CATEGORIES") card.categories = categoriesIn(value, card.categories);
	else if (name === "X-ABLABEL") card.labels.set(group, labelOf(text));
	else if (card.fields.length < MAX_FIELDS) {
		const field = fieldOf(name, params, text);
		if (field !== null) card.fields.push({ ...field, group });
	}
}

/** An email address or a phone number with its kind. */
function readReachable(card: Reading, { name, params }: VcardLine, text: string): void {
	const given = params.get("TYPE") ?? "";
	const value = name === "EMAIL" ? addressOf(text) : textBefore(text.replace(/^tel:/i, ""), ";").trim();
	if (value === "") return;
	const one = { value, preference: preferenceOf(params) };
	if (name === "EMAIL") card.emails.push(one);
	else card[/fax|pager/i.test(given) ? "faxes" : "phones"].push(one);
	const type = typeOf(given);
	if (type !== null && !card.types.some((known) => isSamePlain(known.value, value))) card.types.push({ value, type });
}

function readOrganization(card: Reading, { params, value }: VcardLine): void {
	const [company = "", department = ""] = components(value);
	if (company !== "") card.companies.push({ value: company.slice(0, MAX_TEXT), preference: preferenceOf(params) });
	const isFirst = card.fields.every(({ label }) => label !== "Department");
	if (department !== "" && isFirst)
		card.fields.push({ label: "Department", value: department.slice(0, MAX_TEXT), group: "" });
}

function partsIn(value: string): NonNullable<Reading["parts"]> {
	const [last = "", first = "", middle = ""] = components(value).map((part) => part.slice(0, MAX_TEXT));
	return { firstName: first, middleName: middle, lastName: last };
}

/** Names of categories, each once. */
function categoriesIn(value: string, known: readonly string[]): string[] {
	const found = value.split(/(?<!\\),/).map((one) => unescaped(one).slice(0, MAX_CATEGORY));
	return [...new Set([...known, ...found.filter((one) => one !== "")])].slice(0, MAX_CATEGORIES);
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
