import { z } from "zod";
import { addressKey } from "#shared/mail/address-key.ts";
import type { Database } from "../../db/database.ts";
import { badCursor } from "../../errors.ts";
import { cutPage, type KeyPage, readCursor as readKeyCursor } from "../../key-cursor.ts";

/** Someone the user corresponds with, derived from stored mail. */
export interface Person {
	id: string;
	/** Empty: unknown. */
	name: string;
	/** Registrable domain; empty for addresses at mail providers for everybody. */
	organization: string;
	/** Most recently used first. */
	addresses: string[];
	receivedCount: number;
	sentCount: number;
	firstContactAt: Date;
	lastContactAt: Date;
	/** Probably a program. */
	isAutomated: boolean;
}

const COLUMNS = `person_id as id, name, organization, addresses, received_count as "receivedCount", sent_count as "sentCount",
	first_contact_at as "firstContactAt", last_contact_at as "lastContactAt", is_automated as "isAutomated"`;

/** The person with this address; null: none. */
export async function findPerson(database: Database, ownerId: string, address: string): Promise<Person | null> {
	const row = await database.one<Person>(
		`select ${COLUMNS} from people_v1 where owner_id = $1
			and person_id = (select person_id from person_addresses where owner_id = $1 and address = $2)`,
		[ownerId, addressKey(address)],
	);
	return row ?? null;
}

export interface PeopleQuery {
	/** Part of a name, address or organization. */
	text?: string | undefined;
	/** Includes people who are probably programs. */
	withAutomated?: boolean | undefined;
	limit: number;
	cursor?: string | undefined;
}

/** Most recent contact first. @throws AppError 400 `bad-cursor` */
export async function listPeople(
	database: Database,
	ownerId: string,
	{ text = "", withAutomated = false, limit, cursor }: PeopleQuery,
): Promise<{ items: Person[]; nextCursor: string | null }> {
	const after = cursor === undefined ? null : readCursor(cursor);
	const pattern = text.trim() === "" ? null : `%${text.trim().replace(/[\\%_]/g, "\\$&")}%`;
	const rows = await database.query<Person & { at: string }>(
		`select ${COLUMNS}, last_contact_at::text as at from people_v1 v
		where owner_id = $1 and ($2 or not is_automated)
			and ($3::text is null or name ilike $3 or organization ilike $3 or exists (
				select 1 from person_addresses a where a.owner_id = v.owner_id and a.person_id = v.person_id and a.address ilike $3))
			and ($4::timestamptz is null or (last_contact_at, person_id) < ($4, $5::uuid))
		order by last_contact_at desc, person_id desc limit $6`,
		[ownerId, withAutomated, pattern, after?.at ?? null, after?.id ?? null, limit + 1],
	);
	const items = rows.slice(0, limit);
	const last = items.at(-1);
	return {
		items: items.map(({ at: _, ...person }) => person),
		nextCursor: rows.length > limit && last !== undefined ? `${last.at}/${last.id}` : null,
	};
}

function readCursor(cursor: string): { at: string; id: string } {
	const [, at, id] = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[.\d]*[+-]\d\d(?::\d\d)?)\/([\da-f-]{36})$/.exec(cursor) ?? [];
	if (at === undefined || id === undefined) throw badCursor();
	return { at, id };
}

interface MergeSuggestion {
	name: string;
	organization: string;
	ids: string[];
}

/** When the last contact was, the organization, and the name. */
const text = z.string().regex(/^[^\0]*$/);
const suggestionKey = z.tuple([z.iso.datetime(), text, text]);

/**
 * A page of the people with the same name and organization: probably, but not certainly, the same person. Most recent
 * first.
 * @throws AppError 400 `bad-cursor`
 */
export async function suggestMerges(
	database: Database,
	ownerId: string,
	{ limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<KeyPage<MergeSuggestion>> {
	const [time = null, organization = null, key = null] = readKeyCursor(cursor, suggestionKey) ?? [];
	const rows = await database.query<MergeSuggestion & { key: string; last: Date; total: number }>(
		`with suggestions as materialized (
			select max(name) as name, lower(name) as key, organization, array_agg(id order by last_contact_at desc, id) as ids,
				date_trunc('milliseconds', max(last_contact_at)) as last
			from people
			where owner_id = $1 and organization <> '' and name like '%_ _%' and not is_automated
			group by lower(name), organization having count(*) > 1
		)
		select s.*, (select count(*)::int from suggestions) as total from suggestions s
		where $2::timestamptz is null or (last, organization, key) < ($2::timestamptz, $3, $4)
		order by last desc, organization desc, key desc limit $5`,
		[ownerId, time, organization, key, limit + 1],
	);
	const { page, nextCursor } = cutPage(rows, limit, (row) => [row.last.toISOString(), row.organization, row.key]);
	const items = page.map(({ name, organization: at, ids }) => ({ name, organization: at, ids }));
	return { items, total: rows[0]?.total ?? 0, nextCursor };
}
