import type { Database } from "#kernel/database.ts";
import { badCursor, notFound } from "#kernel/errors.ts";
import type { Contact } from "../contract.ts";
import type { contactParts, contactSorts } from "../fields.ts";
import {
	ADDRESS_ORDER,
	CONTACTS,
	type ContactRow,
	MATCHING,
	matchingValues,
	orderBy,
	PARTS,
	SORT_KEYS,
} from "./query.ts";

type Part = (typeof contactParts)[number];
type Sort = (typeof contactSorts)[number];

export interface ContactQuery {
	q?: string | undefined;
	part: Part;
	organization?: string | undefined;
	tag?: string | undefined;
}

interface ContactPage {
	items: Contact[];
	total: number;
	parts: Record<Part, number>;
	nextCursor: string | null;
}

/** A page of contacts, and how many match in each part. @throws AppError 400 `bad-cursor` */
export async function listContacts(
	database: Database,
	ownerId: string,
	{
		q,
		part,
		organization,
		tag,
		sort,
		limit,
		cursor,
	}: ContactQuery & { sort: Sort; limit: number; cursor?: string | undefined },
): Promise<ContactPage> {
	const counts = Object.entries(PARTS).map(([name, condition]) => `'${name}', count(*) filter (where ${condition})`);
	const keys = SORT_KEYS[sort];
	const after = cursor === undefined ? null : readCursor(sort, cursor);
	const isAfter = `(${orderBy(sort)}) > (${keys.map(({ type }, index) => `$${6 + index}::text::${type}`).join(", ")})`;
	const found = await database.one<{ parts: Record<Part, number>; rows: PageRow[] }>(
		`with ${CONTACTS}, ${MATCHING}, page as materialized (
			select *, jsonb_build_array(${keys.map(({ sql }) => `(${sql})::text`).join(", ")}) as keys
			from matching where ${PARTS[part]} ${after === null ? "" : `and ${isAfter}`} order by ${orderBy(sort)} limit $5
		), their as (
			select o.contact_id, array_agg(o.address order by ${ADDRESS_ORDER}) as addresses
			from owned o where o.contact_id in (select id from page) group by o.contact_id
		)
		select (select jsonb_build_object(${counts.join(", ")}) from matching) as parts,
			coalesce((select jsonb_agg(to_jsonb(p) || jsonb_build_object('addresses', t.addresses) order by ${orderBy(sort)})
				from page p join their t on t.contact_id = p.id), '[]') as rows`,
		[ownerId, ...matchingValues({ q, organization, tag }), limit + 1, ...(after ?? [])],
	);
	const parts = found?.parts ?? { all: 0, detailed: 0, undetailed: 0, undeliverable: 0, automated: 0 };
	const rows = found?.rows ?? [];
	const shown = rows.slice(0, limit);
	const nextCursor = rows.length > limit ? cursorOf(sort, shown.at(-1)?.keys ?? []) : null;
	return { items: shown.map((row) => present(row, row.addresses)), total: parts[part], parts, nextCursor };
}

type PageRow = ContactRow & { addresses: string[]; keys: string[] };

/** A cursor continues after a contact, wherever it is then: people who are counted meanwhile shift no page. */
const cursorOf = (sort: Sort, keys: readonly string[]): string =>
	Buffer.from(JSON.stringify([sort, ...keys])).toString("base64url");

const KEY_FORMATS = { bigint: /^-?\d{1,19}$/, int: /^[01]$/, text: /^/, uuid: /^[\da-f-]{36}$/ };

/** @throws AppError 400 for one of another sort order */
function readCursor(sort: Sort, cursor: string): string[] {
	try {
		const [of, ...keys] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as unknown[];
		const isValid = SORT_KEYS[sort].every(({ type }, index) => {
			const key = keys[index];
			return typeof key === "string" && KEY_FORMATS[type].test(key);
		});
		if (of === sort && isValid && keys.length === SORT_KEYS[sort].length) return keys as string[];
	} catch {
		// Reported below.
	}
	throw badCursor();
}

/** Addresses of a contact, most recently used first. @throws AppError 404 */
export async function addressesOf(database: Database, ownerId: string, id: string): Promise<string[]> {
	const rows = await database.query<{ address: string }>(
		`with ${CONTACTS} select address from owned where contact_id = $2 order by ${ADDRESS_ORDER}`,
		[ownerId, id],
	);
	if (rows.length === 0) throw notFound("The contact");
	return rows.map(({ address }) => address);
}

/** The card of a contact; null: none. */
export async function cardOf(database: Database, ownerId: string, id: string): Promise<string | null> {
	const row = await database.one<{ card_id: string | null }>(
		`with ${CONTACTS} select card_id from contacts where id = $2`,
		[ownerId, id],
	);
	return row?.card_id ?? null;
}

/** A contact as the API has it. @param row dates are text where it went through JSON */
export function present(row: ContactRow, addresses: string[]): Contact {
	const at = (date: Date | string | null) => (date === null ? null : new Date(date).toISOString());
	return {
		...{ id: row.id, name: row.name, organization: row.organization, company: row.company, position: row.position },
		...{ addresses, receivedCount: row.received_count, sentCount: row.sent_count, isAutomated: row.is_automated },
		...{ firstContactAt: at(row.first_contact_at), lastContactAt: at(row.last_contact_at) },
		...{ confidence: row.confidence, validity: row.validity, hasCard: row.card_id !== null },
		...{ tags: row.tags.toSorted((a, b) => a.localeCompare(b)), hasPhoto: row.has_photo },
	};
}
