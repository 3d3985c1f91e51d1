import { createHash } from "node:crypto";
import { provide } from "#kernel/capabilities.ts";
import { type VcardContact, type VcardVersion, writeVcard } from "#kernel/cards.ts";
import type { Database } from "#kernel/database.ts";
import type { MailContext } from "#kernel/module.ts";
import { listAddressBook } from "#shared/capabilities/address-book.ts";
import { readDetails } from "./details.ts";
import { withPhoto } from "./export.ts";
import { CONTACTS, orderBy } from "./query.ts";

/** Contacts of an address book. */
const MAX_ENTRIES = 10_000;
/** Contacts per statement. */
const PAGE = 500;
/** Bytes of pictures that one answer has. */
const MAX_BYTES = 64 * 1024 * 1024;

interface Entry {
	id: string;
	etag: string;
	card: string;
}

/** The contacts of a user for phones and address books: strangers who wrote once are not among them. */
export const provideAddressBook = provide(
	listAddressBook,
	async ({ database }: MailContext, { ownerId, signal }, { ids, version, withCards }) => {
		const rows = await database.query<{ id: string }>(
			`with ${CONTACTS} select id from contacts
			where ($2::uuid[] is null or id = any($2)) and (card_id is not null or sent_count > 0 and not is_automated)
			order by ${orderBy("name")} limit ${MAX_ENTRIES}`,
			[ownerId, ids ?? null],
		);
		const items: Entry[] = [];
		let bytes = 0;
		for (let from = 0; from < rows.length; from += PAGE) {
			signal.throwIfAborted();
			const page = rows.slice(from, from + PAGE).map(({ id }) => id);
			for (const entry of await entriesOf(database, ownerId, { ids: page, version })) {
				bytes += entry.card.length;
				// Clients read the others with another request.
				if (withCards && bytes > MAX_BYTES && items.length > 0) return { items };
				items.push(withCards ? entry : { ...entry, card: "" });
			}
		}
		return { items };
	},
);

async function entriesOf(
	database: Database,
	ownerId: string,
	{ ids, version }: { ids: readonly string[]; version: VcardVersion },
): Promise<Entry[]> {
	const entries: Entry[] = [];
	for (const details of await readDetails(database, ownerId, ids)) {
		const contact = shownOnPhones(await withPhoto(database, ownerId, details));
		const card = writeVcard(contact, null, version);
		const same = version === "4.0" ? card : writeVcard(contact, null, "4.0");
		const etag = createHash("sha256").update(same).digest("base64url").slice(0, 27);
		entries.push({ id: details.contact.id, etag: `"${etag}"`, card });
	}
	return entries;
}

/** Phones show no fields of the user's own: they are part of the note. */
function shownOnPhones({ fields, note, ...contact }: VcardContact): VcardContact {
	const lines = fields.map(({ label, value }) => `${label}: ${value}`);
	return { ...contact, note: [note, lines.join("\n")].filter((part) => part !== "").join("\n\n"), fields: [] };
}
