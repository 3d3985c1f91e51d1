import type { Database } from "#kernel/database.ts";

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
	await database.transaction(async (tx) => {
		await database.query(
			"insert into enrichment_opt_outs (owner_id, email, created_at) values ($1, $2, $3) on conflict do nothing",
			[ownerId, email, now],
			tx,
		);
		await database.query("delete from enrichments where owner_id = $1 and email = $2", [ownerId, email], tx);
	});
}

export async function optIn(database: Database, ownerId: string, email: string): Promise<void> {
	await database.query("delete from enrichment_opt_outs where owner_id = $1 and email = $2", [ownerId, email]);
}

/** Newest first. */
export async function listOptOuts(
	database: Database,
	ownerId: string,
): Promise<{ email: string; createdAt: string }[]> {
	const rows = await database.query<{ email: string; at: Date }>(
		`select email, created_at as at from enrichment_opt_outs where owner_id = $1
		order by created_at desc, email limit 1000`,
		[ownerId],
	);
	return rows.map(({ email, at }) => ({ email, createdAt: at.toISOString() }));
}
