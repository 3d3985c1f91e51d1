import type { JobsContext } from "./jobs.ts";

/** Jobs deleted per statement: well under 50 ms. */
const CHUNK = 2_000;
/** Retention of finished jobs. */
const RETENTION_MS = 30 * 24 * 3_600_000;

/** Deletes old finished jobs of all users. */
export async function maintainJobs(
	{ database, now }: Pick<JobsContext, "database"> & { now(): number },
	chunk = CHUNK,
): Promise<void> {
	const before = new Date(now() - RETENTION_MS);
	for (;;) {
		const rows = await database.query(
			`with old as materialized (
				select owner_id, id from jobs where finished_at < $1 order by finished_at limit $2
			)
			delete from jobs j using old where j.owner_id = old.owner_id and j.id = old.id returning 1`,
			[before, chunk],
		);
		if (rows.length < chunk) return;
	}
}
