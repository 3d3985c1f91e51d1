import { badRequest } from "#kernel/errors.ts";
import { selectMatching } from "#kernel/mail.ts";
import type { MailContext } from "#kernel/module.ts";
import { organizationOf } from "#kernel/parse.ts";
import { refreshFirstPeople } from "#kernel/people.ts";
import { ownAddresses } from "#kernel/send.ts";
import { addressKey } from "#shared/mail/address-key.ts";
import { domainOf } from "#shared/mail/addresses.ts";
import { partsOfName } from "#shared/person-name.ts";
import type { Candidate } from "../contract.ts";
import { limits } from "../limits.ts";
import { requireDraft } from "./campaigns.ts";
import { addRecipients } from "./recipients.ts";
import { readCampaign } from "./rows.ts";

/** Recipients from the user's mail: people they correspond with, or those in the emails that a search finds. */

interface CandidateQuery {
	source: "people" | "search";
	/** Part of a name, address, company or tag; or a search as in the inbox. */
	q: string;
	/** To show them: emails that are not indexed yet are left out, instead of a wait. */
	isForReading?: boolean;
}

/** Local parts of addresses that no one reads. */
const NOBODY = "^(no-?reply|do-?not-?reply|mailer-daemon|postmaster|bounces?|notifications?)([+._-].*)?@";

/** @throws AppError 400 `bad-query`, `query-unsearchable`, 503 `search-behind` */
export async function listCandidates(
	ctx: MailContext,
	ownerId: string,
	query: CandidateQuery,
): Promise<{ items: Candidate[]; total: number; isPreparing: boolean }> {
	const isPreparing = query.source === "people" && (await refreshFirstPeople(ctx, ownerId));
	const all = await findCandidates(ctx, ownerId, { ...query, isForReading: true });
	return { items: all.slice(0, limits.candidates), total: all.length, isPreparing };
}

/**
 * Adds what `listCandidates` finds, without those to leave out.
 * @throws AppError 404, 409 `not-a-draft`, 400 `too-many-recipients`, and those of `listCandidates`
 */
export async function addCandidates(
	ctx: MailContext,
	{ ownerId, id, except, ...query }: CandidateQuery & { ownerId: string; id: string; except: readonly string[] },
): Promise<{ added: number; duplicates: number }> {
	requireDraft(await readCampaign(ctx.database, ownerId, id));
	const left = new Set(except.map(addressKey));
	const chosen = (await findCandidates(ctx, ownerId, query)).filter(({ email }) => !left.has(addressKey(email)));
	if (chosen.length === 0) throw badRequest("nobody-found", "This finds nobody who can be added.");
	return addRecipients(
		ctx,
		ownerId,
		id,
		chosen.map((candidate) => ({ email: candidate.email, fields: fieldsOf(candidate) })),
	);
}

/** A candidate, with the first name that the user entered; empty: none. */
type Found = Candidate & { firstName?: string };

/** Most recent contact first; at most as many as a campaign has recipients. The user's own addresses are left out. */
async function findCandidates(ctx: MailContext, ownerId: string, query: CandidateQuery): Promise<Found[]> {
	const own = [...(await ownAddresses(ctx, ownerId))];
	return query.source === "people" ? findPeople(ctx, ownerId, query.q, own) : findInMail(ctx, ownerId, query, own);
}

/** People with the address that they last used, and contacts of the user's whom no email is known from. */
function findPeople({ database }: MailContext, ownerId: string, q: string, own: string[]): Promise<Found[]> {
	const pattern = q.trim() === "" ? null : `%${q.trim().replace(/[\\%_]/g, "\\$&")}%`;
	return database.query<Found>(
		`with correspondents as (
			select p.addresses[1] as email, coalesce(nullif(c.name, ''), p.name) as name,
				coalesce(nullif(c.company, ''), p.organization) as organization, p.last_contact_at as at, p.addresses,
				coalesce(c.first_name, '') as first_name, coalesce(c.tags, '{}') as tags
			from people_v1 p left join lateral (
				select name, company, first_name, tags from contact_addresses_v1 a
				where a.owner_id = p.owner_id and a.address = any(p.addresses) order by a.address limit 1) c on true
			where p.owner_id = $1 and not p.is_automated and p.addresses[1] is not null
		), cards as (
			select distinct on (c.card_id) c.address as email, c.name,
				coalesce(nullif(c.company, ''), c.organization) as organization, null::timestamptz as at, array[c.address] as addresses,
				c.first_name, c.tags
			from contact_addresses_v1 c
			where c.owner_id = $1 and not exists (
				select from contact_addresses_v1 o
				join person_addresses_v1 a on a.owner_id = o.owner_id and a.address = o.address
				where o.owner_id = c.owner_id and o.card_id = c.card_id)
			order by c.card_id, c.position, c.address
		)
		select email, name, organization, first_name as "firstName" from (select * from correspondents union all select * from cards) found
		where not addresses && $4::text[] and email !~* $5
			and ($2::text is null or name ilike $2 or organization ilike $2 or array_to_string(addresses, ' ') ilike $2
				or exists (select from unnest(tags) as t (tag) where tag ilike $2))
		order by at desc nulls last, email limit $3`,
		[ownerId, pattern, limits.recipients, own, NOBODY],
	);
}

/** Senders of matching emails, and recipients of those that the user sent; no mailing lists. */
async function findInMail(
	ctx: MailContext,
	ownerId: string,
	{ q, isForReading = false }: CandidateQuery,
	own: string[],
): Promise<Candidate[]> {
	if (q.trim() === "") return [];
	const { text, values } = await selectMatching(ctx.database, {
		...{ ownerId, accountId: null, query: q, folder: null, now: ctx.now(), firstParameter: 5, isForReading },
	});
	const rows = await ctx.database.query<Omit<Candidate, "organization">>(
		`with matching as (
			select v.* from mail_messages_v1 v join (${text}) f
				on f.owner_id = v.owner_id and f.account_id = v.account_id and f.id = v.id
			where v.owner_id = $1 and coalesce(v.list_key, '') = '' and v.folder_role not in ('drafts', 'spam', 'trash')
		), found as (
			select sender_email as email, sender_name as name, received_date as at from matching
			where folder_role <> 'sent' and sender_email <> ''
			union all
			select address_key(r ->> 'email'), coalesce(r ->> 'name', ''), received_date from matching,
				jsonb_array_elements(coalesce(recipients -> 'to', '[]')) as r
			where folder_role = 'sent' and coalesce(r ->> 'email', '') <> ''
		)
		select email, coalesce((array_agg(name order by at desc) filter (where name <> ''))[1], '') as name from found
		where not email = any($2::text[]) and email !~* $3
		group by email order by max(at) desc, email limit $4`,
		[ownerId, own, NOBODY, limits.recipients, ...values],
	);
	return rows.map((row) => ({ ...row, organization: organizationOf(domainOf(row.email)) }));
}

/** Merge fields of a person; without a value, a field is absent, so that fallbacks apply. */
function fieldsOf({ name, organization, firstName = "" }: Found): Record<string, string> {
	const isName = name !== "" && !name.includes("@");
	return {
		...(isName && { name, first_name: firstName || firstNameOf(name) }),
		...(organization !== "" && { company: organization }),
	};
}

/** "Ann Lee" and "Lee, Ann" are Ann, "山田太郎" is 太郎. */
function firstNameOf(name: string): string {
	const given = name.includes(",") ? name.slice(name.indexOf(",") + 1) : (partsOfName(name).firstName ?? "");
	return given.trim().split(/\s+/)[0] ?? "";
}
