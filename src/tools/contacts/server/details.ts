import type { Database } from "#kernel/database.ts";
import { notFound } from "#kernel/errors.ts";
import { listMerges } from "#kernel/people.ts";
import type { ContactDetails, Validity } from "../contract.ts";
import { detailFields } from "../fields.ts";
import { readCards } from "./cards/store.ts";
import { present } from "./contacts.ts";
import { ADDRESS_ORDER, CONTACTS, type ContactRow } from "./query.ts";

interface AddressRow {
	contact_id: string;
	address: string;
	received_count: number;
	sent_count: number;
	last_contact_at: Date | null;
	validity: Validity | null;
	validated_at: Date | null;
}

/** What the enrichment knows about an address. */
interface Enriched {
	address: string;
	facts: ContactDetails["details"];
	at: Date;
}

/** A contact with what is known, without its merges. */
export interface Details extends Omit<ContactDetails, "merges"> {
	/** Null: the user entered nothing. */
	cardId: string | null;
}

/** A contact with all that is known. @throws AppError 404 */
export async function getContact(database: Database, ownerId: string, id: string): Promise<ContactDetails> {
	const [found] = await readDetails(database, ownerId, [id]);
	if (found === undefined) throw notFound("The contact");
	const merges = await listMerges(database, ownerId, id);
	const { cardId: _, ...details } = found;
	return {
		...details,
		merges: merges.map(({ mergedAt, ...merge }) => ({ ...merge, mergedAt: mergedAt.toISOString() })),
	};
}

/** Contacts with what is known, in the order of their ids, without their merges. Those that do not exist are left out. */
export async function readDetails(database: Database, ownerId: string, ids: readonly string[]): Promise<Details[]> {
	const rows = await database.query<ContactRow>(`with ${CONTACTS} select * from contacts where id = any($2::uuid[])`, [
		ownerId,
		ids,
	]);
	const addresses = await database.query<AddressRow>(
		`with ${CONTACTS}
		select o.*, v.status as validity, v.checked_at as validated_at from owned o
		left join lateral (
			select status, checked_at from validated_addresses_v1
			where owner_id = $1 and lower(email) = o.address order by checked_at desc limit 1
		) v on true
		where o.contact_id = any($2::uuid[]) order by ${ADDRESS_ORDER}`,
		[ownerId, ids],
	);
	const enriched = await database.query<Enriched>(
		`select email as address, facts, checked_at as at from enriched_addresses_v1
		where owner_id = $1 and email = any($2::text[]) and found order by confidence desc, email`,
		[ownerId, addresses.map(({ address }) => address)],
	);
	const cards = await readCards(
		database,
		ownerId,
		rows.flatMap(({ card_id: id }) => id ?? []),
	);
	const byId = new Map(rows.map((row) => [row.id, row]));
	return ids.flatMap((id) => {
		const row = byId.get(id);
		if (row === undefined) return [];
		const own = addresses.filter((one) => one.contact_id === id);
		const names = own.map(({ address }) => address);
		return [
			{
				contact: present(row, names),
				addresses: own.map((one) => ({
					...{ address: one.address, receivedCount: one.received_count, sentCount: one.sent_count },
					lastContactAt: one.last_contact_at?.toISOString() ?? null,
					...{ validity: one.validity, validatedAt: one.validated_at?.toISOString() ?? null },
				})),
				...detailsOf(enriched.filter(({ address }) => names.includes(address))),
				cardId: row.card_id,
				card: row.card_id === null ? null : (cards.get(row.card_id) ?? null),
			},
		];
	});
}

/** Of each field the most certain value. */
function detailsOf(enriched: readonly Enriched[]): Pick<ContactDetails, "details" | "enrichedAt"> {
	const facts = enriched.flatMap((row) => row.facts).toSorted((a, b) => b.confidence - a.confidence);
	const details = detailFields.flatMap((field) => {
		const best = facts.find((fact) => fact.field === field);
		return best === undefined ? [] : [{ field, value: best.value, confidence: best.confidence }];
	});
	return { details, enrichedAt: enriched[0]?.at.toISOString() ?? null };
}
