import type { Database } from "#kernel/database.ts";
import { notFound } from "#kernel/errors.ts";
import type { Contact } from "../contract.ts";
import type { contactParts, contactSorts } from "../fields.ts";
import { CONTACTS, type ContactRow, MATCHING, PARTS, patternOf, SORTS } from "./query.ts";

type Part = (typeof contactParts)[number];

export interface ContactQuery {
	q?: string | undefined;
	part: Part;
	organization?: string | undefined;
}

interface ContactPage {
	items: Contact[];
	total: number;
	parts: Record<Part, number>;
	nextOffset: number | null;
}

/** A page of contacts, and how many match in each part. */
export async function listContacts(
	database: Database,
	ownerId: string,
	{
		q,
		part,
		organization,
		sort,
		limit,
		offset,
	}: ContactQuery & { sort: (typeof contactSorts)[number]; limit: number; offset: number },
): Promise<ContactPage> {
	const counts = Object.entries(PARTS).map(([name, condition]) => `'${name}', count(*) filter (where ${condition})`);
	const [found] = await database.query<{ parts: Record<Part, number>; rows: (ContactRow & { addresses: string[] })[] }>(
		`with ${CONTACTS}, ${MATCHING}, page as materialized (
			select * from matching where ${PARTS[part]} order by ${SORTS[sort]} limit $4 offset $5
		), their as (
			select o.contact_id, array_agg(o.address order by o.last_contact_at desc nulls last, o.address) as addresses
			from owned o where o.contact_id in (select id from page) group by o.contact_id
		)
		select (select jsonb_build_object(${counts.join(", ")}) from matching) as parts,
			coalesce((select jsonb_agg(to_jsonb(p) || jsonb_build_object('addresses', t.addresses) order by ${SORTS[sort]})
				from page p join their t on t.contact_id = p.id), '[]') as rows`,
		[ownerId, patternOf(q), organization ?? null, limit, offset],
	);
	const parts = found?.parts ?? { all: 0, detailed: 0, undetailed: 0, undeliverable: 0, automated: 0 };
	const items = (found?.rows ?? []).map((row) => present(row, row.addresses));
	const total = parts[part];
	return { items, total, parts, nextOffset: offset + items.length < total ? offset + items.length : null };
}

interface Organization {
	organization: string;
	company: string | null;
	contacts: number;
	receivedCount: number;
	sentCount: number;
	lastContactAt: string | null;
}

/** Organizations of people, most recent contact first. */
export async function listOrganizations(database: Database, ownerId: string, q?: string): Promise<Organization[]> {
	const rows = await database.query<Omit<Organization, "lastContactAt"> & { last: Date | null }>(
		`with ${CONTACTS}
		select organization, max(company) as company, count(*)::int as contacts, sum(received_count)::int as "receivedCount",
			sum(sent_count)::int as "sentCount", max(last_contact_at) as last
		from contacts where organization <> '' and not is_automated
			and ($2::text is null or organization ilike $2 or company ilike $2)
		group by organization order by max(last_contact_at) desc nulls last, organization limit 2000`,
		[ownerId, patternOf(q)],
	);
	return rows.map(({ last, ...row }) => ({ ...row, lastContactAt: last?.toISOString() ?? null }));
}

/** Addresses of a contact, most recently used first. @throws AppError 404 */
export async function addressesOf(database: Database, ownerId: string, id: string): Promise<string[]> {
	const rows = await database.query<{ address: string }>(
		`with ${CONTACTS} select address from owned where contact_id = $2 order by last_contact_at desc nulls last, address`,
		[ownerId, id],
	);
	if (rows.length === 0) throw notFound("The contact");
	return rows.map(({ address }) => address);
}

/** A contact as the API has it. @param row dates are text where it went through JSON */
export function present(row: ContactRow, addresses: string[]): Contact {
	const at = (date: Date | string | null) => (date === null ? null : new Date(date).toISOString());
	return {
		...{ id: row.id, name: row.name, organization: row.organization, company: row.company, position: row.position },
		...{ addresses, receivedCount: row.received_count, sentCount: row.sent_count, isAutomated: row.is_automated },
		...{ firstContactAt: at(row.first_contact_at), lastContactAt: at(row.last_contact_at) },
		...{ confidence: row.confidence, validity: row.validity, hasCard: row.card_id !== null },
	};
}
