import type { Database } from "../../db/database.ts";
import { distrusted } from "../trust/distrusted.ts";
import { organizationOf } from "./organization.ts";

/** Folders whose messages do not count as received from their sender. */
const NOT_RECEIVED = ["spam", "drafts", "sent"];

/** Names of addresses that programs send from (RFC 2142 and custom). */
const AUTOMATED =
	"(^|[-_.+])(no-?reply|do-?not-?reply|mailer-daemon|bounces?|notifications?|notify|newsletters?|automated?|daemon)([-_.+0-9]|$)";

/**
 * SQL: a message that a member of a discussion list posted (RFC 2369, section 3.4), over `emails`. What the list sends in
 * its own name is none.
 */
const POSTED = `(coalesce(headers ->> 'x-mailing-list', '') <> '' or coalesce(headers ->> 'list-post', '') ilike '%mailto:%')
	and position(':' || sender_email in lower(coalesce(headers ->> 'list-post', ''))) = 0`;

/** SQL: an address of which all mail is suspicious or forged, over `a`. */
const ONLY_DISTRUSTED = `(exists (select 1 from emails e where e.owner_id = a.owner_id and e.sender_email = a.address
		and e.account_id = any(array(select id from connected_accounts where owner_id = $1)) and ${distrusted("e")})
	and not exists (select 1 from emails e where e.owner_id = a.owner_id and e.sender_email = a.address
		and e.account_id = any(array(select id from connected_accounts where owner_id = $1))
		and not ${distrusted("e")}))`;

/** SQL conditions for some addresses, in $2, or all: an index serves only if the condition is not optional. */
interface Range {
	among(column: string): string;
	/** Over `person_id`: the people of these addresses. */
	amongPeople: string;
}
const ALL: Range = { among: () => "$2::text[] is null", amongPeople: "$2::text[] is null" };
const SOME: Range = {
	among: (column) => `${column} = any($2::text[])`,
	amongPeople: `person_id = any(array(
		select person_id from person_addresses where owner_id = $1 and address = any($2::text[])))`,
};

/**
 * Recomputes all people of an owner from stored mail: a few statements over the rollups and the sent messages.
 * Idempotent; each statement is its own transaction.
 */
export async function refreshAllPeople(database: Database, ownerId: string): Promise<{ people: number }> {
	await database.exec(
		`delete from sent_recipients s where s.owner_id = $1 and not exists (
			select 1 from emails e where e.owner_id = s.owner_id and e.account_id = s.account_id and e.id = s.email_id)`,
		[ownerId],
	);
	await addSentRecipients(database, ownerId, null);
	await refreshAddresses(database, ownerId, null);
	await database.exec(
		`delete from people p where p.owner_id = $1 and not exists (
			select 1 from person_addresses a where a.owner_id = p.owner_id and a.person_id = p.id)`,
		[ownerId],
	);
	await database.exec(
		`insert into people_refreshes (owner_id, refreshed_at) values ($1, now())
		on conflict (owner_id) do update set refreshed_at = excluded.refreshed_at`,
		[ownerId],
	);
	const row = await database.one<{ count: number }>("select count(*)::int as count from people where owner_id = $1", [
		ownerId,
	]);
	return { people: row?.count ?? 0 };
}

/** Computes the people of an owner of whom none have been yet, as after connecting the first mailbox. */
export async function ensurePeople(database: Database, ownerId: string): Promise<void> {
	const done = await database.one("select 1 from people_refreshes where owner_id = $1", [ownerId]);
	if (done === undefined) await refreshAllPeople(database, ownerId);
}

/** Recomputes the senders and recipients of these messages. Idempotent. */
export async function refreshPeopleOf(
	database: Database,
	{ ownerId, accountId, ids }: { ownerId: string; accountId: string; ids: readonly string[] },
): Promise<void> {
	await addSentRecipients(database, ownerId, { accountId, ids });
	const rows = await database.query<{ address: string }>(
		`select sender_email as address from emails where owner_id = $1 and account_id = $2 and id = any($3::uuid[])
		union select address from sent_recipients where owner_id = $1 and account_id = $2 and email_id = any($3::uuid[])`,
		[ownerId, accountId, ids],
	);
	const addresses = rows.map((row) => row.address);
	if (addresses.length > 0) await refreshAddresses(database, ownerId, addresses);
}

/** @param only null: of all messages that have none yet */
async function addSentRecipients(
	database: Database,
	ownerId: string,
	only: { accountId: string; ids: readonly string[] } | null,
): Promise<void> {
	await database.exec(
		`insert into sent_recipients (owner_id, account_id, email_id, address, name, sent_at)
		select e.owner_id, e.account_id, e.id, left(address_key(r ->> 'email'), 400), left(max(coalesce(r ->> 'name', '')), 400),
			e.received_date
		from emails e cross join lateral jsonb_array_elements(
			coalesce(e.recipients -> 'to', '[]') || coalesce(e.recipients -> 'cc', '[]') || coalesce(e.recipients -> 'bcc', '[]')
		) r
		where e.owner_id = $1 and e.folder_role = 'sent' and r ->> 'email' like '%_@_%'
			and ${only === null ? "$2::uuid is null and $3::uuid[] is null" : "e.account_id = $2 and e.id = any($3::uuid[])"}
			and not exists (select 1 from sent_recipients s
				where s.owner_id = e.owner_id and s.account_id = e.account_id and s.email_id = e.id)
		group by e.owner_id, e.account_id, e.id, left(address_key(r ->> 'email'), 400), e.received_date
		on conflict do nothing`,
		[ownerId, only?.accountId ?? null, only?.ids ?? null],
	);
}

/** @param addresses null: all */
async function refreshAddresses(
	database: Database,
	ownerId: string,
	addresses: readonly string[] | null,
): Promise<void> {
	const range = addresses === null ? ALL : SOME;
	await database.exec(upsertAddresses(range), [ownerId, addresses, NOT_RECEIVED, AUTOMATED]);
	await database.exec(
		`delete from person_addresses a where a.owner_id = $1 and ${range.among("a.address")}
			and (not exists (select 1 from sender_stats s where s.owner_id = a.owner_id and s.sender_email = a.address
				and s.account_id = any(array(select id from connected_accounts where owner_id = $1))
				and s.folder_role <> all($3::text[])) or ${ONLY_DISTRUSTED})
			and not exists (select 1 from sent_recipients s where s.owner_id = a.owner_id and s.address = a.address)`,
		[ownerId, addresses, NOT_RECEIVED],
	);
	await determineOrganizations(database, ownerId);
	await database.exec(upsertPeople(range), [ownerId, addresses]);
}

/**
 * An owner's own addresses are not people, nor are senders of suspicious and forged mail alone whom the owner never wrote to.
 * The accounts are listed so that the indexes, which start with them, serve.
 */
const upsertAddresses = ({ among }: Range): string => `
	with accounts as (
		select id, lower(email) as address from connected_accounts where owner_id = $1
	), received as (
		select sender_email as address, sum(email_count)::int as count, min(first_date) as first_at, max(last_date) as last_at,
			(array_agg(sender_name order by last_date desc) filter (where sender_name <> ''))[1] as name
		from sender_stats
		where owner_id = $1 and account_id = any(array(select id from accounts)) and folder_role <> all($3::text[])
			and ${among("sender_email")} and sender_email like '%_@_%'
		group by sender_email
	), sent as (
		select address, count(*)::int as count, min(sent_at) as first_at, max(sent_at) as last_at,
			(array_agg(name order by sent_at desc) filter (where name <> ''))[1] as name
		from sent_recipients where owner_id = $1 and ${among("address")}
		group by address
	), bulk as (
		select sender_email as address, not bool_or(${POSTED}) and (bool_and(list_unsubscribe is not null)
			or count(*) >= 3 and bool_and(coalesce(category in ('promotions', 'social', 'updates'), false))) as is_bulk,
			bool_and(${distrusted("emails")}) as is_distrusted
		from emails
		where owner_id = $1 and account_id = any(array(select id from accounts)) and ${among("sender_email")}
		group by sender_email
	)
	insert into person_addresses as a (owner_id, address, person_id, name, received_count, sent_count, first_contact_at,
		last_contact_at, is_automated)
	select $1, address, gen_random_uuid(), coalesce(r.name, s.name, ''), coalesce(r.count, 0), coalesce(s.count, 0),
		least(r.first_at, s.first_at), greatest(r.last_at, s.last_at),
		split_part(address, '@', 1) ~ $4 or (s.count is null and coalesce(b.is_bulk, false))
	from received r full join sent s using (address) left join bulk b using (address)
	where address not in (select address from accounts where address is not null)
		and not (s.count is null and coalesce(b.is_distrusted, false))
	on conflict (owner_id, address) do update set name = excluded.name, received_count = excluded.received_count,
		sent_count = excluded.sent_count, first_contact_at = excluded.first_contact_at,
		last_contact_at = excluded.last_contact_at, is_automated = excluded.is_automated
	where (a.name, a.received_count, a.sent_count, a.first_contact_at, a.last_contact_at, a.is_automated)
		is distinct from (excluded.name, excluded.received_count, excluded.sent_count, excluded.first_contact_at,
			excluded.last_contact_at, excluded.is_automated)`;

const upsertPeople = ({ amongPeople }: Range): string => `
	insert into people as p (owner_id, id, name, organization, received_count, sent_count, first_contact_at,
		last_contact_at, is_automated)
	select owner_id, person_id, coalesce((array_agg(name order by last_contact_at desc) filter (where name <> ''))[1], ''),
		coalesce((array_agg(organization order by last_contact_at desc) filter (where organization <> ''))[1], ''),
		sum(received_count)::int, sum(sent_count)::int, min(first_contact_at), max(last_contact_at), bool_and(is_automated)
	from person_addresses
	where owner_id = $1 and ${amongPeople}
	group by owner_id, person_id
	on conflict (owner_id, id) do update set name = excluded.name, organization = excluded.organization,
		received_count = excluded.received_count, sent_count = excluded.sent_count,
		first_contact_at = excluded.first_contact_at, last_contact_at = excluded.last_contact_at,
		is_automated = excluded.is_automated
	where (p.name, p.organization, p.received_count, p.sent_count, p.first_contact_at, p.last_contact_at, p.is_automated)
		is distinct from (excluded.name, excluded.organization, excluded.received_count, excluded.sent_count,
			excluded.first_contact_at, excluded.last_contact_at, excluded.is_automated)`;

/** The public suffix list is not available in SQL: new domains are looked up here, each once. */
async function determineOrganizations(database: Database, ownerId: string): Promise<void> {
	const rows = await database.query<{ domain: string }>(
		`select distinct split_part(address, '@', 2) as domain from person_addresses
		where owner_id = $1 and organization is null`,
		[ownerId],
	);
	if (rows.length === 0) return;
	const domains = rows.map(({ domain }) => domain);
	await database.exec(
		`update person_addresses a set organization = d.organization
		from unnest($2::text[], $3::text[]) as d (domain, organization)
		where a.owner_id = $1 and a.organization is null and split_part(a.address, '@', 2) = d.domain`,
		[ownerId, domains, domains.map(organizationOf)],
	);
}

/** Recomputes a person from the stored counts of their addresses. */
export async function refreshPerson(database: Database, ownerId: string, id: string): Promise<void> {
	const addresses = await database.query<{ address: string }>(
		"select address from person_addresses where owner_id = $1 and person_id = $2",
		[ownerId, id],
	);
	await database.exec(upsertPeople(SOME), [ownerId, addresses.map(({ address }) => address)]);
}
