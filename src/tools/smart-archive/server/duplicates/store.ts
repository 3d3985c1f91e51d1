import type { Database } from "#kernel/database.ts";

/** Messages that are duplicates of each other. */
export interface Group {
	/** The one to keep. */
	keptId: string;
	/** All of them, including the one to keep. */
	ids: string[];
}

/** Rows per statement: under 50 ms on the embedded database. */
const CHUNK = 1_000;

/** Replaces the results of the previous analysis. Each row is valid independently of the others. */
export async function replaceGroups(
	database: Database,
	key: { ownerId: string; accountId: string; kind: "exact" | "near" },
	groups: readonly Group[],
	chunk = CHUNK,
): Promise<void> {
	const { ownerId, accountId, kind } = key;
	for (let full = true; full; ) {
		const gone = await database.query(
			`delete from duplicate_emails where owner_id = $1 and account_id = $2 and kind = $3 and email_id = any(array(
				select email_id from duplicate_emails where owner_id = $1 and account_id = $2 and kind = $3 limit $4))
			returning 1`,
			[ownerId, accountId, kind, chunk],
		);
		full = gone.length === chunk;
	}
	const rows = groups.flatMap(({ keptId, ids }) => ids.map((id) => ({ id, keptId })));
	for (let from = 0; from < rows.length; from += chunk) {
		const part = rows.slice(from, from + chunk);
		await database.exec(
			`insert into duplicate_emails (owner_id, account_id, kind, email_id, kept_id)
			select $1, $2, $3, * from unnest($4::uuid[], $5::uuid[]) on conflict do nothing`,
			[ownerId, accountId, kind, part.map(({ id }) => id), part.map(({ keptId }) => keptId)],
		);
	}
}
