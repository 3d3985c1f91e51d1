import type { Database } from "#kernel/database.ts";
import { badRequest } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import { MAX_TAGS } from "../../limits.ts";
import { ADDRESS_ORDER, CONTACTS } from "../query.ts";
import { complete } from "./import.ts";
import { insertCard } from "./store.ts";

/** The tags of an owner's contacts, by name. */
export function listTags(database: Database, ownerId: string): Promise<{ tag: string; contacts: number }[]> {
	return database.query<{ tag: string; contacts: number }>(
		`with ${CONTACTS} select t.tag, count(*)::int as contacts from contacts c cross join unnest(c.tags) as t (tag)
		where not c.is_automated group by t.tag order by lower(t.tag), t.tag`,
		[ownerId],
	);
}

/**
 * Adds tags to contacts, and removes others. A contact without a card gets one. Contacts that do not exist are left out.
 * @returns how many have other tags now @throws AppError 400 `too-many-tags`
 */
export async function tagContacts(
	{ database, now }: Pick<MailContext, "database" | "now">,
	ownerId: string,
	{ ids, add, remove }: { ids: readonly string[]; add: readonly string[]; remove: readonly string[] },
): Promise<{ changed: number }> {
	return database.transaction(async () => {
		const rows = await database.query<{ card_id: string | null; emails: string[] }>(
			`with ${CONTACTS} select c.card_id,
				(select array_agg(address order by ${ADDRESS_ORDER}) from owned where contact_id = c.id) as emails
			from contacts c where c.id = any($2::uuid[])`,
			[ownerId, ids],
		);
		const at = new Date(now());
		const without = add.length === 0 ? [] : rows.filter((row) => row.card_id === null);
		for (const { emails } of without)
			await insertCard(database, ownerId, { card: complete({ tags: [...add] }), emails, importId: null, now: at });
		const changed = await database.query<{ count: number }>(
			`update contact_cards c set tags = t.tags, updated_at = $5
			from (select id, array(
				select tag from unnest(tags || $3::text[]) with ordinality as u (tag, number)
				where not tag = any($4::text[]) group by tag order by min(number)) as tags
				from contact_cards where owner_id = $1 and id = any($2::uuid[])) t
			where c.owner_id = $1 and c.id = t.id and c.tags is distinct from t.tags
			returning cardinality(c.tags) as count`,
			[ownerId, rows.flatMap((row) => row.card_id ?? []), add, remove, at],
		);
		if (changed.some(({ count }) => count > MAX_TAGS))
			throw badRequest("too-many-tags", `A contact has up to ${MAX_TAGS} tags. Remove some first.`);
		return { changed: without.length + changed.length };
	});
}
