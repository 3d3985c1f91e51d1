import { type VcardContact, writeVcard } from "#kernel/cards.ts";
import type { Database } from "#kernel/database.ts";
import { csvRecord } from "#kernel/module.ts";
import type { ContactDetails } from "../contract.ts";
import type { ContactQuery } from "./contacts.ts";
import { readDetails } from "./details.ts";
import { CONTACTS, MATCHING, orderBy, PARTS, patternOf } from "./query.ts";

export interface ExportQuery extends ContactQuery {
	/** Only these. */
	ids?: readonly string[] | undefined;
}

type Details = Omit<ContactDetails, "merges">;

/** Contacts per statement. */
const PAGE = 500;

const COLUMNS = [
	...["Name", "Email", "Other Emails", "Company", "Organization", "Position", "Phone", "Address", "Website"],
	...["LinkedIn", "Note", "Received", "Sent", "First Contact", "Last Contact", "Validity"],
];

/** Contacts as vCards, read while they are streamed. @param now epoch milliseconds */
export async function* vcardsOf(
	database: Database,
	ownerId: string,
	{ query, now, page }: { query: ExportQuery; now: number; page?: number },
): AsyncGenerator<string> {
	for await (const details of selected(database, ownerId, query, page)) yield writeVcard(vcardContact(details), now);
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
		select id from matching where ($4::uuid[] is not null and id = any($4) or $4 is null and ${PARTS[query.part]})
		order by ${orderBy("name")}`,
		[ownerId, patternOf(query.q), query.organization ?? null, query.ids ?? null],
	);
	for (let from = 0; from < rows.length; from += page)
		yield* await readDetails(
			database,
			ownerId,
			rows.slice(from, from + page).map(({ id }) => id),
		);
}

/** What the user entered comes first. */
function valueFor({ card, details }: Details, field: Details["details"][number]["field"]): string {
	const own = { website: card?.website, phone: card?.phones[0], address: card?.postalAddress } as Partial<
		Record<typeof field, string>
	>;
	return own[field] || (details.find((one) => one.field === field)?.value ?? "");
}

function vcardContact(details: Details): VcardContact {
	const { contact, card } = details;
	const phones = card !== null && card.phones.length > 0 ? card.phones : [valueFor(details, "phone")];
	const urls = (["website", "linkedIn", "twitter"] as const).map((field) => valueFor(details, field));
	return {
		...{ id: contact.id, name: contact.name, emails: contact.addresses, note: card?.note ?? "" },
		...{ company: contact.company ?? "", position: contact.position ?? "" },
		phones: phones.filter((phone) => phone !== ""),
		postalAddress: valueFor(details, "address"),
		urls: urls.filter((url) => url !== ""),
	};
}
