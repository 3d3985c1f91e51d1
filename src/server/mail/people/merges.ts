import { newId } from "#shared/ids.ts";
import type { Database } from "../../db/database.ts";
import { toSqlJson } from "../../db/json.ts";
import { notFound } from "../../errors.ts";
import { refreshPerson } from "./refresh.ts";

/** An address that a merge moved, and whose it was. */
interface Moved {
	address: string;
	personId: string;
}

/** A merge behind one of the people who were merged, and whose it was. */
interface EarlierMerge {
	id: string;
	personId: string;
}

/** A merge that can be undone. */
export interface PersonMerge {
	id: string;
	/** The addresses that it added to the person. */
	addresses: string[];
	mergedAt: Date;
}

/**
 * Makes several people one, on the user's decision: all addresses go to the first.
 * @returns the id of the merge, for undo
 * @throws AppError 404
 */
export async function mergePeople(
	database: Database,
	{ ownerId, id }: { ownerId: string; id: string },
	others: readonly string[],
): Promise<string> {
	// In the order of their ids, so that two merges at the same time lock rows in the same order.
	const rows = await database.query<{ id: string }>(
		"select id from people where owner_id = $1 and id = any($2::uuid[]) order by id for update",
		[ownerId, [id, ...others]],
	);
	if (rows.length !== new Set([id, ...others]).size) throw notFound("The person");
	const moved = await database.query<Moved>(
		`select address, person_id as "personId" from person_addresses
		where owner_id = $1 and person_id = any($2::uuid[]) and person_id <> $3 order by address for update`,
		[ownerId, others, id],
	);
	const mergeId = newId();
	const earlier = await database.query<EarlierMerge>(
		`update person_merges m set person_id = $2 from person_merges b
		where m.owner_id = $1 and m.person_id = any($3::uuid[]) and b.owner_id = m.owner_id and b.id = m.id
		returning m.id, b.person_id as "personId"`,
		[ownerId, id, others],
	);
	await database.exec(
		`insert into person_merges (owner_id, id, person_id, moved, earlier, merged_at)
		values ($1, $2, $3, $4, $5, now())`,
		[ownerId, mergeId, id, toSqlJson(moved), toSqlJson(earlier)],
	);
	await database.exec(
		"update person_addresses set person_id = $2 where owner_id = $1 and person_id = any($3::uuid[])",
		[ownerId, id, others],
	);
	await database.exec("delete from people where owner_id = $1 and id = any($2::uuid[]) and id <> $3", [
		ownerId,
		others,
		id,
	]);
	await refreshPerson(database, ownerId, id);
	return mergeId;
}

/** The merges behind a person, newest first. */
export async function listMerges(database: Database, ownerId: string, personId: string): Promise<PersonMerge[]> {
	const rows = await database.query<{ id: string; moved: Moved[]; mergedAt: Date }>(
		`select id, moved, merged_at as "mergedAt" from person_merges
		where owner_id = $1 and person_id = $2 order by merged_at desc, id desc`,
		[ownerId, personId],
	);
	return rows.map(({ id, moved, mergedAt }) => ({ id, addresses: moved.map(({ address }) => address), mergedAt }));
}

/**
 * Undoes a merge: its addresses are again those of the people before. Addresses that another undo moved meanwhile stay
 * where they are.
 * @throws AppError 404 when it is undone already
 */
export async function undoMerge(database: Database, { ownerId, id }: { ownerId: string; id: string }): Promise<void> {
	const merge = await database.one<{ moved: Moved[]; earlier: EarlierMerge[]; personId: string }>(
		`delete from person_merges where owner_id = $1 and id = $2 returning moved, earlier, person_id as "personId"`,
		[ownerId, id],
	);
	if (merge === undefined) throw notFound("The merge");
	const { moved, earlier, personId } = merge;
	await database.exec(
		`update person_addresses a set person_id = m.person_id
		from unnest($3::text[], $4::uuid[]) as m (address, person_id)
		where a.owner_id = $1 and a.address = m.address and a.person_id = $2`,
		[ownerId, personId, moved.map(({ address }) => address), moved.map((one) => one.personId)],
	);
	await database.exec(
		`update person_merges m set person_id = e.person_id from unnest($3::uuid[], $4::uuid[]) as e (id, person_id)
		where m.owner_id = $1 and m.id = e.id and m.person_id = $2`,
		[ownerId, personId, earlier.map((one) => one.id), earlier.map((one) => one.personId)],
	);
	const people = [...new Set([personId, ...moved.map((one) => one.personId)])];
	for (const one of people) await refreshPerson(database, ownerId, one);
	// Their mail was deleted meanwhile.
	await database.exec(
		`delete from people p where p.owner_id = $1 and p.id = any($2::uuid[]) and not exists (
			select 1 from person_addresses a where a.owner_id = p.owner_id and a.person_id = p.id)`,
		[ownerId, people],
	);
}
