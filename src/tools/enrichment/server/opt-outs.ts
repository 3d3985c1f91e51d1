import { z } from "zod";
import { cutPage, type Database, type KeyPage, readCursor } from "#kernel/database.ts";

/** Whether nothing is collected about a person. @param email in lower case */
export async function isOptedOut(database: Database, ownerId: string, email: string): Promise<boolean> {
	const rows = await database.query("select 1 from enrichment_opt_outs where owner_id = $1 and email = $2", [
		ownerId,
		email,
	]);
	return rows.length > 0;
}

/** Stops collecting details about a person and deletes what is stored. */
export async function optOut(database: Database, ownerId: string, email: string, now: Date): Promise<void> {
	await database.transaction(async () => {
		await database.exec(
			"insert into enrichment_opt_outs (owner_id, email, created_at) values ($1, $2, $3) on conflict do nothing",
			[ownerId, email, now],
		);
		await database.exec("delete from enrichments where owner_id = $1 and email = $2", [ownerId, email]);
	});
}

export async function optIn(database: Database, ownerId: string, email: string): Promise<void> {
	await database.exec("delete from enrichment_opt_outs where owner_id = $1 and email = $2", [ownerId, email]);
}

const cursorKey = z.tuple([z.iso.datetime(), z.string().regex(/^[^\0]*$/)]);

/** A page, newest first. @throws AppError 400 `bad-cursor` */
export async function listOptOuts(
	database: Database,
	ownerId: string,
	{ limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<KeyPage<{ email: string; createdAt: string }>> {
	const [time = null, after = null] = readCursor(cursor, cursorKey) ?? [];
	const rows = await database.query<{ email: string; at: Date; total: number }>(
		`select * from (
			select email, date_trunc('milliseconds', created_at) as at, count(*) over ()::int as total
			from enrichment_opt_outs where owner_id = $1
		) listed where $2::timestamptz is null or (at, email) < ($2::timestamptz, $3)
		order by at desc, email desc limit $4`,
		[ownerId, time, after, limit + 1],
	);
	const { page, nextCursor } = cutPage(rows, limit, ({ at, email }) => [at.toISOString(), email]);
	const items = page.map(({ email, at }) => ({ email, createdAt: at.toISOString() }));
	return { items, total: rows[0]?.total ?? 0, nextCursor };
}
