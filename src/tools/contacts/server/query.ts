import type { Validity } from "../contract.ts";
import type { contactParts, contactSorts } from "../fields.ts";

/** SQL of contacts: people of the mail and cards of the user, with what other tools know about their addresses. */

/** A row of `CONTACTS`. */
export interface ContactRow {
	id: string;
	name: string;
	organization: string;
	company: string | null;
	position: string | null;
	received_count: number;
	sent_count: number;
	first_contact_at: Date | null;
	last_contact_at: Date | null;
	is_automated: boolean;
	confidence: number | null;
	validity: Validity | null;
	card_id: string | null;
	tags: string[];
	has_photo: boolean;
}

const factOf = (field: string): string =>
	`(select f ->> 'value' from jsonb_array_elements(e.facts) f where f ->> 'field' = '${field}' limit 1)`;

/**
 * `contacts`: one row each, for the owner in $1; `owned`: their addresses. A card belongs to the person who used one of its
 * addresses last; without one it is a separate contact.
 */
export const CONTACTS = `
	card_owners as materialized (
		select c.id as card_id, coalesce((
			select a.person_id from contact_card_addresses ca
			join person_addresses_v1 a on a.owner_id = ca.owner_id and a.address = ca.address
			where ca.owner_id = $1 and ca.card_id = c.id order by a.last_contact_at desc, a.address limit 1
		), c.id) as contact_id
		from contact_cards c where c.owner_id = $1
	), owned as materialized (
		select a.address, a.person_id as contact_id, a.received_count, a.sent_count, a.last_contact_at, 0 as position
		from person_addresses_v1 a where a.owner_id = $1
		union all
		select ca.address, o.contact_id, 0, 0, null, ca.position
		from contact_card_addresses ca join card_owners o on o.card_id = ca.card_id
		where ca.owner_id = $1 and not exists (
			select 1 from person_addresses_v1 a where a.owner_id = $1 and a.address = ca.address)
	), cards as (
		select distinct on (o.contact_id) o.contact_id, c.*
		from contact_cards c join card_owners o on o.card_id = c.id
		where c.owner_id = $1 order by o.contact_id, c.updated_at desc, c.id
	), enriched as (
		select distinct on (o.contact_id) o.contact_id, e.confidence, ${factOf("fullName")} as name,
			${factOf("company")} as company, ${factOf("position")} as position
		from enriched_addresses_v1 e join owned o on o.address = e.email
		where e.owner_id = $1 and e.found order by o.contact_id, e.confidence desc, e.email
	), verdicts as (
		select distinct on (o.contact_id) o.contact_id, v.status
		from validated_addresses_v1 v join owned o on o.address = lower(v.email)
		where v.owner_id = $1 order by o.contact_id, o.last_contact_at desc nulls last, v.email
	), base as (
		select person_id as id, name, organization, received_count, sent_count, first_contact_at, last_contact_at, is_automated
		from people_v1 where owner_id = $1
		union all
		select c.id, c.name, c.organization, 0, 0, null, null, false
		from contact_cards c join card_owners o on o.card_id = c.id and o.contact_id = c.id where c.owner_id = $1
	), contacts as (
		select b.id, coalesce(nullif(c.name, ''), nullif(b.name, ''), e.name, '') as name,
			coalesce(nullif(b.organization, ''), nullif(c.company, ''), e.company, '') as organization,
			coalesce(nullif(c.company, ''), e.company) as company, coalesce(nullif(c.position, ''), e.position) as position,
			b.received_count, b.sent_count, b.first_contact_at, b.last_contact_at, b.is_automated,
			e.confidence::float8 as confidence, v.status as validity, c.id as card_id, coalesce(c.tags, '{}') as tags,
			exists (select from contact_photos p where p.owner_id = $1 and p.card_id = c.id) as has_photo, b.name as mail_name
		from base b left join cards c on c.contact_id = b.id left join enriched e on e.contact_id = b.id
			left join verdicts v on v.contact_id = b.id
	)`;

/** Of the addresses of a contact, those in use first, then the preferred ones. */
export const ADDRESS_ORDER = "last_contact_at desc nulls last, position, address";

/** SQL: a card's phone numbers as digits, each after a blank. */
const DIGITS = "(select string_agg(regexp_replace(p, '\\D', '', 'g'), ' ') from unnest(k.phones) p)";
const FIELDS = "(select string_agg(f ->> 'value', ' ') from jsonb_array_elements(k.custom_fields) f)";

/** Contacts that match all patterns in $2, the organization in $3 and the tag in $4; null: all. */
export const MATCHING = `searched as materialized (
		select o.contact_id, string_agg(o.address, ' ') as addresses from owned o where $2::text[] is not null group by 1
	), matching as materialized (
		select c.* from contacts c left join searched s on s.contact_id = c.id
			left join contact_cards k on k.owner_id = $1 and k.id = c.card_id and $2::text[] is not null
		where ($2::text[] is null or concat_ws(' ', c.name, c.mail_name, c.organization, c.company, c.position, s.addresses,
				k.first_name, k.middle_name, k.last_name, array_to_string(k.tags, ' '), array_to_string(k.phones, ' '), ${DIGITS},
				k.postal_address, k.website, k.note, ${FIELDS}) ilike all ($2))
			and ($3::text is null or c.organization = $3)
			and ($4::text is null or $4 = any(c.tags))
	)`;

/** The parameters $2 to $4 of `MATCHING`. */
export function matchingValues({
	q,
	organization,
	tag,
}: {
	q?: string | undefined;
	organization?: string | undefined;
	tag?: string | undefined;
}): unknown[] {
	return [patternsOf(q), organization ?? null, tag ?? null];
}

/** A phone number is found however it is written; without the zero that countries put before national ones. */
function patternsOf(text: string | undefined): string[] | null {
	const wanted = text?.trim() ?? "";
	if (wanted === "") return null;
	const digits = wanted.replace(/\D/g, "").replace(/^0+/, "");
	if (/^[+\d\s()./-]+$/.test(wanted) && digits.length >= 5) return [`%${digits}%`];
	return wanted.split(/\s+/).flatMap((word) => patternOf(word) ?? []);
}

/** Conditions of the parts, on a row of `contacts`. */
export const PARTS: Record<(typeof contactParts)[number], string> = {
	all: "not is_automated",
	detailed: "not is_automated and (confidence is not null or card_id is not null)",
	undetailed: "not is_automated and confidence is null and card_id is null",
	undeliverable: "not is_automated and validity in ('invalid', 'risky')",
	automated: "is_automated",
};

/** What a sort order compares, and the SQL type that its cursor is read as. */
interface SortKey {
	sql: string;
	type: "bigint" | "int" | "text" | "uuid";
}

/** Microseconds before the last contact; contacts without mail come last. */
const RECENT: SortKey = {
	sql: "coalesce(-(extract(epoch from last_contact_at) * 1000000)::bigint, 9223372036854775807)",
	type: "bigint",
};
const ID: SortKey = { sql: "id", type: "uuid" };

/** Sort orders, all ascending, so that a page starts after the keys of a row; the id makes each of them complete. */
export const SORT_KEYS: Record<(typeof contactSorts)[number], readonly SortKey[]> = {
	recent: [RECENT, ID],
	volume: [{ sql: "-(received_count + sent_count)", type: "bigint" }, RECENT, ID],
	name: [{ sql: "(name = '')::int", type: "int" }, { sql: "lower(name)", type: "text" }, RECENT, ID],
	organization: [
		{ sql: "(organization = '')::int", type: "int" },
		{ sql: "lower(organization)", type: "text" },
		{ sql: "lower(name)", type: "text" },
		ID,
	],
};

/** The keys of a sort order as an `order by`. */
export const orderBy = (sort: (typeof contactSorts)[number]): string =>
	SORT_KEYS[sort].map(({ sql }) => sql).join(", ");

/** A text as a pattern of `ilike`; null: none. */
export function patternOf(text: string | undefined): string | null {
	const wanted = text?.trim() ?? "";
	return wanted === "" ? null : `%${wanted.replace(/[\\%_]/g, "\\$&")}%`;
}
