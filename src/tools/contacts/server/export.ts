import { type VcardContact, writeVcard } from "#kernel/cards.ts";
import type { Database } from "#kernel/database.ts";
import { csvRecord } from "#kernel/module.ts";
import { partsOfName } from "#shared/person-name.ts";
import type { ContactDetails } from "../contract.ts";
import { readPhotos } from "./cards/photos.ts";
import type { ContactQuery } from "./contacts.ts";
import { type Details, readDetails } from "./details.ts";
import { CONTACTS, MATCHING, matchingValues, orderBy, PARTS } from "./query.ts";

export interface ExportQuery extends ContactQuery {
	/** Only these. */
	ids?: readonly string[] | undefined;
}

/** Contacts per statement. */
const PAGE = 500;

const COLUMNS = [
	...["Name", "Email", "Other Emails", "Company", "Organization", "Position", "Phone", "Address", "Website"],
	...["LinkedIn", "Note", "Received", "Sent", "First Contact", "Last Contact", "Validity"],
	...["First Name", "Middle Name", "Last Name", "Birthday", "Tags", "Custom Fields"],
];

/** Contacts as vCards, read while they are streamed. @param now epoch milliseconds */
export async function* vcardsOf(
	database: Database,
	ownerId: string,
	{ query, now, page }: { query: ExportQuery; now: number; page?: number },
): AsyncGenerator<string> {
	for await (const details of selected(database, ownerId, query, page))
		yield writeVcard(await withPhoto(database, ownerId, details), now);
}

/** Contacts as CSV, read while they are streamed. */
export async function* csvOf(
	database: Database,
	ownerId: string,
	query: ExportQuery,
	page = PAGE,
): AsyncGenerator<string> {
	// Excel takes a file without a byte order mark for one in a Windows encoding.
	yield `\ufeff${csvRecord(COLUMNS)}`;
	for await (const details of selected(database, ownerId, query, page)) {
		const { contact } = details;
		const card = vcardContact(details);
		const [email = "", ...others] = card.emails;
		yield csvRecord([
			...[card.name, email, others.join("; "), card.company, contact.organization, card.position],
			...[
				card.phones.join("; "),
				card.postalAddress,
				valueFor(details, "website"),
				valueFor(details, "linkedIn"),
				card.note,
			],
			...[contact.receivedCount, contact.sentCount, contact.firstContactAt, contact.lastContactAt, contact.validity],
			...[card.firstName, card.middleName, card.lastName, card.birthday, card.categories.join("; ")],
			card.fields.map(({ label, value }) => `${label}: ${value}`).join("; "),
		]);
	}
}

/** The contacts of a selection, by name. Those that are deleted meanwhile are left out. */
async function* selected(
	database: Database,
	ownerId: string,
	query: ExportQuery,
	page = PAGE,
): AsyncGenerator<Details> {
	const rows = await database.query<{ id: string }>(
		`with ${CONTACTS}, ${MATCHING}
		select id from matching where ($5::uuid[] is not null and id = any($5) or $5 is null and ${PARTS[query.part]})
		order by ${orderBy("name")}`,
		[ownerId, ...matchingValues(query), query.ids ?? null],
	);
	for (let from = 0; from < rows.length; from += page)
		yield* await readDetails(
			database,
			ownerId,
			rows.slice(from, from + page).map(({ id }) => id),
		);
}

/** What the user entered comes first. */
function valueFor({ card, details }: Details, field: ContactDetails["details"][number]["field"]): string {
	const own = { website: card?.website, phone: card?.phones[0], address: card?.postalAddress } as Partial<
		Record<typeof field, string>
	>;
	return own[field] || (details.find((one) => one.field === field)?.value ?? "");
}

/** What a vCard says about a contact, with its picture. */
export async function withPhoto(database: Database, ownerId: string, details: Details): Promise<VcardContact> {
	const { contact, cardId } = details;
	const photos = cardId === null || !contact.hasPhoto ? null : await readPhotos(database, ownerId, [cardId]);
	return { ...vcardContact(details), photo: photos?.values().next().value ?? null };
}

function vcardContact(details: Details): VcardContact {
	const { contact, card } = details;
	const phones = card !== null && card.phones.length > 0 ? card.phones : [valueFor(details, "phone")];
	const urls = (["website", "linkedIn", "twitter"] as const).map((field) => valueFor(details, field));
	return {
		...{ id: contact.id, name: contact.name, ...namePartsOf(details), emails: contact.addresses },
		...{ company: contact.company ?? "", position: contact.position ?? "" },
		phones: phones.filter((phone) => phone !== ""),
		postalAddress: valueFor(details, "address"),
		urls: urls.filter((url) => url !== ""),
		...{ note: card?.note ?? "", birthday: card?.birthday ?? "", categories: card?.tags ?? [] },
		...{ fields: card?.customFields ?? [], types: card?.types ?? [], photo: null },
	};
}

/** As entered, else as the language of the name has them. */
function namePartsOf({ contact, card }: Details): Pick<VcardContact, "firstName" | "middleName" | "lastName"> {
	const { firstName = "", middleName = "", lastName = "" } = card ?? {};
	if (firstName + lastName !== "") return { firstName, middleName, lastName };
	const parts = partsOfName(contact.name);
	return { firstName: parts.firstName ?? "", middleName: "", lastName: parts.lastName ?? "" };
}
